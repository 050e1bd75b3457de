import assert from 'node:assert/strict';
import test from 'node:test';
import { RUNTIME_FIGURES } from '../../../src/timeline/runtimeFigures';
import { violationsOn } from './accessibility';
import { pageTests, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';
import type { ThemeName } from './themes';

const tests = pageTests();

const BENCHMARK = `all 0
  testing.(*B).runN 0 /go/src/testing/benchmark.go:202
    BenchmarkCheckout 5000000 /src/cart/cart_test.go:12
      example.com/shop/cart.(*Cart).Checkout 62000000 /src/cart/cart.go:40
        example.com/shop/price.(*Table).Lookup 210000000 /src/price/table.go:61
          strings.ToLower 90000000 /go/src/strings/strings.go:700
        encoding/json.Marshal 80000000 /go/src/encoding/json/encode.go:160
  runtime.gcBgMarkWorker 40000000 /go/src/runtime/mgc.go:1200`;
const COMPARED = `unit nanoseconds/op
all 0
  testing.(*B).runN 0 /go/src/testing/benchmark.go:202
    BenchmarkCheckout 50 /src/cart/cart_test.go:12
      example.com/shop/cart.(*Cart).Checkout -62000 /src/cart/cart.go:40
        example.com/shop/price.(*Table).Lookup -21000 /src/price/table.go:61
          strings.ToLower 900 /go/src/strings/strings.go:700`;

const startAt = 'BenchmarkCheckout';
const comparison = {
  head: '60.5 % faster (p = 0.005) · 349 → 138 µs/op · CPU 251 → 101 µs/op',
  now: '09:19:42', before: '08:59:12', unit: 'nanoseconds/op', remarks: [], normalize: false,
};
const TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const siblings = [[3, 'cpu'], [5, 'cpu, last 10 s'], [7, 'wall']] as const;
const program = {
  title: 'app', runTime: { whole: 3, recent: 5, canChoose: true },
  siblings: siblings.map(([id, label]) => ({ id, label, sampleTypes: TYPES })),
};
const COMPARED_TOTALS = { ...comparison, head: '16.1 % less · CPU 4.67 → 3.92 s', unit: 'nanoseconds' };

const STATES = {
  'a benchmark': { picture: BENCHMARK, state: { startAt } },
  'a comparison': { picture: COMPARED, state: { startAt, comparison } },
  'a program': { picture: BENCHMARK, state: program },
  'a comparison of programs': { picture: BENCHMARK, state: { ...program, comparison: COMPARED_TOTALS } },
};

interface Size {
  readonly width: number;
  readonly height: number;
  /** Of the font, in pixels. */
  readonly font: number;
}

async function openAs(name: keyof typeof STATES, { font, ...size }: Size, theme: ThemeName = 'dark'): Promise<PageUnderTest> {
  const { picture, state } = STATES[name];
  const opened = await tests.open({ ...size, theme });
  const graph = await drawnGraph('62 | main.F f.go:1 < main.main m.go:1\n 20 | main.G g.go:1 < main.main m.go:1');
  const seconds = Array.from({ length: 30 }, (_, second) => second);
  const figures = { version: 1, from: 0, isLive: false, times: seconds, columns: RUNTIME_FIGURES.map(() => seconds) };
  await opened.page.evaluate(([pixels, callGraph, rows]) => {
    for (const of of ['font-size', 'editor-font-size']) document.documentElement.style.setProperty(`--vscode-${of}`, `${pixels}px`);
    fakeHost.callGraph = callGraph;
    fakeHost.figures = rows;
  }, [font, graph, 'runTime' in state ? figures : undefined] as const);
  await opened.load(picture, state);
  if ('runTime' in state) await opened.page.locator('.strip').waitFor();
  await opened.untilControlsDrawn();
  return opened;
}

const CONTENTS = {
  'Flame Graph': '.graph', Top: '.top-grid', Graph: '.call-graph-tab.drawn .call-graph', 'Callers & callees': '.peek-content:has(.peek-block)',
};

/** The height of the page that is not the content of a tab, as a share, by tab. */
async function chromeShares({ page }: PageUnderTest, height: number): Promise<Record<string, number>> {
  const shares: Record<string, number> = {};
  for (const [tab, content] of Object.entries(CONTENTS)) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.locator(content).waitFor();
    const box = (await page.locator(content).boundingBox())!;
    shares[tab] = 1 - box.height / height;
  }
  return shares;
}

for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
  test(`all but the content of a tab takes at most 30 % of the height: ${name}`, async () => {
    for (const [width, height] of [[270, 500], [300, 600], [800, 500]] as const) {
      for (const font of [12, 20]) {
        const opened = await openAs(name, { width, height, font });
        for (const [tab, share] of Object.entries(await chromeShares(opened, height))) {
          assert.ok(share <= 0.3, `${tab}, ${width} × ${height}, font of ${font} pixels: ${Math.round(share * 100)} %`);
        }
        assert.deepEqual(await opened.problems(), []);
      }
    }
  });
}

