import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { settingsPath } from '../../host/serve.mjs';
import type { QuickInput } from './quickInput';
import { until } from './until';

export type ThemeKind = 'dark' | 'light' | 'hcDark' | 'hcLight';

/** VS Code's own themes, and the class that its page carries under each. */
export const THEMES: Readonly<Record<ThemeKind, { readonly name: string; readonly pageClass: string }>> = {
  dark: { name: 'Dark Modern', pageClass: 'vs-dark' },
  light: { name: 'Light Modern', pageClass: 'vs' },
  hcDark: { name: 'Default High Contrast', pageClass: 'hc-black' },
  hcLight: { name: 'Default High Contrast Light', pageClass: 'hc-light' },
};

export function themeSettings(theme: ThemeKind): Record<string, unknown> {
  return { 'workbench.colorTheme': THEMES[theme].name, 'window.autoDetectColorScheme': false };
}

/**
 * Changes some user settings of a running VS Code through its own editor for them: served to a browser, it does not
 * notice when the file is changed by someone else.
 */
export async function editSettings(
  page: Page,
  quickInput: QuickInput,
  home: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = settingsPath(home);
  const present = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const text = JSON.stringify({ ...present, ...changes }, null, 2);

  await quickInput.run('Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  await editor.locator('.view-line').first().waitFor();
  await editor.locator('.native-edit-context, textarea.inputarea').first().focus();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.press('ControlOrMeta+s');
  await until('saved settings', async () => (await readFile(file, 'utf8')) === text);
  // it floats over the window, and Escape closes it, once there is no message left to close
  await until('closed settings', async () => {
    await page.keyboard.press('Escape');
    return (await editor.count()) === 0;
  });
}
