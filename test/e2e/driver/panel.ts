import type { FrameLocator, Page } from 'playwright-core';
import { until } from './until';

/**
 * The page inside a webview panel or custom editor. VS Code draws it in two nested frames, which are elsewhere in the
 * document and cover the editor group; the group's own element names the outer one.
 */
export async function panelFrame(page: Page, title: string | RegExp): Promise<FrameLocator> {
  const tab = page.locator('.tab.active').filter({ hasText: title });
  const group = page.locator('.editor-group-container').filter({ has: tab }).first();
  const outer = await until(`a panel titled ${title}`, async () => {
    const holders = await group.locator('[aria-flowto][id^="webview-editor-element-"]').all();
    for (const holder of holders) {
      const frame = `iframe.webview[name="${await holder.getAttribute('aria-flowto')}"]`;
      if (await page.locator(frame).isVisible()) {
        return frame;
      }
    }
    return undefined;
  });
  const inner = page.frameLocator(outer).frameLocator('iframe#active-frame');
  await inner.locator('body').waitFor();
  return inner;
}
