import type { FrameLocator, Page } from 'playwright-core';
import { until } from './until';

/**
 * Returns the page inside a webview panel or custom editor. VS Code puts the page into two nested frames, which are
 * elsewhere in the document and cover the editor group. An element of the group has the name of the outer frame.
 */
export async function panelFrame(page: Page, title: string | RegExp): Promise<FrameLocator> {
  const tab = page.locator('.tab.active').filter({ hasText: title });
  const group = page.locator('.editor-group-container').filter({ has: tab }).first();
  return until(`a panel titled ${title}`, async () => {
    const placeholders = await group.locator('[aria-flowto][id^="webview-editor-element-"]').all();
    for (const placeholder of placeholders) {
      const frame = `iframe.webview[name="${await placeholder.getAttribute('aria-flowto')}"]`;
      if (await page.locator(frame).isVisible()) {
        const inner = page.frameLocator(frame).frameLocator('iframe#active-frame');
        // VS Code may replace the frame at this moment, for instance when the tab moves to another group.
        await inner.locator('body').waitFor({ timeout: 5000 });
        return inner;
      }
    }
    return undefined;
  });
}
