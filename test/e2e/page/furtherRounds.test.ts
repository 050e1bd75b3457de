import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type Options, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';

const tests = pageTests();

const TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

const FIRST = `
all 0
  main.main 10 /src/m.go:1
    main.load 30 /src/m.go:9
      json.Parse 40 /src/json.go:7
      main.save 15 /src/m.go:20
    main.save 20 /src/m.go:20
      json.Write 9 /src/json.go:70
  runtime.gc 25 /src/gc.go:3`;

/** The same with more samples: the frames have other ids and another order. */
const LATER = `
all 0
  runtime.mcall 7 /src/proc.go:1
    runtime.park 6 /src/proc.go:2
  main.main 10 /src/m.go:1
    main.init 12 /src/m.go:2
    main.save 90 /src/m.go:20
      json.flush 4 /src/json.go:80
      json.Write 19 /src/json.go:70
    main.load 60 /src/m.go:9
      json.next 44 /src/json.go:9
      main.save 35 /src/m.go:20
      json.Parse 80 /src/json.go:7
  runtime.gc 45 /src/gc.go:3`;

/** Shows a round of a capture, as the host does when the profile is replaced by the sum of its rounds. */
function showRound({ page }: PageUnderTest, tree: string, round: number, changes = {}): Promise<void> {
  const id = 100 + round;
  const siblings = [{ id, label: 'cpu', sampleTypes: TYPES }];
  const state = { id, captured: id, capture: 'rounds', sampleTypes: TYPES, siblings, samples: `${round} samples`, ...changes };
  return page.evaluate(([picture, profile]) => fakeHost.load(picture, profile), [tree, state] as const);
}

async function openFirst(tree = FIRST, options: Options = {}): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await showRound(page, tree, 1);
  await page.page.waitForSelector('.flame.drawn');
  return page;
}

const openTab = ({ page }: PageUnderTest, name: string) => page.getByRole('tab', { name, exact: true }).click();
const zoomedName = ({ page }: PageUnderTest) => page.locator('.crumbs [aria-current]').innerText();
const focusedLevel = ({ page }: PageUnderTest) => page.locator('#focused-frame').getAttribute('aria-level').then(Number);

/** Does something, and waits until the text of an element is another one. */
async function untilOther({ page }: PageUnderTest, selector: string, act: () => Promise<unknown>): Promise<void> {
  const before = await page.locator(selector).first().innerText();
  await act();
  const isOther = ([elements, text]: readonly [string, string]) =>
    document.querySelector<HTMLElement>(elements)?.innerText !== text;
  await page.waitForFunction(isOther, [selector, before] as const);
}

/** Waits until rows fill the view of Top, which they do in the frame after it is scrolled, and returns their names. */
async function rowsInView({ page }: PageUnderTest): Promise<string[]> {
  const shown = await page.waitForFunction(() => {
    const { bottom } = document.querySelector('.top-grid')!.getBoundingClientRect();
    const head = document.querySelector('.top-heads')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll('.top-row')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > head.bottom && box.top < bottom;
    });
    const isFilled = rows.length >= Math.floor((bottom - head.bottom) / 22);
    if (!isFilled || rows.some((row) => row.classList.contains('unknown'))) return undefined;
    return rows.map((row) => row.querySelector('.label')!.textContent).sort();
  });
  return (await shown.jsonValue())!;
}

/** Rows with enough functions to scroll. */
const manyFunctions = (factor: number) => `all 0
  main.main 7 /src/m.go:1${Array.from({ length: 120 }, (_, i) => `\n    main.f${i} ${factor * (1000 - 5 * i)} /src/f.go:${i + 1}`).join('')}`;

test('in the flame graph, a later round keeps the zoom and the focused one of two frames of a function', async () => {
  const page = await openFirst();
  await page.frame('main.load').click();
  await page.zoomedTo('main.load');
  await page.graph.focus();
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('ArrowRight');
  await page.page.waitForFunction(() => document.querySelector('#focused-frame')?.getAttribute('name') === 'main.save');
  assert.equal(await focusedLevel(page), 4);
  for (const [round, tree] of [[2, LATER], [3, FIRST], [4, LATER]] as const) {
    await showRound(page, tree, round);
    await page.shows('.flame .details', round % 2 === 0 ? '35' : '15');
    assert.equal(await zoomedName(page), 'main.load');
    assert.equal(await page.page.locator('#focused-frame').getAttribute('name'), 'main.save');
    assert.equal(await focusedLevel(page), 4, 'the call in main.load');
  }
  assert.deepEqual(await page.problems(), []);
});

test('in the flame graph, the zoom and the search stay while rounds follow one another before their windows arrive', async () => {
  const page = await openFirst();
  await page.graph.focus();
  await page.page.keyboard.type('/next');
  await page.frame('main.main').click();
  await page.zoomedTo('main.main');
  await page.page.evaluate(() => void (fakeHost.holding = true));
  await page.frame('main.load').click();
  for (const [round, tree] of [[2, LATER], [3, FIRST], [4, LATER]] as const) await showRound(page, tree, round);
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.frame('json.next').waitFor();
  assert.equal(await zoomedName(page), 'main.load');
  assert.equal(await page.frame('json.flush').count(), 0, 'outside the zoomed frame');
  await page.shows('.search-result', '1 frame');
  assert.deepEqual(await page.problems(), []);
});

