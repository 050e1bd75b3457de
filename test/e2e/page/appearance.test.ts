import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type PageUnderTest } from './browser';
import type { ThemeName } from './themes';

const tests = pageTests();

const THEME_NAMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** As many packages as there are hues, and the muted ones. */
const PACKAGES = `
all 0
  main.main 5 /src/main.go:1
${Array.from({ length: 16 }, (_, i) => `    example.com/p${i}.F${i} 6 /src/p.go:1${i % 4 === 0 ? ' inlined' : ''}`).join('\n')}
    net/http.Serve 6 /go/src/net/http/server.go:9
    encoding/json.Parse 6 /go/src/encoding/json/decode.go:9
    runtime.mallocgc 6 /go/src/runtime/malloc.go:9`;

/** The least contrast (WCAG 2.2) between a frame's label and what it stands on, as the browser computes both. */
function leastContrast(page: PageUnderTest): Promise<{ contrast: number; label: string; labels: number }> {
  return page.page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const channel = byte / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const labels = [...document.querySelectorAll("g.frame:not([data-look~='rest']) div")].filter(
      (div) => div.textContent !== '' && div.checkVisibility(),
    );
    const measured = labels.map((div) => {
      const rect = div.closest('g')!.querySelector('rect')!;
      const [text, ground] = [luminance(getComputedStyle(div).color), luminance(getComputedStyle(rect).fill)];
      const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
      return { contrast, label: div.textContent ?? '', labels: labels.length };
    });
    return measured.reduce((least, other) => (other.contrast < least.contrast ? other : least));
  });
}

async function assertReadable(page: PageUnderTest, state: string): Promise<void> {
  const { contrast, label, labels } = await leastContrast(page);
  assert.ok(labels > 1, `${state}: only ${labels} labels`);
  assert.ok(contrast >= 4.5, `${state}: ${label} has a contrast of ${contrast.toFixed(2)}`);
}

for (const theme of THEME_NAMES) {
  test(`every label is readable in every state: ${theme}`, async () => {
    const page = await tests.open({ theme, width: 1400, height: 360 });
    await page.load(PACKAGES);
    await assertReadable(page, 'at rest');
    await page.frame('example.com/p3.F3').or(page.frame('p3.F3')).hover();
    await assertReadable(page, 'under the pointer');
    await page.graph.focus();
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('p\\d*[02468]\\.|json|alloc|main');
    await page.shows('.search-result', '11 frames');
    await assertReadable(page, 'in a search');
    await page.picture(`${theme}-search`);
    await page.page.keyboard.press('Escape');
    await page.page.waitForFunction(() => !document.querySelector("[data-look~='dimmed']"));
    await page.page.locator('g.frame').nth(2).click();
    await page.page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 3);
    await assertReadable(page, 'zoomed');
    assert.deepEqual(await page.problems(), []);
  });
}

test('in high contrast frames are outlines on the editor background', async () => {
  const page = await tests.open({ theme: 'high-contrast' });
  await page.load(PACKAGES);
  const [fill, stroke] = await page.page.locator('g.frame').nth(1).locator('rect').evaluate((rect) => {
    const style = getComputedStyle(rect);
    return [style.fill, style.stroke];
  });
  assert.deepEqual([fill, stroke], ['rgb(0, 0, 0)', 'rgb(111, 195, 223)']);
});

for (const [width, height] of [[400, 700], [1600, 900]] as const) {
  test(`nothing is cut off or overlaps at ${width} pixels`, async () => {
    const page = await tests.open({ width, height });
    await page.load(30_000, { startAt: 'net/http.(*Type0).Method1' });
    await page.page.locator('.segment', { hasText: 'Everything' }).click();
    await page.frame('all').waitFor();
    await page.picture(`wide-${width}`);
    const overflowing = await page.page.evaluate(() =>
      [...document.querySelectorAll('.toolbar *, .where *, .detail-card *')]
        .filter((part) => part.checkVisibility())
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
        .map((part) => part.className),
    );
    assert.deepEqual(overflowing, []);
    const parts = ['.toolbar', '.where', '.graph', '.details'].map((part) => page.page.locator(part).boundingBox());
    const boxes = (await Promise.all(parts)).map((box) => box!);
    for (const [index, box] of boxes.slice(1).entries()) {
      const above = boxes[index]!;
      assert.ok(box.y >= above.y + above.height - 0.5, `part ${index + 1} overlaps the one above`);
    }
    assert.ok(boxes[2]!.height > height / 2, 'the graph has most of the page');
  });
}
