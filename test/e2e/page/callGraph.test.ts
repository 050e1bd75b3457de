import assert from 'node:assert/strict';
import test from 'node:test';
import type { DrawnGraph } from '../../../src/profile/answers/graph';
import { violationsOn } from './accessibility';
import { pageTests, type Options, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';
import type { ThemeName } from './themes';

const tests = pageTests();

const THEMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** Stacks with inlined calls, dropped functions, recursion, labels, shares of all colors, and a decrease. */
const STACKS = `
  90 | parse.next p.go:1 ^ parse.token p.go:9 < main.load m.go:3 < main.main m.go:1 {kind=cold}
  60 | alloc.grow a.go:1 < hidden.step h.go:1 < main.load m.go:4 < main.main m.go:1 {kind=warm}
  25 | main.walk m.go:9 < main.walk m.go:9 < main.main m.go:2
  9  | text.Write t.go:3 < main.main m.go:5
  2  | os.Open o.go:3 < main.main m.go:5
  -8 | less.Before x.go:1 < main.main m.go:6
`;
const SMALL = '7 | only.F f.go:1 < main.main m.go:1';

/** Opens the page at the Graph tab, which shows the call graph of the stacks. */
async function openGraph(stacks = STACKS, options: Options = {}): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await setCallGraph(page, stacks);
  await page.load('all 0\n  main.main 5 /src/m.go:1\n    main.load 7 /src/m.go:3');
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.page.waitForSelector('.call-graph-tab.drawn');
  return page;
}

async function setCallGraph(page: PageUnderTest, stacks: string, trim = true): Promise<void> {
  const graph = await drawnGraph(stacks, trim);
  await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
}

const node = ({ page }: PageUnderTest, name: string) => page.getByRole('option', { name: new RegExp(`^${escaped(name)},`) });
const detail = ({ page }: PageUnderTest, part: string) => page.locator(`.call-graph-tab .${part}`).innerText();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function choose({ page }: PageUnderTest, list: 'Functions' | 'Shape', option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).selectOption(option);
}

