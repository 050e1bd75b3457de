import type { Page } from 'playwright-core';
import { until } from './until';

/**
 * Chooses an entry of the open context menu; tries repeatedly, because a new menu ignores clicks. Brings the window to
 * the front first, because a covered page draws no frames, and the click would wait for one.
 */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = page.locator('.monaco-menu').getByText(entry, { exact: true });
  await page.bringToFront();
  await item.waitFor();
  await until(`the end of the menu with ${entry}`, async () => {
    if (await item.isVisible()) await item.click({ timeout: 1000, force: true });
    return !(await item.isVisible());
  });
}