test('the footer of a selected function leaves 70 % of the height to the content, in a comparison too', async () => {
  for (const name of ['a benchmark', 'a comparison'] as const) {
    const opened = await openAs(name, { width: 270, height: 500, font: 12 });
    await opened.page.getByRole('tab', { name: 'Top', exact: true }).click();
    await opened.page.locator('.top-row.function').nth(1).click();
    for (const tab of ['Top', 'Graph'] as const) {
      await opened.page.getByRole('tab', { name: tab, exact: true }).click();
      await opened.page.locator(`#panel-${tab.toLowerCase()} .details`).waitFor();
      const box = (await opened.page.locator(CONTENTS[tab]).boundingBox())!;
      assert.ok(box.height >= 0.7 * 500, `${name}, ${tab}: ${box.height}`);
    }
  }
});

const SIZES = [[270, 500], [300, 600], [520, 700], [800, 500]] as const;

for (const name of ['a benchmark', 'a comparison'] as const) {
  test(`a zoomed frame that is selected leaves 70 % of the height to the flame graph: ${name}`, async () => {
    for (const [width, height] of SIZES) {
      for (const font of [12, 20]) {
        const opened = await openAs(name, { width, height, font });
        const { page } = opened;
        await page.locator('g.frame', { hasText: 'Checkout' }).last().click();
        await opened.zoomedTo('Checkout');
        const share = 1 - (await page.locator('.graph').boundingBox())!.height / height;
        assert.ok(share <= 0.3, `${width} × ${height}, font of ${font} pixels: ${Math.round(share * 100)} %`);
        await page.getByRole('button', { name: 'Reset zoom' }).filter({ visible: true }).click();
        await page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 1);
      }
    }
  });
}

test('a zoom does not move the graph under the pointer, whatever the width', async () => {
  for (const [width, height] of [...SIZES, [980, 600], [1440, 270]] as const) {
    const opened = await openAs('a benchmark', { width, height, font: 13 });
    const top = async () => (await opened.page.locator('.graph').boundingBox())!.y;
    const before = await top();
    await opened.frame('price.(*Table).Lookup').click();
    await opened.zoomedTo('Lookup');
    assert.equal(await top(), before, `${width} × ${height}`);
  }
});

test('the callers and callees of a function in a low, narrow page have a way back in the footer', async () => {
  const opened = await openAs('a benchmark', { width: 270, height: 500, font: 13 });
  const { page } = opened;
  await opened.frame('price.(*Table).Lookup').click();
  await opened.zoomedTo('Lookup');
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Back to the previous view' }).click();
  await opened.zoomedTo('Lookup');
});

test('the search is an icon until it is opened, and again when it is left empty; its text is that of all tabs', async () => {
  const opened = await openAs('a benchmark', { width: 270, height: 500, font: 13 });
  const { page } = opened;
  const field = page.locator('vscode-text-field:visible');
  assert.equal(await field.count(), 0);
  await page.getByRole('button', { name: 'Search functions (/)' }).click();
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.keyboard.type('Lookup|Marshal');
  await opened.shows('[data-tab=flame] .search-result', '2 frames');
  await page.getByRole('tab', { name: 'Top', exact: true }).click();
  await opened.shows('[data-tab=top] .search-result', '2 of 7 functions');
  assert.equal(await field.inputValue().catch(() => field.evaluate((element: HTMLInputElement) => element.value)), 'Lookup|Marshal');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('tab', { name: 'Flame Graph', exact: true }).click();
  await field.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !document.querySelector("g.frame[data-look~='matched']"));
});

test('the result of a search is beside its field in a narrow page too, after a long text', async () => {
  for (const [width, font] of [[240, 12], [270, 12], [300, 20], [520, 14]] as const) {
    const { page } = await openAs('a benchmark', { width, height: 600, font });
    await page.keyboard.press('/');
    await page.keyboard.type('Lookup|Marshal|encoding/json|ThereIsNoFunctionOfThisName');
    const result = page.locator('.search-result', { hasText: 'frames' });
    await result.waitFor();
    const [text, field, clear] = await Promise.all([
      result, page.locator('vscode-text-field:visible'), page.getByRole('button', { name: 'Clear the search' }),
    ].map((part) => part.boundingBox()));
    assert.ok(text!.x + text!.width <= width && text!.x >= field!.x + field!.width, `${width}: the result is at ${text!.x}`);
    assert.ok(clear!.width >= 24 && clear!.height >= 24 && clear!.x + clear!.width <= field!.x + field!.width, `${width}: ${clear!.x}`);
  }
});

