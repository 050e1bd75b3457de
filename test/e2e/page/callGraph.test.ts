import assert from 'node:assert/strict';
import test from 'node:test';
import type { DrawnGraph } from '../../../src/profile/answers/graph';
import { violationsOn } from './accessibility';
import { pageTests, type Options, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';
import type { ThemeName } from './themes';

const tests = pageTests();

const THEMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** Inlined calls, calls through hidden functions, recursion, labels, shares of each color, and a decrease. */
const STACKS = `
  90 | parse.next p.go:1 ^ parse.token p.go:9 < main.load m.go:3 < main.main m.go:1 {kind=cold}
  60 | alloc.grow a.go:1 < hidden.step h.go:1 < main.load m.go:4 < main.main m.go:1 {kind=warm}
  25 | main.walk m.go:9 < main.walk m.go:9 < main.main m.go:2
  9  | text.Write t.go:3 < main.main m.go:5
  2  | os.Open o.go:3 < main.main m.go:5
  -8 | less.Before x.go:1 < main.main m.go:6
`;
const SMALL = '7 | only.F f.go:1 < main.main m.go:1';

/** The page with the call graph of stacks, in its tab. */
async function opened(stacks = STACKS, options: Options = {}): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await answerWith(page, stacks);
  await page.load('all 0\n  main.main 5 /src/m.go:1\n    main.load 7 /src/m.go:3');
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.page.waitForSelector('.call-graph-tab.drawn');
  return page;
}

