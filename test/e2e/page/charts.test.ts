import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { HostedPage } from './hostedPage';
import { THEMES, type ThemeName } from './themes';

declare global {
  // Exists only inside the page.
  var charted: {
    readonly calls: unknown[];
    append(rows: readonly (readonly number[])[]): void;
    fill(count: number): void;
  };
}

const hosted = new HostedPage('test/e2e/page/chartsPage.ts');
let page: Page;

async function open({ theme = 'dark', width = 800 }: { theme?: ThemeName; width?: number } = {}): Promise<void> {
  page = await hosted.start({ theme, width, height: 600 });
}

/** Ten rows, one a second, whose heap grows by a MiB. */
async function openTen(options?: Parameters<typeof open>[0]): Promise<void> {
  await open(options);
  const rows = Array.from({ length: 10 }, (_, i) => [i, (i + 1) * 2 ** 20, 2 ** 24, i / 2, i === 4 ? 1 : 0]);
  await page.evaluate((list) => charted.append(list), rows);
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
}

const plots = () => page.getByRole('slider');
const spoken = () => plots().getAttribute('aria-valuetext');
const calls = () => page.evaluate(() => charted.calls);

/** The place of a moment of the ten rows in the first chart. */
async function placeOf(seconds: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.u-over').first().boundingBox())!;
  return { x: box.x + (box.width * seconds) / 9, y: box.y + box.height / 2 };
}

test('the figures at the pointer are read out, and a click selects the moment of the nearest row', async () => {
  await openTen();
  const { x, y } = await placeOf(4.2);
  await page.mouse.move(x, y);
  assert.deepEqual(await page.locator('.value').allTextContents(), ['5 MiB', '16 MiB', '✓', '2 %']);
  await page.mouse.click(x, y);
  assert.deepEqual(await calls(), [{ moment: 4 }]);
  assert.equal(await page.locator('.selected').first().isVisible(), true);
  assert.deepEqual(hosted.errors, []);
});

test('the figures of the axes keep their font when the theme and then the size of the page change', async () => {
  await openTen();
  await page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...args) {
      document.body.dataset.fonts = `${document.body.dataset.fonts ?? ''} ${parseFloat(this.font)}`;
      fillText.apply(this, args);
    };
    document.body.className = 'vscode-light';
  });
  await page.locator('body[data-fonts]').waitFor();
  await page.evaluate(() => delete document.body.dataset.fonts);
  // A canvas of another size has forgotten its font.
  await page.setViewportSize({ width: 700, height: 600 });
  await page.locator('body[data-fonts]').waitFor();
  const sizes = await page.evaluate(() => document.body.dataset.fonts!.trim().split(' '));
  assert.deepEqual(new Set(sizes), new Set(['13']));
  assert.deepEqual(hosted.errors, []);
});

test('charts stay where they are when figures come a second time, however narrow the page', async () => {
  await openTen({ width: 250 });
  const { x, y } = await placeOf(4.2);
  const topOfLast = async () => (await page.locator('.time-chart').last().boundingBox())!.y;
  const before = await topOfLast();
  await page.mouse.move(x, y);
  await page.locator('.value', { hasText: 'MiB' }).first().waitFor();
  const pointed = await topOfLast();
  assert.ok(pointed > before, 'the figures take another line');
  await page.mouse.move(x, 590);
  await page.waitForFunction(() => [...document.querySelectorAll('.value')].every((value) => value.textContent === ''));
  assert.equal(await topOfLast(), pointed);
});

test('a drag selects a range, of which the least and the largest figures are read out', async () => {
  await openTen();
  const [from, to] = [await placeOf(2), await placeOf(6)];
  await page.mouse.move(to.x, to.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y, { steps: 5 });
  await page.mouse.up();
  const [range] = await calls() as { from: number; to: number }[];
  assert.ok(Math.abs(range!.from - 2) < 0.05 && Math.abs(range!.to - 6) < 0.05, JSON.stringify(range));
  await page.mouse.move(1, 1);
  assert.equal(await page.locator('.value').first().textContent(), '3–7 MiB');
});

test('the keyboard moves the moment, extends a range, selects it and clears it', async () => {
  await openTen();
  await plots().focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.match((await spoken())!, /^0:02\.\d+\. Heap: live 3.MiB, goal 16.MiB\. GC: share of CPU 1.%$/);
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Enter', 'Escape']) await page.keyboard.press(key);
  assert.deepEqual(await calls(), [{ moment: 2 }, { from: 2, to: 4 }, 'none']);
  assert.equal(await page.locator('.selected').first().isVisible(), false);
});

test('a selected range fills the charts after Zoom In, and the whole time after Show All', async () => {
  await openTen();
  await plots().focus();
  for (const key of ['Home', 'Shift+ArrowRight', 'Enter', '+']) await page.keyboard.press(key);
  const shown = () => plots().getAttribute('aria-valuemax');
  assert.equal(await shown(), '1');
  await page.getByRole('button', { name: 'Show All' }).click();
  assert.equal(await shown(), '9');
});

test('rows that are appended lengthen the charts, and the table', async () => {
  await openTen();
  await page.getByRole('button', { name: 'Show Table of Figures' }).click();
  await page.evaluate(() => charted.append([[20, 2 ** 20, 2 ** 24, 1, 0]]));
  await page.waitForFunction(() => document.querySelector('[role=slider]')!.getAttribute('aria-valuemax') === '20');
  assert.equal(await page.locator('tbody tr').count(), 11);
});

test('a row that is chosen in the table is selected in the charts, and the table is copied as CSV', async () => {
  await openTen();
  await page.getByRole('button', { name: 'Show Table of Figures' }).click();
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('tbody tr')[1].focus());
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.match((await spoken())!, /live 3.MiB/);
  await page.getByRole('button', { name: 'Copy as CSV: Figures' }).click();
  assert.deepEqual(await calls(), [{ row: 2 }, '0,1048576\r\n1,2097152\r\n2,3145728\r\n']);
});

test('of a million rows, charts draw the extremes for each pixel, and the table the rows in view', async () => {
  await open();
  await page.evaluate(() => charted.fill(1e6));
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
  await page.getByRole('button', { name: 'Show Table of Figures' }).click();
  assert.ok(await page.locator('tbody tr').count() < 60);
  // In one step: a redraw replaces the rows, and keeps the focus only of one that has it.
  await page.evaluate(() => document.querySelector<HTMLElement>('tbody tr')!.focus());
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.matches('tbody tr[data-row="999999"]'));
  const { x, y } = await placeOf(4.5);
  await page.mouse.move(x, y);
  await page.locator('.value').first().getByText(/^977.KiB–1\.90.MiB$/).waitFor();
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`charts and their table are accessible in ${theme}, and fit 270 pixels`, async () => {
    await openTen({ theme });
    await page.getByRole('button', { name: 'Show Table of Figures' }).click();
    await plots().focus();
    await page.keyboard.press('ArrowRight');
    await reviewScreenshot(page, `charts-${theme}`);
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 270, height: 500 });
    await page.waitForFunction(() => document.querySelector('.uplot')!.clientWidth <= 270);
    await reviewScreenshot(page, `charts-${theme}-narrow`);
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(await page.evaluate(() => document.body.scrollWidth), 270);
  });
}