async function press({ page }: PageUnderTest, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The names of the selected function's callers and callees, which are highlighted. */
const neighbors = ({ page }: PageUnderTest) =>
  page.locator('.box.near:not(.selected) [role=option]').evaluateAll((boxes) =>
    boxes.map((box) => box.getAttribute('aria-label')!.split(',')[0]!).sort(),
  );

async function scale({ page }: PageUnderTest): Promise<number> {
  const transform = await page.locator('.scene').getAttribute('transform');
  return Number(/scale\((.+)\)/.exec(transform!)![1]);
}

test('"Show everything" fits the whole graph into the view: functions, labels, arrows and legend', async () => {
  const page = await openGraph();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  const graph = await drawnGraph(STACKS);
  const { boxes, arrows } = graph.picture;
  assert.equal(await page.page.locator('.box.function').count(), graph.report.nodes.length);
  assert.equal(await page.page.locator('.box.label').count(), boxes.filter(({ kind }) => kind === 'label').length);
  assert.equal(await page.page.locator('.arrow').count(), arrows.length);
  assert.match(await page.page.locator('.legend').innerHTML(), /Showing nodes accounting for/);
  const view = (await page.page.locator('.call-graph').boundingBox())!;
  const scene = (await page.page.locator('.scene').boundingBox())!;
  assert.ok(scene.x >= view.x && scene.x + scene.width <= view.x + view.width, 'too wide');
  assert.ok(scene.y >= view.y && scene.y + scene.height <= view.y + view.height, 'too high');
  assert.deepEqual(await page.problems(), []);
});

test('a graph opens as a whole; while a part of it is in view, a click on the map moves the view', async () => {
  const page = await openGraph(STACKS, { width: 420, height: 420 });
  const view = (await page.page.locator('.call-graph').boundingBox())!;
  for (const box of await page.page.locator('.box.function').all()) {
    assert.ok(isInside((await box.boundingBox())!, view), 'a function is not visible');
  }
  await node(page, 'parse.next').click();
  const [map, visiblePart] = [page.page.locator('.graph-map svg'), page.page.locator('.graph-map .visible-part')];
  const before = (await visiblePart.boundingBox())!;
  await map.click({ position: { x: 2, y: 2 } });
  const after = (await visiblePart.boundingBox())!;
  assert.ok(after.y < before.y, 'the view did not move up');
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.equal(await page.page.locator('.graph-map').isVisible(), false);
  assert.deepEqual(await page.problems(), []);
});

test('names are shown as text, never as HTML', async () => {
  const page = await openGraph();
  const hostile = '<script>alert(1)</script><b onclick=alert(2)>';
  const graph = JSON.parse(JSON.stringify(await drawnGraph(SMALL)).replaceAll('only.F', hostile)) as DrawnGraph;
  await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
  await choose(page, 'Functions', '20 functions');
  await node(page, hostile).click();
  assert.equal(await page.page.locator(':is(.call-graph, .details) :is(script, b)').count(), 0);
  assert.equal(await detail(page, 'detail-name'), hostile);
  assert.deepEqual(await page.problems(), []);
});

test('a click selects a function, highlights its callers and callees, and shows its figures', async () => {
  const page = await openGraph();
  await node(page, 'main.load').click();
  assert.equal(await node(page, 'main.load').getAttribute('aria-selected'), 'true');
  assert.deepEqual(await neighbors(page), ['hidden.step', 'main.main', 'parse.token']);
  assert.equal(await detail(page, 'detail-name'), 'main.load');
  assert.equal(await detail(page, 'detail-source'), '1 caller, 2 callees in the graph');
  assert.match(await detail(page, 'figures'), /0[^]*0\s%[^]*150\sns[^]*77\.3\s%/);
});

test('a click on the background clears the selection', async () => {
  const page = await openGraph();
  await node(page, 'main.load').click();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  await page.page.locator('.call-graph > svg').click({ position: { x: 4, y: 4 } });
  assert.equal(await page.page.locator('.box.selected').count(), 0);
  assert.equal(await page.page.locator('.call-graph-tab .details').isVisible(), false);
});

test("hovering a function shows its details, and leaving it shows the selected function's details again", async () => {
  const page = await openGraph();
  await node(page, 'main.load').click();
  await node(page, 'main.main').hover();
  await page.shows('.call-graph-tab .detail-name', 'main.main');
  await page.page.mouse.move(2, 2);
  await page.shows('.call-graph-tab .detail-name', 'main.load');
});

test('a double click, Ctrl+click, the button and o open the source of a function', async () => {
  const page = await openGraph();
  const actions = [
    () => node(page, 'main.load').dblclick(),
    () => node(page, 'main.load').click({ modifiers: ['ControlOrMeta'] }),
    () => page.page.getByRole('button', { name: 'Open source' }).click(),
    async () => {
      await node(page, 'main.load').focus();
      await press(page, 'o');
    },
  ];
  for (const [count, act] of actions.entries()) {
    await act();
    assert.deepEqual(await page.sent('openFunction', count), { kind: 'openFunction', profile: 3, function: 'main.load' });
  }
});

test('a double click opens the clicked function although the first click zooms in', async () => {
  const page = await openGraph(STACKS, { width: 420, height: 420 });
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.ok((await scale(page)) < 1);
  await node(page, 'os.Open').dblclick();
  assert.ok((await scale(page)) > 1);
  const { function: name } = (await page.sent('openFunction')) as { function: string };
  assert.equal(name, 'os.Open');
});

test('arrow keys move along the calls', async () => {
  const page = await openGraph();
  await node(page, 'main.main').focus();
  const focusedName = () => page.page.evaluate(() => document.activeElement!.getAttribute('aria-label')!.split(',')[0]);
  await press(page, 'ArrowDown');
  assert.equal(await focusedName(), 'main.load');
  await press(page, 'ArrowDown', 'ArrowDown');
  assert.equal(await focusedName(), 'parse.next');
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  assert.equal(await focusedName(), 'main.main');
  assert.equal(await node(page, 'main.main').getAttribute('aria-selected'), 'true');
  await press(page, 'Escape');
  assert.equal(await page.page.locator('.box.selected').count(), 0);
});

test('the functions are a single tab stop, and each is announced with name, flat and cum', async () => {
  const page = await openGraph();
  assert.equal(await page.page.locator('.call-graph [tabindex="0"]').count(), 1);
  await node(page, 'text.Write').click();
  assert.equal(await page.page.locator('.call-graph [tabindex="0"]').count(), 1);
  assert.equal(await node(page, 'text.Write').getAttribute('tabindex'), '0');
  const label = await node(page, 'text.Write').getAttribute('aria-label');
  assert.equal(label, 'text.Write, flat 9\u202fns (4.64\u202f%), cum 9\u202fns (4.64\u202f%)');
});

test('the wheel zooms around the pointer, keys and buttons zoom too, and a button fits the graph again', async () => {
  const page = await openGraph();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  const fitted = await scale(page);
  const box = (await node(page, 'parse.next').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.page.mouse.move(middle.x, middle.y);
  await page.page.mouse.wheel(0, -400);
  await page.page.waitForFunction((before) => {
    return !document.querySelector('.scene')!.getAttribute('transform')!.includes(`scale(${before})`);
  }, fitted);
  const zoomed = (await node(page, 'parse.next').boundingBox())!;
  assert.ok(zoomed.width > box.width);
  assert.ok(Math.abs(zoomed.x + zoomed.width / 2 - middle.x) < 1.5, 'the function moves away from the pointer');
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.equal(await scale(page), fitted);
  await page.page.getByRole('button', { name: 'Zoom in' }).click();
  assert.ok((await scale(page)) > fitted);
  await node(page, 'main.main').focus();
  await press(page, '-', '-');
  assert.ok((await scale(page)) < fitted);
  await press(page, '0');
  assert.equal(await scale(page), fitted);
});

test('dragging moves the graph and keeps the selection', async () => {
  const page = await openGraph();
  await node(page, 'main.load').click();
  const box = (await node(page, 'main.main').boundingBox())!;
  await page.page.mouse.move(box.x + 5, box.y + 5);
  await page.page.mouse.down();
  await page.page.mouse.move(box.x + 45, box.y + 35, { steps: 4 });
  await page.page.mouse.up();
  const moved = (await node(page, 'main.main').boundingBox())!;
  assert.deepEqual([Math.round(moved.x - box.x), Math.round(moved.y - box.y)], [40, 30]);
  assert.equal(await node(page, 'main.load').getAttribute('aria-selected'), 'true');
});

test('the selection is shared with the other tabs', async () => {
  const page = await openGraph();
  await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
  await page.frame('main.load').click();
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  assert.equal(await node(page, 'main.load').getAttribute('aria-selected'), 'true');
  const [view, box] = [page.page.locator('.call-graph'), node(page, 'main.load')].map((part) => part.boundingBox());
  assert.ok(isInside((await box)!, (await view)!));
  await node(page, 'main.main').click();
  await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
  await page.page.waitForFunction(() => document.querySelector('#focused-frame')?.getAttribute('name') === 'main.main');
});

test('the details say if the selected function is not in the graph', async () => {
  const page = await tests.open();
  await setCallGraph(page, SMALL);
  await page.load('all 0\n  main.main 5 /src/m.go:1\n    rare.F 7 /src/m.go:3');
  await page.frame('rare.F').click();
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.shows('.call-graph-tab .detail-source', 'Not among the functions that the graph shows.');
  assert.equal(await detail(page, 'detail-name'), 'rare.F');
});

test('the search marks matches, and Enter selects the next match', async () => {
  const page = await openGraph();
  await press(page, '/');
  await page.page.keyboard.type('PARSE');
  await page.shows('[data-tab=graph] .search-result', '2 matches');
  assert.equal(await page.page.locator('.box.matched').count(), 2);
  const selected = () => page.page.locator('.box.selected [role=option]').getAttribute('aria-label');
  await press(page, 'Enter');
  const first = await selected();
  await press(page, 'Enter');
  assert.match((await selected())!, /^parse\./);
  assert.notEqual(await selected(), first);
  await press(page, 'Escape');
  assert.equal(await page.page.locator('.box.matched').count(), 0);
});

test('a new number of functions or shape requests a new graph, and both survive a reload', async () => {
  const page = await openGraph();
  await choose(page, 'Functions', '20 functions');
  await choose(page, 'Shape', 'Call tree');
  const requested = () => page.page.evaluate(() => fakeHost.requests('callGraph').map(({ params }) => params));
  const defaults = { nodeCount: 80, callTree: false, trim: true };
  const [fewer, tree] = [{ ...defaults, nodeCount: 20 }, { ...defaults, nodeCount: 20, callTree: true }];
  assert.deepEqual(await requested(), [defaults, fewer, tree]);
  await page.page.reload();
  await setCallGraph(page, STACKS);
  await page.page.evaluate(() => fakeHost.load('all 0\n  main.main 5 /src/m.go:1'));
  await page.page.waitForSelector('.call-graph-tab.drawn');
  assert.deepEqual(await requested(), [tree]);
});

test('dropped functions are counted, and a checkbox shows all functions, even after a reload', async () => {
  const stacks = '995 | main.main m.go:1\n 4 | small.F s.go:1 < main.main m.go:1\n 3 | small.G s.go:3 < main.main m.go:1';
  const page = await openGraph(stacks);
  await page.shows('.note:not([hidden])', '1 of 3 functions');
  const title = await page.page.locator('.note:not([hidden])').getAttribute('title');
  assert.equal(title, 'Left out: 2 with a cum of 5\u202fns or less, which “All functions” shows');
  assert.equal(await node(page, 'small.F').count(), 0);
  const all = () => page.page.getByRole('checkbox', { name: 'All functions' });
  assert.equal(await all().getAttribute('aria-checked'), 'false');
  await setCallGraph(page, stacks, false);
  await all().focus();
  await press(page, 'Space');
  await node(page, 'small.F').waitFor();
  await page.picture('call-graph-all');
  await page.shows('.note:not([hidden])', '3 functions');
  assert.equal(await page.page.getByRole('combobox', { name: 'Functions' }).isVisible(), false);
  assert.deepEqual(await violationsOn(page.page), []);
  await page.page.reload();
  await setCallGraph(page, stacks, false);
  await page.page.evaluate(() => fakeHost.load('all 0\n  main.main 5 /src/m.go:1'));
  await page.page.waitForSelector('.call-graph-tab.drawn');
  const requested = await page.page.evaluate(() => fakeHost.requests('callGraph').map(({ params }) => params));
  assert.deepEqual(requested, [{ nodeCount: 80, callTree: false, trim: false }]);
  assert.equal(await all().getAttribute('aria-checked'), 'true');
  await setCallGraph(page, stacks);
  await all().click();
  await page.shows('.note:not([hidden])', '1 of 3 functions');
  await page.picture('call-graph-dropped');
  assert.deepEqual(await violationsOn(page.page), []);
});

test('returning to the tab keeps the zoom if the graph is the same, and otherwise draws the new graph', async () => {
  const page = await openGraph();
  await page.page.getByRole('button', { name: 'Zoom in' }).click();
  const before = await scale(page);
  const leaveAndReturn = async () => {
    await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
    await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  };
  const requestCount = () => page.page.evaluate(() => fakeHost.requests('callGraph').length);
  await leaveAndReturn();
  assert.equal(await requestCount(), 2);
  assert.equal(await scale(page), before);
  await setCallGraph(page, SMALL);
  await leaveAndReturn();
  await node(page, 'only.F').waitFor();
});

test('the menu of a function copies its name and opens other tabs', async () => {
  const page = await openGraph();
  await node(page, 'main.load').click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Copy name' }).click();
  assert.deepEqual(await page.sent('copy'), { kind: 'copy', text: 'main.load' });
  await node(page, 'main.load').focus();
  await press(page, 'Shift+F10');
  await page.page.getByRole('menuitem', { name: 'Show in flame graph' }).click();
  await page.page.waitForFunction(() => document.querySelector('#focused-frame')?.getAttribute('name') === 'main.load');
});

test('the menu refines the profile by a function', async () => {
  const page = await openGraph();
  await node(page, 'main.load').click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Ignore' }).click();
  const pattern = await page.page.waitForFunction(() => fakeHost.requests('refine')[0]?.params.ignore);
  assert.match((await pattern.jsonValue())!, /main\\\.load/);
});

test('an answer to an older request is not drawn', async () => {
  const page = await openGraph(SMALL);
  await page.page.evaluate(() => (fakeHost.holding = true));
  await choose(page, 'Functions', '20 functions');
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await choose(page, 'Functions', '40 functions');
  const late = await drawnGraph('1 | late.F f.go:1');
  const current = await drawnGraph('1 | current.F f.go:1');
  await page.page.evaluate(([lateGraph, currentGraph]) => {
    const lastRequests = fakeHost.requests('callGraph').slice(-2);
    const [earlier, later] = lastRequests.map(({ request }) => request);
    const answer = (request: typeof later, ok: typeof lateGraph) => postMessage({ kind: 'reply', request, ok });
    answer(later, currentGraph);
    answer(earlier, lateGraph);
  }, [late, current] as const);
  await node(page, 'current.F').waitFor();
  await page.page.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.equal(await node(page, 'late.F').count(), 0);
});

test('a failure is shown and can be retried', async () => {
  const page = await openGraph();
  await page.page.evaluate(() => void (fakeHost.failing = 'Laying out this graph takes too long. Show fewer nodes.'));
  await choose(page, 'Functions', '320 functions');
  await page.shows('.banner', 'takes too long');
  assert.ok(await node(page, 'main.main').isVisible(), 'the last graph is gone');
  await page.page.evaluate(() => void (fakeHost.failing = ''));
  await page.page.getByRole('button', { name: 'Try again' }).click();
  await page.page.waitForSelector('.banner', { state: 'hidden' });
});

for (const theme of THEMES) {
  test(`texts, arrows and borders have enough contrast: ${theme}`, async () => {
    const page = await openGraph(STACKS, { theme });
    await page.picture(`call-graph-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    const { text, stroke } = await lowestContrasts(page);
    assert.ok(text.contrast >= 4.5, `${text.element}: ${text.contrast.toFixed(2)}`);
    assert.ok(stroke.contrast >= 3, `${stroke.element}: ${stroke.contrast.toFixed(2)}`);
    await node(page, 'main.load').click();
    await page.picture(`call-graph-${theme}-selected`);
    assert.deepEqual(await violationsOn(page.page), []);
    assert.deepEqual(await page.problems(), []);
  });
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isInside(box: Rectangle, view: Rectangle): boolean {
  const fits = (axis: 'x' | 'y', length: 'width' | 'height') =>
    box[axis] >= view[axis] && box[axis] + box[length] <= view[axis] + view[length];
  return fits('x', 'width') && fits('y', 'height');
}

interface Contrast {
  readonly element: string;
  readonly contrast: number;
}

/** Returns the lowest contrasts (WCAG 2.2), by computed styles, of a text to its box and of a stroke to the page. */
function lowestContrasts({ page }: PageUnderTest): Promise<{ readonly text: Contrast; readonly stroke: Contrast }> {
  return page.evaluate(() => {
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
    const contrast = (color: string, otherColor: string) => {
      const [a, b] = [luminance(color), luminance(otherColor)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const lowest = (contrasts: readonly Contrast[]) => contrasts.reduce((a, b) => (b.contrast < a.contrast ? b : a));
    const background = getComputedStyle(document.body).backgroundColor;
    const boxes = [...document.querySelectorAll('.box:not(.legend)')].map((box) => {
      const fill = getComputedStyle(box.querySelector('path')!).fill;
      const text = box.querySelector('text')!;
      return { element: text.textContent!, contrast: contrast(getComputedStyle(text).fill, fill) };
    });
    const strokes = [...document.querySelectorAll('.arrow path, .box:not(.legend) path')].map((path) => {
      const { stroke } = getComputedStyle(path);
      const element = `${path.closest('.arrow, .box')!.textContent} ${stroke}`;
      return { element, contrast: contrast(stroke, background) };
    });
    return { text: lowest(boxes), stroke: lowest(strokes) };
  });
}
