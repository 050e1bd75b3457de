import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type PageUnderTest } from './browser';

const tests = pageTests();

const RUN = `
all 0
  runtime.goexit 0 /go/src/runtime/asm.s:1700
    shop.BenchmarkCart 10 /src/shop/cart_test.go:12
      shop.Checkout 30 /src/shop/cart.go:44
        json.Parse 40 /go/src/encoding/json/parse.go:77 inlined
          runtime.mallocgc 10
      shop.Log 20 /src/shop/log.go:9
        json.Parse 10 /go/src/encoding/json/parse.go:78
          runtime.mallocgc 5
  runtime.gc 25 /go/src/runtime/mgc.go:1300`;

/** Opens the page with the callers and callees of json.Parse. */
async function openCallers(changes: Parameters<PageUnderTest['load']>[1] = {}): Promise<PageUnderTest> {
  const page = await tests.open();
  await page.load(RUN, changes);
  await page.frame('json.Parse').first().click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Callers & callees' }).click();
  await page.page.locator('.sandwich-label').waitFor();
  await page.zoomedTo('json.Parse');
  return page;
}

const details = (page: PageUnderTest) => page.page.locator('.flame .detail-name').textContent();
const figures = async (page: PageUnderTest) =>
  (await page.page.locator('.flame .figures').innerText()).replace(/\s+/g, ' ');

async function press(page: PageUnderTest, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.page.keyboard.press(key);
}

/** Each frame as `level label start width`, from top to bottom; start and width in thousandths of the graph's width. */
async function layout(page: PageUnderTest): Promise<string[]> {
  const boxes = await page.page.evaluate(() => {
    const canvas = document.querySelector('.canvas')!.getBoundingClientRect();
    return [...document.querySelectorAll('g.frame')].map((group) => {
      const { x, y, width } = group.querySelector('rect')!.getBoundingClientRect();
      const thousandths = (pixels: number) => Math.round((1000 * pixels) / canvas.width);
      const level = Math.round((y - canvas.y) / 18);
      const span = `${thousandths(x - canvas.x)} ${thousandths(width)}`;
      return { level, text: `${level} ${group.getAttribute('name')} ${span}`, x };
    });
  });
  return boxes.sort((a, b) => a.level - b.level || a.x - b.x).map(({ text }) => text);
}

test('all calls of a function become one frame, with callers above and callees below', async () => {
  const page = await openCallers();
  assert.deepEqual(await layout(page), [
    '0 runtime.goexit 0 769', '0 runtime.goexit 769 231',
    '1 shop.BenchmarkCart 0 769', '1 shop.BenchmarkCart 769 231',
    '2 shop.Checkout 0 769', '2 shop.Log 769 231',
    '3 json.Parse 0 1000',
    '4 runtime.mallocgc 0 231',
  ]);
  await page.frame('shop.Log').hover();
  assert.match(await figures(page), /^flat – flat % – cum 15\sns cum % 10\s% of callee 23\s%$/);
  assert.deepEqual(await page.problems(), []);
});

test('a key and a button show the callers and callees of a function; Backspace and a button go back', async () => {
  const page = await tests.open();
  await page.load(RUN, { startAt: 'shop.BenchmarkCart' });
  await page.frame('shop.Checkout').click();
  await page.zoomedTo('shop.Checkout');
  await page.frame('json.Parse').hover();
  await page.graph.focus();
  await press(page, 'ArrowDown', 'p');
  await page.page.locator('.sandwich-label').waitFor();
  await page.frame('shop.Log').waitFor();
  await press(page, 'Backspace');
  await page.zoomedTo('shop.Checkout');
  assert.equal(await page.page.locator('.sandwich-label').isVisible(), false);
  await page.page.getByRole('button', { name: 'Callers & callees' }).click();
  await page.page.locator('.sandwich-label').waitFor();
  await page.page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.zoomedTo('shop.Checkout');
});

