import type { Page } from 'playwright-core';
import { until } from './until';

/**
 * Chooses an entry of the open context menu. Tries repeatedly, because a new menu ignores clicks. Brings the window to
 * the front first, because a click waits for the page to draw, and a covered page does not draw.
 */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = page.locator('.monaco-menu').getByText(entry, { exact: true });
  await page.bringToFront();
  await item.waitFor();
  await until(`the menu with ${entry} to close`, async () => {
    if (await item.isVisible()) await item.click({ timeout: 1000, force: true });
    return !(await item.isVisible());
  });
}
