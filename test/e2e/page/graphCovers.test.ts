import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type Options, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';

const tests = pageTests();

/** Opens the page at the Graph tab, which shows the call graph of the stacks. */
async function openGraph(stacks: string, options: Options): Promise<PageUnderTest> {
  const page = await tests.open(options);
  const graph = await drawnGraph(stacks);
  await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
  await page.load('all 0\n  main.main 5 /src/m.go:1');
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.page.waitForSelector('.call-graph-tab.drawn');
  return page;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = async ({ page }: PageUnderTest, selector: string): Promise<Rectangle> =>
  (await page.locator(selector).boundingBox())!;

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('neither the map nor the zoom buttons cover the hottest function when a key moves to it', async () => {
  const names = ['main.main', 'main.load', 'json.decode', 'parse.array', 'parse.object', 'parse.next'];
  const path = names.map((name, i) => `${name} x.go:${i}`).reverse().join(' < ');
  const others = Array.from({ length: 9 }, (_, i) => `${20 + i} | other.F${i} o.go:${i} < main.load x.go:1 < main.main x.go:0`);
  const stacks = [`400 | ${path}`, ...others].join('\n');
  const covered = async (page: PageUnderTest) => {
    const box = await boxOf(page, '[role=option][aria-label^="parse.next,"]');
    const view = await boxOf(page, '.call-graph');
    assert.ok(box.x >= view.x && box.x + box.width <= view.x + view.width, 'out of view');
    assert.ok(box.y >= view.y && box.y + box.height <= view.y + view.height, 'out of view');
    const covers = ['.graph-map', '.zoom-buttons'].map(async (cover) => {
      return overlap(box, await boxOf(page, cover)) ? [cover] : [];
    });
    return (await Promise.all(covers)).flat();
  };
  for (const [width, height] of [[395, 560], [395, 700], [480, 560], [640, 480], [900, 480]] as const) {
    const page = await openGraph(stacks, { width, height });
    await page.page.getByRole('option', { name: 'main.main,' }).focus();
    for (let i = 1; i < names.length; i++) await page.page.keyboard.press('ArrowDown');
    assert.ok(await page.page.locator('.graph-map').isVisible());
    assert.deepEqual(await covered(page), [], `${width} × ${height}, after keys`);
  }
});

test('the details cover neither the map nor the zoom buttons in a narrow panel', async () => {
  const stacks = Array.from({ length: 30 }, (_, i) => `${40 + i} | other.F${i} o.go:${i} < main.main x.go:0`).join('\n');
  for (const width of [270, 395]) {
    const page = await openGraph(stacks, { width, height: 700 });
    await page.page.getByRole('option', { name: 'main.main,' }).click();
    const { y } = await boxOf(page, '.call-graph-tab .detail-card');
    for (const part of ['.graph-map', '.zoom-buttons']) {
      const box = await boxOf(page, part);
      assert.ok(box.y + box.height <= y, `${part} at ${width} pixels`);
    }
  }
});

test('what is in the center of the view stays there when the panel is resized', async () => {
  const stacks = Array.from({ length: 30 }, (_, i) => `${40 + i} | other.F${i} o.go:${i} < main.main x.go:0`).join('\n');
  const page = await openGraph(stacks, { width: 900, height: 700 });
  await page.page.mouse.move(450, 400);
  await page.page.mouse.down();
  await page.page.mouse.move(300, 380, { steps: 3 });
  await page.page.mouse.up();
  const distances = async () => {
    const box = await boxOf(page, '[role=option][aria-label^="main.main,"]');
    const view = await boxOf(page, '.call-graph');
    return [box.x - view.x - view.width / 2, box.y - view.y - view.height / 2].map(Math.round);
  };
  const before = await distances();
  for (const [width, height] of [[600, 500], [900, 700]] as const) {
    await page.page.setViewportSize({ width, height });
    await page.page.waitForFunction((x) => document.querySelector('.call-graph')!.clientWidth <= x, width);
    await page.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await distances(), before, `${width} × ${height}`);
  }
});