test('callers and callees are offered only for functions', async () => {
  const page = await tests.open();
  await page.load(RUN);
  await page.graph.focus();
  await press(page, 'p');
  assert.equal(await page.page.locator('.flame .details').isVisible(), false);
  await page.frame('all').click({ button: 'right' });
  assert.equal(await page.page.getByRole('menuitem', { name: 'Callers & callees' }).count(), 0);
  assert.equal(await page.page.evaluate(() => fakeHost.requests().some(({ params }) => params.callers)), false);
});

test('arrow keys move up to the callers and down to the callees', async () => {
  const page = await openCallers();
  await page.graph.focus();
  await press(page, 'ArrowUp');
  assert.equal(await details(page), 'shop.Checkout');
  await press(page, 'ArrowRight');
  assert.equal(await details(page), 'shop.Log');
  const item = await page.page.locator('#focused-frame').getAttribute('aria-label');
  assert.equal(item, 'shop.Log, caller, cum 15\u202fns, 10\u202f%');
  await press(page, 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  assert.equal(await details(page), 'runtime.mallocgc');
});

test('a click zooms into a caller, and the zoom path leads back', async () => {
  const page = await openCallers();
  await page.frame('shop.Log').click();
  await page.zoomedTo('shop.Log');
  assert.deepEqual(await layout(page), [
    '0 runtime.goexit 0 1000', '1 shop.BenchmarkCart 0 1000', '2 shop.Log 0 1000', '3 json.Parse 0 1000',
  ]);
  await page.page.locator('.crumb', { hasText: 'json.Parse' }).click();
  await page.frame('shop.Checkout').waitFor();
});

test('the request to open the source of a caller says that the frame is in the tree of callers', async () => {
  const page = await openCallers();
  await page.frame('shop.Log').click({ modifiers: ['Control'] });
  const { callers, from } = await page.sent('openSource') as { callers?: boolean; from?: string };
  assert.deepEqual([callers, from], [true, 'json.Parse']);
});

test('a reload restores the callers and callees', async () => {
  const page = await openCallers();
  await page.page.reload();
  await page.load(RUN, { id: 12 });
  await page.page.locator('.sandwich-label').waitFor();
  await page.frame('shop.Log').waitFor();
  await page.page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.zoomedTo('all');
});

test('the details of the hovered caller stay when the graph changes', async () => {
  const page = await openCallers();
  await page.frame('shop.Log').hover();
  await press(page, '/');
  await page.page.keyboard.type('log');
  await page.shows('.search-result', '10\u202f% · 1 frame');
  assert.equal(await details(page), 'shop.Log');
});

test('frames of the focused function are highlighted if there are several', async () => {
  const page = await tests.open();
  await page.load(RUN);
  assert.equal(await page.page.locator('g.same').count(), 0);
  await page.graph.focus();
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  assert.equal(await details(page), 'json.Parse');
  assert.equal(await page.page.locator('g.same').count(), 2);
  await page.frame('runtime.gc').hover();
  assert.equal(await page.page.locator('g.same').count(), 1);
});

const DIFFERENCE = 'all 0\n  a.Main 0\n    a.Faster -60\n      b.X 20\n    a.Slower 40\n      c.Y -10';

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
  test(`a difference shows the net change by color, stripes and sign: ${theme}`, async () => {
    const page = await tests.open({ theme });
    await page.load(DIFFERENCE);
    const netPercent = async (label: string) => {
      const [frame, net] = await page.frame(label).evaluate((group) =>
        ['rect', '.net'].map((selector) => group.querySelector(selector)!.getBoundingClientRect().width));
      return Math.round((100 * net!) / frame!);
    };
    assert.ok(Math.abs((await netPercent('− a.Faster')) - 50) <= 1);
    assert.ok(Math.abs((await netPercent('+ a.Slower')) - 60) <= 1);
    const fill = (label: string) => page.frame(label).locator('.net').evaluate((net) => getComputedStyle(net).fill);
    assert.match(await fill('− a.Faster'), /url\(.*#shrunk/);
    assert.doesNotMatch(await fill('+ a.Slower'), /url/);
    await page.frame('− a.Faster').hover();
    assert.match(await figures(page), /^flat −60\sns increase \+20\sns decrease −60\sns net −40\sns of all changes −31\s%$/);
    await page.shows('.note:not([hidden])', 'net −10\u202fns');
    await page.picture(`difference-${theme}`);
    assert.deepEqual(await page.problems(), []);
  });
}

const WRAPPED = `
all 0
  runtime.goexit 0
    testing.(*B).runN 2
      shop.BenchmarkCart 0
        shop.Walk 10
          shop.Walk 20
            shop.Visit 30`;

test('options hide recursion, wrappers and testing frames; the button names them, and a reload keeps them', async () => {
  const page = await tests.open();
  await page.load(WRAPPED);
  const levelsAndLabels = async () => (await layout(page)).map((frame) => frame.split(' ').slice(0, 2).join(' '));
  const toggle = async (option: string, buttonText: string) => {
    await page.page.locator('.switches vscode-button').first().click();
    await page.page.getByRole('menuitemcheckbox', { name: option }).click();
    await page.shows('.switches vscode-button', buttonText);
    await page.page.waitForFunction(() => fakeHost.requests().length > 0);
  };
  const outerFrames = ['0 all', '1 runtime.goexit', '2 testing.(*B).runN', '3 shop.BenchmarkCart'];
  assert.deepEqual(await levelsAndLabels(), [...outerFrames, '4 shop.Walk', '5 shop.Walk', '6 shop.Visit']);
  await toggle('Collapse recursion', 'View: no recursion');
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 6);
  assert.deepEqual(await levelsAndLabels(), [...outerFrames, '4 shop.Walk', '5 shop.Visit']);
  await toggle('Collapse wrappers', 'View: no recursion, no wrappers');
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 4);
  assert.deepEqual(await levelsAndLabels(), ['0 all', '1 testing.(*B).runN', '2 shop.Walk', '3 shop.Visit']);
  await page.frame('shop.Walk').hover();
  assert.equal(await page.page.locator('.flame .detail-source').textContent(), 'no source known · through shop.BenchmarkCart');
  await toggle('Hide testing frames', 'no testing frames');
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 3);
  assert.deepEqual(await levelsAndLabels(), ['0 all', '1 shop.Walk', '2 shop.Visit']);
  await page.page.reload();
  await page.load(WRAPPED);
  assert.deepEqual(await levelsAndLabels(), ['0 all', '1 shop.Walk', '2 shop.Visit']);
  await toggle('Collapse recursion', 'View: no wrappers, no testing frames');
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 4);
  assert.deepEqual(await page.problems(), []);
});

