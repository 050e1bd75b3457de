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
 * Changes some user settings of a running VS Code in its own editor of settings.json: VS Code in a browser does not
 * notice when another program changes the file. Resolves when the settings are in effect.
 */
export async function editSettings(
  page: Page,
  quickInput: QuickInput,
  home: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = settingsPath(home);
  const present = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const mark = ` ${randomUUID()} `;
  const text = JSON.stringify({ ...present, ...changes, 'window.titleSeparator': mark }, null, 2);

  await quickInput.run('Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  const hasKeys = () => editor.first().evaluate((element) => element.contains(document.activeElement));
  await editor.locator('.view-line').first().waitFor();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await until('saved settings', async () => {
    await editor.locator('.native-edit-context, textarea.inputarea').first().focus();
    for (const key of ['a', 'v', 's']) {
      // Without the focus, the text would be pasted over the file of another editor.
      if (!(await hasKeys())) return false;
      await page.keyboard.press(`ControlOrMeta+${key}`);
    }
    return until('the file', async () => (await readFile(file, 'utf8')) === text, 5000);
  });
  // The editor floats over the window. Escape closes messages first, then the editor.
  await until('closed settings', async () => {
    await page.keyboard.press('Escape');
    return (await editor.count()) === 0;
  });
  // The title of the window shows that the settings are in effect; extensions get them before any later action.
  await until('settings in effect', async () => (await page.title()).includes(mark.trim()));
}
