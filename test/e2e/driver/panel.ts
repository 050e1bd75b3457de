import type { FrameLocator, Page } from 'playwright-core';
import { until } from './until';

/**
 * The page inside a webview panel or custom editor. VS Code draws it in two nested frames, which are elsewhere in the
 * document and cover the editor group; the group's own element names the outer one.
 */
export async function panelFrame(page: Page, title: string | RegExp): Promise<FrameLocator> {
  const tab = page.locator('.tab.active').filter({ hasText: title });
  const group = page.locator('.editor-group-container').filter({ has: tab }).first();
  return until(`a panel titled ${title}`, async () => {
    const holders = await group.locator('[aria-flowto][id^="webview-editor-element-"]').all();
    for (const holder of holders) {
      const frame = `iframe.webview[name="${await holder.getAttribute('aria-flowto')}"]`;
      if (await page.locator(frame).isVisible()) {
        const inner = page.frameLocator(frame).frameLocator('iframe#active-frame');
        // VS Code may replace the frame meanwhile, for instance when its tab moves to another group.
        await inner.locator('body').waitFor({ timeout: 5000 });
        return inner;
      }
    }
    return undefined;
  });
}