test('a zoom shows where it is in the whole graph; a click and arrow keys on the overview zoom elsewhere', async () => {
  const opened = await openAs('a benchmark', { width: 800, height: 500, font: 13 });
  const { page } = opened;
  const overview = page.getByRole('slider', { name: 'Where the zoom is in the whole graph' });
  assert.equal(await overview.count(), 0);
  await opened.frame('price.(*Table).Lookup').click();
  await opened.zoomedTo('Lookup');
  const asked = (await page.evaluate(() => fakeHost.requests().length));
  const mark = (await page.locator('.overview-mark').boundingBox())!;
  const strip = (await overview.boundingBox())!;
  assert.ok(Math.abs(mark.width / strip.width - 300 / 447) < 0.03, `${mark.width} of ${strip.width}`);
  assert.match((await overview.getAttribute('aria-valuetext'))!, /^price\.\(\*Table\)\.Lookup, 67/);
  await overview.press('ArrowRight');
  await opened.zoomedTo('json.Marshal');
  await overview.press('ArrowUp');
  await opened.zoomedTo('cart.(*Cart).Checkout');
  await overview.click({ position: { x: strip.width * 0.1, y: strip.height - 1 } });
  await opened.zoomedTo('strings.ToLower');
  assert.equal(await page.evaluate(() => fakeHost.requests().length), asked + 3, 'the whole graph was requested again');
  assert.deepEqual(await violationsOn(page), []);
});

test('the graph has the focus after an arrow key on the overview reached the root, which hides the overview', async () => {
  const opened = await openAs('a benchmark', { width: 800, height: 500, font: 13 });
  const { page } = opened;
  const overview = page.getByRole('slider', { name: 'Where the zoom is in the whole graph' });
  await opened.frame('price.(*Table).Lookup').click();
  await opened.zoomedTo('Lookup');
  await overview.focus();
  for (let i = 0; i < 10 && await overview.isVisible(); i++) {
    const before = await overview.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction((text) => {
      const strip = document.querySelector('.overview')!;
      return strip.checkVisibility() === false || strip.getAttribute('aria-valuetext') !== text;
    }, before);
  }
  assert.equal(await overview.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'tree');
});

test('the overview is there after a reload into a zoom', async () => {
  const opened = await openAs('a benchmark', { width: 800, height: 500, font: 13 });
  const { page } = opened;
  await opened.frame('json.Marshal').click();
  await opened.zoomedTo('json.Marshal');
  await page.reload();
  await page.evaluate(([picture, state]) => fakeHost.load(picture, state), [BENCHMARK, { startAt }] as const);
  await page.getByRole('slider', { name: 'Where the zoom is in the whole graph' }).waitFor();
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
  test(`the key names the packages and looks that are drawn, in a comparison those of changes: ${theme}`, async () => {
    const opened = await openAs('a benchmark', { width: 800, height: 500, font: 13 }, theme);
    const { page } = opened;
    const key = page.getByRole('dialog', { name: 'Key to the colors' });
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    const meanings = async () => (await key.locator('dd').allInnerTexts()).join('\n');
    assert.match(await meanings(), /^example\.com\/shop\/price\nexample\.com\/shop\/cart\n|^example\.com\/shop\/cart\nexample\.com\/shop\/price\n/);
    assert.match(await meanings(), /Standard library/);
    assert.doesNotMatch(await meanings(), /baseline/);
    await opened.picture(`key-${theme}`);
    assert.deepEqual(await violationsOn(page), []);
    await page.keyboard.press('Escape');
    await page.evaluate(([picture, state]) => fakeHost.load(picture, state), [COMPARED, { ...STATES['a comparison'].state, id: 9 }] as const);
    await page.locator('.net.shrunk').first().waitFor();
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    assert.match(await meanings(), /less than in the baseline/);
    assert.doesNotMatch(await meanings(), /example\.com|±/);
    await page.keyboard.press('Escape');
    const even = COMPARED.replace('-62000', '20050');
    const evenState = { startAt, comparison, id: 10 };
    await page.evaluate(([picture, state]) => fakeHost.load(picture, state), [even, evenState] as const);
    await page.locator('g.frame', { hasText: '±' }).first().waitFor();
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    assert.match(await meanings(), /Gray, ±: as much as in the baseline/);
  });
}

test('a narrow page has a menu with the tools of each tab', async () => {
  const opened = await openAs('a benchmark', { width: 270, height: 500, font: 13 });
  const { page } = opened;
  const tools = {
    'Flame Graph': /^Benchmark,Everything,Collapse recursion,.*,Key to the colors,Save as SVG…$/,
    Top: /^Copy all rows as text$/, Graph: /^Graph,Call tree,All functions,/, 'Callers & callees': /^Back,Forward$/,
  };
  for (const [tab, items] of Object.entries(tools)) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('button', { name: 'Tools' }).click();
    assert.match((await page.getByRole('menu', { name: 'Tools' }).locator('.menu-label').allInnerTexts()).join(), items);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('tab', { name: 'Flame Graph', exact: true }).click();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Everything' }).click();
  await page.waitForFunction(() => document.querySelector('.note:not([hidden])')?.textContent === '');
});

test('what a tab shows of the total stays in one line beside a total that wraps', async () => {
  const { page } = await openAs('a benchmark', { width: 300, height: 600, font: 13 });
  const note = page.locator('.notes > .note:not([hidden])', { hasText: 'Showing' });
  await note.waitFor();
  const tops = await note.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Array.from(range.getClientRects(), ({ top }) => Math.round(top));
  });
  assert.equal(new Set(tops).size, 1, tops.join());
});
