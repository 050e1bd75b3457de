import type { Page } from 'playwright-core';
import { until } from './until';

/**
 * Chooses an entry of the context menu that is open: again and again, as it takes no click in its first moments. The
 * window comes to the front first, because a page behind another draws no frames, and the click waits for none.
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