test('collapsing wrappers keeps the zoom', async () => {
  const page = await tests.open();
  await page.load(WRAPPED);
  await page.frame('shop.Walk').first().click();
  await page.zoomedTo('shop.Walk');
  await page.page.locator('.switches vscode-button').first().click();
  await page.page.getByRole('menuitemcheckbox', { name: 'Collapse wrappers' }).click();
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 5);
  await page.zoomedTo('shop.Walk');
});

test('the visible graph is sent to the host as an SVG', async () => {
  const page = await openCallers();
  await page.page.getByRole('button', { name: 'Save as SVG' }).click();
  const { name, svg } = await page.sent('saveSvg') as { name: string; svg: string };
  assert.equal(name, 'BenchmarkCheckout · cpu flame graph');
  assert.match(svg, /callers and callees of json\.Parse/);
  const counts = await page.page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return [parsed.querySelectorAll('parsererror').length, parsed.querySelectorAll('g > g').length, parsed.querySelectorAll('script').length];
  }, svg);
  assert.deepEqual(counts, [0, 8, 0]);
});

test('the command to save works before the flame graph is drawn, and from another tab', async () => {
  const page = await tests.open();
  await page.page.evaluate((picture) => {
    fakeHost.holding = true;
    fakeHost.load(picture);
    fakeHost.send('exportSvg', undefined);
  }, RUN);
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await page.page.evaluate(() => fakeHost.release());
  await page.sent('saveSvg');
  await page.page.getByRole('tab', { name: 'Top' }).click();
  await page.page.evaluate(() => fakeHost.send('exportSvg', undefined));
  await page.sent('saveSvg', 1);
  assert.equal(await page.page.getByRole('tab', { name: 'Flame Graph' }).getAttribute('aria-selected'), 'true');
});