async function answerWith(page: PageUnderTest, stacks: string, trim = true): Promise<void> {
  const graph = await drawnGraph(stacks, trim);
  await page.page.evaluate((made) => void (fakeHost.callGraph = made), graph);
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

/** Names of the highlighted boxes, without the selected ones. */
const near = ({ page }: PageUnderTest) =>
  page.locator('.box.near:not(.selected) [role=option]').evaluateAll((boxes) =>
    boxes.map((box) => box.getAttribute('aria-label')!.split(',')[0]!).sort(),
  );

async function scale({ page }: PageUnderTest): Promise<number> {
  const transform = await page.locator('.scene').getAttribute('transform');
  return Number(/scale\((.+)\)/.exec(transform!)![1]);
}

test('a graph is shown as a whole, with functions, labels, arrows and the legend', async () => {
  const page = await opened();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  const graph = await drawnGraph(STACKS);
  const { boxes, arrows } = graph.picture;
  assert.equal(await page.page.locator('.box.function').count(), graph.report.nodes.length);
  assert.equal(await page.page.locator('.box.label').count(), boxes.filter(({ kind }) => kind === 'label').length);
  assert.equal(await page.page.locator('.arrow').count(), arrows.length);
  assert.match(await page.page.locator('.legend').innerHTML(), /Showing nodes accounting for/);
  const room = (await page.page.locator('.call-graph').boundingBox())!;
  const scene = (await page.page.locator('.scene').boundingBox())!;
  assert.ok(scene.x >= room.x && scene.x + scene.width <= room.x + room.width, 'too wide');
  assert.ok(scene.y >= room.y && scene.y + scene.height <= room.y + room.height, 'too high');
  assert.deepEqual(await page.problems(), []);
});

test('a graph that is too large opens readable on its hottest path, and a map shows where and leads elsewhere', async () => {
  const page = await opened(STACKS, { width: 420, height: 420 });
  assert.ok((await scale(page)) > 1);
  const room = (await page.page.locator('.call-graph').boundingBox())!;
  const hottest = (await node(page, 'parse.next').boundingBox())!;
  assert.ok(isInside(hottest, room), 'the hottest function is seen');
  const [map, seen] = [page.page.locator('.graph-map svg'), page.page.locator('.graph-map .seen')];
  const before = (await seen.boundingBox())!;
  await map.click({ position: { x: 2, y: 2 } });
  const after = (await seen.boundingBox())!;
  assert.ok(after.y < before.y, 'up');
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.equal(await page.page.locator('.graph-map').isVisible(), false);
  assert.deepEqual(await page.problems(), []);
});

test('names are shown as text, never as HTML', async () => {
  const page = await opened();
  const hostile = '<script>alert(1)</script><b onclick=alert(2)>';
  const graph = JSON.parse(JSON.stringify(await drawnGraph(SMALL)).replaceAll('only.F', hostile)) as DrawnGraph;
  await page.page.evaluate((made) => void (fakeHost.callGraph = made), graph);
  await choose(page, 'Functions', '20 functions');
  await node(page, hostile).click();
  assert.equal(await page.page.locator(':is(.call-graph, .details) :is(script, b)').count(), 0);
  assert.equal(await detail(page, 'detail-name'), hostile);
  assert.deepEqual(await page.problems(), []);
});

test('a click selects a function, highlights its callers and callees, and shows its figures', async () => {
  const page = await opened();
  await node(page, 'main.load').click();
  assert.equal(await node(page, 'main.load').getAttribute('aria-selected'), 'true');
  assert.deepEqual(await near(page), ['hidden.step', 'main.main', 'parse.token']);
  assert.equal(await detail(page, 'detail-name'), 'main.load');
  assert.equal(await detail(page, 'detail-source'), '1 caller, 2 callees in the graph');
  assert.match(await detail(page, 'figures'), /0[^]*0%[^]*150ns[^]*77\.32%/);
});

test('a click on the background clears the selection', async () => {
  const page = await opened();
  await node(page, 'main.load').click();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  await page.page.locator('.call-graph > svg').click({ position: { x: 4, y: 4 } });
  assert.equal(await page.page.locator('.box.selected').count(), 0);
  assert.match(await detail(page, 'detail-source'), /Click a function/);
});

test("hovering a function shows its details; then the selected function's details return", async () => {
  const page = await opened();
  await node(page, 'main.load').click();
  await node(page, 'main.main').hover();
  await page.shows('.call-graph-tab .detail-name', 'main.main');
  await page.page.mouse.move(2, 2);
  await page.shows('.call-graph-tab .detail-name', 'main.load');
});

test('double click, Ctrl+click, the button and Enter open the source of a function', async () => {
  const page = await opened();
  const ways = [
    () => node(page, 'main.load').dblclick(),
    () => node(page, 'main.load').click({ modifiers: ['ControlOrMeta'] }),
    () => page.page.getByRole('button', { name: 'Open source' }).click(),
    async () => {
      await node(page, 'main.load').focus();
      await press(page, 'Enter');
    },
  ];
  for (const [count, way] of ways.entries()) {
    await way();
    assert.deepEqual(await page.sent('openFunction', count), { kind: 'openFunction', profile: 3, function: 'main.load' });
  }
});

test('a double click opens the clicked function although the first click zooms in', async () => {
  const page = await opened(STACKS, { width: 420, height: 420 });
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.ok((await scale(page)) < 1);
  await node(page, 'os.Open').dblclick();
  assert.ok((await scale(page)) > 1);
  const { function: name } = (await page.sent('openFunction')) as { function: string };
  assert.equal(name, 'os.Open');
});

test('arrow keys move along the calls', async () => {
  const page = await opened();
  await node(page, 'main.main').focus();
  const at = () => page.page.evaluate(() => document.activeElement!.getAttribute('aria-label')!.split(',')[0]);
  await press(page, 'ArrowDown');
  assert.equal(await at(), 'main.load');
  await press(page, 'ArrowDown', 'ArrowDown');
  assert.equal(await at(), 'parse.next');
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  assert.equal(await at(), 'main.main');
  assert.equal(await node(page, 'main.main').getAttribute('aria-selected'), 'true');
  await press(page, 'Escape');
  assert.equal(await page.page.locator('.box.selected').count(), 0);
});

test('functions are one stop of the Tab key and are announced with name, flat and cum', async () => {
  const page = await opened();
  assert.equal(await page.page.locator('.call-graph [tabindex="0"]').count(), 1);
  await node(page, 'text.Write').click();
  assert.equal(await page.page.locator('.call-graph [tabindex="0"]').count(), 1);
  assert.equal(await node(page, 'text.Write').getAttribute('tabindex'), '0');
  const label = await node(page, 'text.Write').getAttribute('aria-label');
  assert.equal(label, 'text.Write, flat 9ns (4.64%), cum 9ns (4.64%)');
});

test('the wheel zooms around the pointer, keys and buttons around the center, and one button fits the graph again', async () => {
  const page = await opened();
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  const whole = await scale(page);
  const box = (await node(page, 'parse.next').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.page.mouse.move(middle.x, middle.y);
  await page.page.mouse.wheel(0, -400);
  await page.page.waitForFunction((before) => {
    return !document.querySelector('.scene')!.getAttribute('transform')!.includes(`scale(${before})`);
  }, whole);
  const larger = (await node(page, 'parse.next').boundingBox())!;
  assert.ok(larger.width > box.width);
  assert.ok(Math.abs(larger.x + larger.width / 2 - middle.x) < 1.5, 'moved away from the pointer');
  await page.page.getByRole('button', { name: 'Show everything' }).click();
  assert.equal(await scale(page), whole);
  await page.page.getByRole('button', { name: 'Zoom in' }).click();
  assert.ok((await scale(page)) > whole);
  await node(page, 'main.main').focus();
  await press(page, '-', '-');
  assert.ok((await scale(page)) < whole);
  await press(page, '0');
  assert.equal(await scale(page), whole);
});

test('dragging moves the graph and does not click', async () => {
  const page = await opened();
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
  const page = await opened();
  await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
  await page.frame('main.load').click();
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  assert.equal(await node(page, 'main.load').getAttribute('aria-selected'), 'true');
  const [room, box] = [page.page.locator('.call-graph'), node(page, 'main.load')].map((each) => each.boundingBox());
  assert.ok(isInside((await box)!, (await room)!));
  await node(page, 'main.main').click();
  await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
  await page.page.waitForFunction(() => document.querySelector('#focused-frame')?.getAttribute('name') === 'main.main');
});

test('the details say if the selected function is not in the graph', async () => {
  const page = await tests.open();
  await answerWith(page, SMALL);
  await page.load('all 0\n  main.main 5 /src/m.go:1\n    rare.F 7 /src/m.go:3');
  await page.frame('rare.F').click();
  await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.shows('.call-graph-tab .detail-source', 'Not among the functions that the graph shows.');
  assert.equal(await detail(page, 'detail-name'), 'rare.F');
});

test('the search marks matches and Enter selects the next one', async () => {
  const page = await opened();
  await press(page, '/');
  await page.page.keyboard.type('PARSE');
  await page.shows('.call-graph-tools .search-result', '2 matches');
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

test('the number of functions and the shape request a new graph and survive a reload', async () => {
  const page = await opened();
  await choose(page, 'Functions', '20 functions');
  await choose(page, 'Shape', 'Call tree');
  const asked = () => page.page.evaluate(() => fakeHost.asked('callGraph').map(({ params }) => params));
  const standard = { nodeCount: 80, callTree: false, trim: true };
  const [fewer, tree] = [{ ...standard, nodeCount: 20 }, { ...standard, nodeCount: 20, callTree: true }];
  assert.deepEqual(await asked(), [standard, fewer, tree]);
  await page.page.reload();
  await answerWith(page, STACKS);
  await page.page.evaluate(() => fakeHost.load('all 0\n  main.main 5 /src/m.go:1'));
  await page.page.waitForSelector('.call-graph-tab.drawn');
  assert.deepEqual(await asked(), [tree]);
});

test('small functions are counted and shown on demand, by keyboard too, and after a reload', async () => {
  const stacks = '995 | main.main m.go:1\n 4 | small.F s.go:1 < main.main m.go:1\n 3 | small.G s.go:3 < main.main m.go:1';
  const page = await opened(stacks);
  await page.shows('.call-graph-tools .dropped', '2 left out (≤ 0.005us)');
  assert.equal(await node(page, 'small.F').count(), 0);
  const all = () => page.page.getByRole('checkbox', { name: 'All functions' });
  assert.equal(await all().getAttribute('aria-checked'), 'false');
  await answerWith(page, stacks, false);
  await all().focus();
  await press(page, 'Space');
  await node(page, 'small.F').waitFor();
  await page.picture('call-graph-all');
  assert.equal(await page.page.locator('.call-graph-tools .dropped').textContent(), '');
  assert.equal(await page.page.getByRole('combobox', { name: 'Functions' }).isVisible(), false);
  assert.deepEqual(await violationsOn(page.page), []);
  await page.page.reload();
  await answerWith(page, stacks, false);
  await page.page.evaluate(() => fakeHost.load('all 0\n  main.main 5 /src/m.go:1'));
  await page.page.waitForSelector('.call-graph-tab.drawn');
  const asked = await page.page.evaluate(() => fakeHost.asked('callGraph').map(({ params }) => params));
  assert.deepEqual(asked, [{ nodeCount: 80, callTree: false, trim: false }]);
  assert.equal(await all().getAttribute('aria-checked'), 'true');
  await answerWith(page, stacks);
  await all().click();
  await page.shows('.call-graph-tools .dropped', '2 left out (≤ 0.005us)');
  await page.picture('call-graph-dropped');
  assert.deepEqual(await violationsOn(page.page), []);
});

test('returning to the tab keeps the zoom; another graph is drawn anew', async () => {
  const page = await opened();
  await page.page.getByRole('button', { name: 'Zoom in' }).click();
  const before = await scale(page);
  const leaveAndReturn = async () => {
    await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
    await page.page.getByRole('tab', { name: 'Graph', exact: true }).click();
  };
  const answers = () => page.page.evaluate(() => fakeHost.asked('callGraph').length);
  await leaveAndReturn();
  assert.equal(await answers(), 2);
  assert.equal(await scale(page), before);
  await answerWith(page, SMALL);
  await leaveAndReturn();
  await node(page, 'only.F').waitFor();
});

test('the menu of a function copies its name and opens other tabs', async () => {
  const page = await opened();
  await node(page, 'main.load').click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Copy name' }).click();
  assert.deepEqual(await page.sent('copy'), { kind: 'copy', text: 'main.load' });
  await node(page, 'main.load').focus();
  await press(page, 'Shift+F10');
  await page.page.getByRole('menuitem', { name: 'Show in flame graph' }).click();
  await page.page.waitForFunction(() => document.querySelector('#focused-frame')?.getAttribute('name') === 'main.load');
});

test('the menu refines the profile by a function', async () => {
  const page = await opened();
  await node(page, 'main.load').click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Ignore' }).click();
  const asked = await page.page.waitForFunction(() => fakeHost.asked('refine')[0]?.params.ignore);
  assert.match((await asked.jsonValue())!, /main\\\.load/);
});

test('a late answer is not drawn', async () => {
  const page = await opened(SMALL);
  await page.page.evaluate(() => (fakeHost.holding = true));
  await choose(page, 'Functions', '20 functions');
  await page.page.waitForFunction(() => fakeHost.isHolding);
  await choose(page, 'Functions', '40 functions');
  const late = await drawnGraph('1 | late.F f.go:1');
  const right = await drawnGraph('1 | right.F f.go:1');
  await page.page.evaluate(([first, second]) => {
    const [earlier, later] = fakeHost.asked('callGraph').slice(-2).map(({ request, profile }) => ({ request, profile }));
    const answer = (to: typeof later, graph: typeof first) =>
      postMessage({ kind: 'answer', question: 'callGraph', ...to, answer: graph });
    answer(later, second);
    answer(earlier, first);
  }, [late, right] as const);
  await node(page, 'right.F').waitFor();
  await page.page.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.equal(await node(page, 'late.F').count(), 0);
});

test('a failure is shown and can be retried', async () => {
  const page = await opened();
  await page.page.evaluate(() => void (fakeHost.failing = 'Laying out this graph takes too long. Show fewer nodes.'));
  await choose(page, 'Functions', '320 functions');
  await page.shows('.banner', 'takes too long');
  assert.ok(await node(page, 'main.main').isVisible(), 'the last good picture stays');
  await page.page.evaluate(() => void (fakeHost.failing = ''));
  await page.page.getByRole('button', { name: 'Try again' }).click();
  await page.page.waitForSelector('.banner', { state: 'hidden' });
});

for (const theme of THEMES) {
  test(`texts and arrows have enough contrast: ${theme}`, async () => {
    const page = await opened(STACKS, { theme });
    await page.picture(`call-graph-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    const { text, pen } = await leastContrasts(page);
    assert.ok(text.contrast >= 4.5, `${text.what}: ${text.contrast.toFixed(2)}`);
    assert.ok(pen.contrast >= 3, `${pen.what}: ${pen.contrast.toFixed(2)}`);
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

function isInside(box: Rectangle, room: Rectangle): boolean {
  const fits = (axis: 'x' | 'y', length: 'width' | 'height') =>
    box[axis] >= room[axis] && box[axis] + box[length] <= room[axis] + room[length];
  return fits('x', 'width') && fits('y', 'height');
}

interface Contrast {
  readonly what: string;
  readonly contrast: number;
}

/** The lowest contrasts (WCAG 2.2) from computed styles: of text with its box, and of a pen with the page. */
function leastContrasts({ page }: PageUnderTest): Promise<{ readonly text: Contrast; readonly pen: Contrast }> {
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
    const contrast = (one: string, other: string) => {
      const [a, b] = [luminance(one), luminance(other)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const least = (all: readonly Contrast[]) => all.reduce((a, b) => (b.contrast < a.contrast ? b : a));
    const ground = getComputedStyle(document.body).backgroundColor;
    const boxes = [...document.querySelectorAll('.box:not(.legend)')].map((box) => {
      const fill = getComputedStyle(box.querySelector('path')!).fill;
      const text = box.querySelector('text')!;
      return { what: text.textContent!, contrast: contrast(getComputedStyle(text).fill, fill) };
    });
    const pens = [...document.querySelectorAll('.arrow path, .box:not(.legend) path')].map((path) => {
      const { stroke } = getComputedStyle(path);
      return { what: `${path.closest('.arrow, .box')!.textContent} ${stroke}`, contrast: contrast(stroke, ground) };
    });
    return { text: least(boxes), pen: least(pens) };
  });
}
