import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { settingsPath } from '../../host/serve.mjs';
import type { QuickInput } from './quickInput';
import { until } from './until';

export type ThemeKind = 'dark' | 'light' | 'hcDark' | 'hcLight';

/** VS Code's built-in themes. */
const THEMES: Readonly<Record<ThemeKind, string>> = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  hcDark: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
};

export function themeSettings(theme: ThemeKind): Record<string, unknown> {
  return { 'workbench.colorTheme': THEMES[theme], 'window.autoDetectColorScheme': false };
}

/**
 * Changes user settings of a running VS Code by editing settings.json in VS Code itself, because VS Code in a browser
 * does not notice when another program changes the file. Resolves when the settings are in effect.
 */
export async function editSettings(
  page: Page,
  quickInput: QuickInput,
  home: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = settingsPath(home);
  const current = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const marker = ` ${randomUUID()} `;
  const text = JSON.stringify({ ...current, ...changes, 'window.titleSeparator': marker }, null, 2);

  await quickInput.run('Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  const hasFocus = () => editor.first().evaluate((element) => element.contains(document.activeElement));
  await editor.locator('.view-line').first().waitFor();
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await until('saved settings', async () => {
    await editor.locator('.native-edit-context, textarea.inputarea').first().focus();
    for (const key of ['a', 'v', 's']) {
      // Without the focus, the keys would paste the text over a file in another editor.
      if (!(await hasFocus())) return false;
      await page.keyboard.press(`ControlOrMeta+${key}`);
    }
    return until('settings.json to be written', async () => (await readFile(file, 'utf8')) === text, 5000);
  });
  // The editor floats over the window. Escape closes notifications first, then the editor.
  await until('closed settings', async () => {
    await page.keyboard.press('Escape');
    return (await editor.count()) === 0;
  });
  // The window's title has the marker once the settings are in effect. By then extensions have been sent the change
  // too, but may still be applying it.
  await until('settings in effect', async () => (await page.title()).includes(marker.trim()));
}