test('a refinement of a round still takes the flame graph to whole stacks', async () => {
  const page = await openFirst();
  await page.frame('main.load').click();
  await page.zoomedTo('main.load');
  await showRound(page, LATER, 1, { id: 9, samples: '8 samples' });
  await page.zoomedTo('all');
});

test('in the flame graph, a later round keeps the scroll position, away from the selected frame', async () => {
  const frameOf = (factor: number) => (_: unknown, i: number) => `\n${'  '.repeat(i + 1)}main.f${i} ${factor} /src/f.go:${i + 1}`;
  const deep = (factor: number) => `all 0${Array.from({ length: 60 }, frameOf(factor)).join('')}`;
  const page = await openFirst(deep(1), { height: 500 });
  await page.frame('main.f1').click();
  await page.zoomedTo('main.f1');
  await page.graph.evaluate((graph) => (graph.scrollTop = 400));
  // The page has seen it.
  await page.page.waitForFunction(() => sessionStorage.getItem('state')?.includes('"scroll":400'));
  await untilOther(page, '.flame .figures', () => showRound(page, deep(2), 2));
  assert.equal(await page.graph.evaluate((graph) => graph.scrollTop), 400);
  assert.equal(await zoomedName(page), 'main.f1');
});

test('in Top, a later round keeps the scroll position, the focused row and what is unfolded', async () => {
  const page = await openFirst(manyFunctions(1));
  const grid = page.page.getByRole('treegrid', { name: 'Functions' });
  await openTab(page, 'Top');
  await page.page.getByRole('row', { name: /^main\.f2,/ }).click();
  await page.page.keyboard.press('ArrowRight');
  await page.shows('.top-row.call .label', 'main.main');
  await grid.evaluate((element) => (element.scrollTop = 900));
  const before = await rowsInView(page);
  const rowCount = await grid.getAttribute('aria-rowcount');
  await untilOther(page, '.top-row.cursor', () => showRound(page, manyFunctions(2), 2));
  assert.equal(await grid.evaluate((element) => element.scrollTop), 900);
  assert.equal(await grid.getAttribute('aria-rowcount'), rowCount, 'the row is still unfolded');
  assert.deepEqual(await rowsInView(page), before);
  await page.shows('.top-row.cursor .label', 'main.f2');
  assert.deepEqual(await page.problems(), []);
});

test('in Peek, a later round keeps the scroll position and the focused call', async () => {
  const callOf = (factor: number) => (_: unknown, i: number) => `\n    main.f${i} ${factor * (100 - i)} /src/f.go:${i + 1}`;
  const callees = (factor: number) => `all 0\n  main.main 5 /src/m.go:1${Array.from({ length: 40 }, callOf(factor)).join('')}`;
  const page = await openFirst(callees(1), { height: 420 });
  await page.frame('main.main').click();
  await openTab(page, 'Callers & callees');
  const content = page.page.locator('.peek-content');
  const call = page.page.getByRole('button', { name: / main\.f9$/ });
  await call.focus();
  await content.evaluate((element) => (element.scrollTop = 150));
  await untilOther(page, '.peek-content', () => showRound(page, callees(2), 2));
  assert.equal(await content.evaluate((element) => element.scrollTop), 150);
  assert.equal(await page.page.evaluate(() => document.activeElement?.querySelector('.peek-name')?.textContent), 'main.f9');
  assert.deepEqual(await page.problems(), []);
});

test('in Graph, a later round keeps the moved picture around the node in its middle, and the focus', async () => {
  const stacksOf = (factor: number, ...others: readonly string[]) => [
    ...others.map((other) => `${90 * factor} | ${other} o.go:9 < main.first m.go:3 < main.main m.go:1`),
    `${factor * 200} | main.work w.go:1 < main.main m.go:1`,
    ...Array.from({ length: 12 }, (_, i) => {
      return `${factor * (60 + i)} | lib.F${i} o.go:${i} < main.work w.go:1 < main.main m.go:1`;
    }),
  ].join('\n');
  const page = await tests.open({ width: 700, height: 500 });
  const show = async (round: number, stacks: string) => {
    const graph = await drawnGraph(stacks);
    await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
    await showRound(page, FIRST, round);
  };
  await show(1, stacksOf(1));
  await openTab(page, 'Graph');
  await page.page.waitForSelector('.call-graph-tab.drawn');
  const node = page.page.locator('[role=option][aria-label^="lib.F5,"]');
  await node.focus();
  await page.page.keyboard.press('Enter');
  const box = (await node.boundingBox())!;
  await show(2, stacksOf(3, 'main.second'));
  await page.page.locator('[role=option][aria-label^="main.second,"]').waitFor({ state: 'attached' });
  const after = (await node.boundingBox())!;
  const middle = (at: typeof box) => [at.x + at.width / 2, at.y + at.height / 2].map((value) => Math.round(value / 3));
  assert.deepEqual(middle(after), middle(box));
  assert.equal(await page.page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.startsWith('lib.F5,')), true);
});
