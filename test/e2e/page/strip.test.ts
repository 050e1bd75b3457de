import assert from 'node:assert/strict';
import test from 'node:test';
import { RUNTIME_FIGURES, type RuntimeFigure } from '../../../src/timeline/runtimeFigures';
import { WATCH_FIGURES } from '../../../src/timeline/watchFigures';
import type { TimeRange } from '../../../src/timeline/window';
import { violationsOn } from './accessibility';
import { type Options, pageTests, type PageUnderTest } from './browser';
import { watchObservers } from './observers';
import { THEMES, type ThemeName } from './themes';

const tests = pageTests();
const WORK = 'all 0\n  main.main 60 /src/m.go:7\n    main.work 20 /src/m.go:9';
const TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const WALL_TYPES = [TYPES[0]!, { type: 'wall', unit: 'nanoseconds' }, { type: 'wall_all', unit: 'nanoseconds' }];
const [WHOLE, RECENT, CHOSEN, WALL, RECENT_WALL] = [3, 5, 6, 7, 8];

type RunTime = NonNullable<NonNullable<Parameters<PageUnderTest['load']>[1]>['runTime']>;
type Rows = NonNullable<typeof fakeHost.figures>;

/** A row a second, whose figures are small whole numbers. */
function rows(count: number, changes: Partial<Rows> = {}): Rows {
  const value = (figure: RuntimeFigure, row: number) => (figure === 'gcShare' && row % 2 === 0 ? null : figure === 'processors' ? 2 : row + 1);
  return {
    version: 1, from: 0, isLive: false,
    times: Array.from({ length: count }, (_, row) => row),
    columns: RUNTIME_FIGURES.map((figure) => Array.from({ length: count }, (_, row) => value(figure, row))),
    ...changes,
  };
}

function stateOf(captured: number, runTime: Partial<RunTime> = {}) {
  const siblings = [
    [WHOLE, 'cpu'], [RECENT, 'cpu, last 10 s'], [CHOSEN, 'cpu, 2.0 to 5.0 s'],
    [WALL, 'wall'], [RECENT_WALL, 'wall, last 10 s'],
  ] as const;
  return {
    id: captured, captured, title: 'app',
    siblings: siblings.map(([id, label]) => ({ id, label, sampleTypes: label.startsWith('wall') ? WALL_TYPES : TYPES })),
    runTime: { whole: WHOLE, recent: RECENT, canChoose: true, ...runTime },
  };
}

async function openStrip(
  figures: Rows | undefined,
  runTime: Partial<RunTime> = {},
  options: Options = {},
): Promise<PageUnderTest> {
  const opened = await tests.open({ width: 700, height: 800, ...options });
  await opened.page.evaluate((given) => void (fakeHost.figures = given), figures);
  await opened.load(WORK, stateOf(WHOLE, runTime));
  if (figures) await opened.page.locator('.strip').waitFor();
  return opened;
}

const show = ({ page }: PageUnderTest, captured: number, runTime: Partial<RunTime>) =>
  page.evaluate(([tree, state]) => fakeHost.load(tree, state), [WORK, stateOf(captured, runTime)] as const);

const orders = ({ page }: PageUnderTest) => page.evaluate(() => fakeHost.received.flatMap((message): unknown[] => {
  if (message.kind === 'chooseTime') return [message.time ?? 'whole'];
  return message.kind === 'setSampleType' ? [message.profile] : [];
}));

/** Waits until the chart in view has its rows: before, no place on it is a moment, and keys go nowhere. */
const untilCharted = ({ page }: PageUnderTest) => page.locator('.strip .chart-tools .link:visible').first().waitFor();

async function placeOf({ page }: PageUnderTest, seconds: number, last = 9) {
  const box = (await page.locator('.strip .u-over:visible').boundingBox())!;
  return { x: box.x + (box.width * seconds) / last, y: box.y + box.height / 2 };
}

test('a drag over the strip chooses the time, a click a moment, and the bounds of what is shown are marked', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  await untilCharted(opened);
  const [from, to] = [await placeOf(opened, 2.5), await placeOf(opened, 4.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const [range] = (await orders(opened)) as { from: number; to: number }[];
  assert.ok(Math.abs(range!.from - 2.5) < 0.1 && Math.abs(range!.to - 4.5) < 0.1, JSON.stringify(range));
  await show(opened, CHOSEN, { chosen: { profile: CHOSEN, label: 'cpu, 2.0 to 5.0 s' }, shown: { from: 2, to: 5 } });
  await page.getByRole('button', { name: '2.0 to 5.0 s', pressed: true }).waitFor();
  const mark = (await page.locator('.strip .selected:visible').boundingBox())!;
  const [left, right] = [await placeOf(opened, 2), await placeOf(opened, 5)];
  assert.ok(Math.abs(mark.x - left.x) < 3 && Math.abs(mark.x + mark.width - right.x) < 4);
  const moment = await placeOf(opened, 7.1);
  await page.mouse.click(moment.x, moment.y);
  assert.deepEqual((await orders(opened)).at(-1), { from: 7, to: 7 });
  assert.deepEqual(await opened.problems(), []);
});

test('the charts stay where they are, however long the pointer moves over them', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  await untilCharted(opened);
  const bounds = async () => [await page.locator('.strip figcaption').boundingBox(), await page.locator('.strip .plot').boundingBox()];
  const { x, y } = await placeOf(opened, 1);
  await page.mouse.move(x, y);
  const before = await bounds();
  await page.mouse.move(x + 200, y, { steps: 40 });
  assert.deepEqual(await bounds(), before);
});

test('one click or Escape goes back to the whole run, and one click to the last seconds', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  const chosen = { chosen: { profile: CHOSEN, label: 'cpu, 2.0 to 5.0 s' } };
  await page.getByRole('button', { name: 'last 10 s' }).click();
  await show(opened, CHOSEN, { ...chosen, shown: { from: 2, to: 5 } });
  await page.getByRole('button', { name: 'since start', pressed: false }).click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Escape');
  assert.deepEqual(await orders(opened), [RECENT, 'whole', 'whole']);
});

test('the profile of a chosen time stays when the user goes back to the whole run from another profile', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  const chosen = { chosen: { profile: CHOSEN, label: 'cpu, 2.0 to 5.0 s' } };
  for (const [shown, runTime] of [[RECENT, {}], [RECENT_WALL, { whole: WALL, recent: RECENT_WALL }]] as const) {
    for (const goBack of [
      () => page.getByRole('button', { name: 'since start' }).click(),
      () => page.getByRole('slider').press('Escape'),
    ]) {
      await show(opened, shown, { ...chosen, ...runTime });
      await page.getByRole('button', { name: 'last 10 s', pressed: true }).waitFor();
      await goBack();
    }
  }
  assert.deepEqual(await orders(opened), [WHOLE, WHOLE, WALL, WALL]);
});

test('the profile of a chosen time is shown under a sample type that it has', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  const runTime = { chosen: { profile: CHOSEN, label: 'cpu, 2.0 to 5.0 s' }, whole: WALL, recent: RECENT_WALL };
  const types = { sampleTypes: WALL_TYPES, sampleType: 2 };
  for (const name of ['2.0 to 5.0 s', 'last 10 s']) {
    const state = { ...stateOf(WALL, runTime), ...types };
    await page.evaluate(([tree, shown]) => fakeHost.load(tree, shown), [WORK, state] as const);
    await page.getByRole('button', { name: 'since start', pressed: true }).waitFor();
    await page.getByRole('button', { name, pressed: false }).click();
  }
  const sent = await page.evaluate(() => fakeHost.received.flatMap((message) => {
    return message.kind === 'setSampleType' ? [[message.profile, message.sampleType]] : [];
  }));
  assert.deepEqual(sent, [[CHOSEN, 1], [RECENT_WALL, 2]]);
});

test('a range is chosen with the keyboard alone', async () => {
  const opened = await openStrip(rows(10));
  const { page } = opened;
  await page.getByRole('slider').focus();
  await untilCharted(opened);
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual(await orders(opened), [{ from: 1, to: 3 }]);
});

test('while the program runs, rows are added, and when the agent has halved them, they are read anew', async () => {
  const opened = await openStrip(rows(3, { isLive: true }), {}, { height: 500 });
  const { page } = opened;
  await page.locator('.strip-summary', { hasText: /^2\ss · 3.0 of 2 CPUs/ }).waitFor();
  const next = { ...rows(1, { isLive: true, from: 3 }), times: [3] };
  await page.evaluate((given) => void (fakeHost.figures = given), next);
  await page.locator('.strip-summary', { hasText: /^3\ss · 1.0 of 2 CPUs/ }).waitFor();
  await page.evaluate((given) => void (fakeHost.figures = given), rows(2, { version: 2 }));
  await page.locator('.strip-summary', { hasText: /^1\ss · up to 2.0 of 2 CPUs/ }).waitFor();
});

test('figures that an older Go does not have are left out', async () => {
  const known = rows(4);
  const missing: readonly RuntimeFigure[] = ['running', 'runnable', 'notInGo'];
  const columns = known.columns.map((column, i) => {
    return missing.includes(RUNTIME_FIGURES[i]!) ? column.map(() => null) : column;
  });
  const { page } = await openStrip({ ...known, columns });
  await page.getByLabel('Figures').selectOption('Goroutines');
  assert.deepEqual(await page.locator('.strip .series:visible').allInnerTexts(), ['all']);
});

test('all figures are a table, which is copied as CSV', async () => {
  const { page } = await openStrip(rows(4));
  await page.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Figures of the runtime' });
  const cells = await table.locator('tr[data-row="1"] td').allInnerTexts();
  assert.deepEqual(cells.slice(0, 4), ['1.0 s', '2', '2', '2\u202fB']);
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  const texts = await page.evaluate(() => fakeHost.received.flatMap((each) => (each.kind === 'copy' ? [each.text] : [])));
  const lines = texts[0]!.split('\r\n');
  assert.match(lines[0]!, /^time \(seconds\),CPU: used \(count\),.*GC share: of available CPU time \(%\)/);
  assert.equal(lines[1]!.split(',').length, lines[0]!.split(',').length);
  assert.equal(lines.length, 6);
});

test('charts and tables that others replace observe the page no longer', async () => {
  const opened = await openStrip(undefined);
  const { page } = opened;
  const observers = await watchObservers(page);
  await page.evaluate((given) => void (fakeHost.figures = given), rows(4));
  const counts: number[] = [];
  for (const capture of ['a', 'b', 'c']) {
    await page.evaluate(([tree, state]) => fakeHost.load(tree, state), [WORK, { ...stateOf(WHOLE), capture }] as const);
    await page.locator('.strip .u-over:visible').waitFor();
    for (const title of ['Heap', 'CPU']) await page.getByLabel('Figures').selectOption(title);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.keyboard.press('Escape');
    counts.push(await observers.count());
  }
  // Of sizes: two charts and the table that was opened last; and of the theme, for each chart.
  assert.deepEqual(counts, [5, 5, 5]);
  assert.deepEqual(await opened.problems(), []);
});

test('a capture without figures has no strip, and one without pieces of the CPU profile chooses no time', async () => {
  const without = await openStrip(undefined, {});
  await without.shows('.total', 'samples');
  assert.equal(await without.page.locator('.strip').isVisible(), false);
  const opened = await openStrip(rows(10), { canChoose: false, recent: undefined });
  await untilCharted(opened);
  const { x, y } = await placeOf(opened, 5);
  await opened.page.mouse.click(x, y);
  assert.deepEqual(await orders(opened), []);
  assert.equal(await opened.page.locator('.strip .selected:visible').count(), 0);
});

test('the strip leaves most of the page to costs: one line in a low page, nothing in a very low one', async () => {
  for (const [height, least, most] of [[800, 60, 100], [500, 18, 30], [240, 0, 0]] as const) {
    const { page } = await openStrip(undefined, {}, { height });
    await page.evaluate((given) => void (fakeHost.figures = given), rows(10));
    await page.evaluate(([tree, state]) => fakeHost.load(tree, state), [WORK, { ...stateOf(WHOLE), capture: 'other' }] as const);
    await page.waitForFunction(() => fakeHost.requests('figures').length >= 2);
    if (least > 0) await page.locator('.strip').waitFor();
    const size = (await page.locator('.strip').boundingBox())?.height ?? 0;
    assert.ok(size >= least && size <= most, `${size} of ${height}`);
  }
});

const place = (line: number) => ({ function: 'main.remember', file: '/src/cache.go', line });
const grows = [88, 91, 95, 99].map((line) => ({ text: `heap grew 5 of 5 intervals: +14 MiB in 2 min at cache.go:${line}`, ...place(line) }));
const breaks = [{ at: 4, text: 'shop restarted with another build.' }];

/** Rows of a service, one a second, of which the memory of the process is not known. */
function serviceRows(count: number): Rows {
  const columns = WATCH_FIGURES.map((name) => Array.from({ length: count }, (_, row) => (name === 'resident' ? null : row + 1)));
  return { ...rows(count), columns };
}

const openService = (runTime: Partial<RunTime> = {}, options: Options = {}) =>
  openStrip(serviceRows(10), { recent: undefined, watch: { breaks: [], grows: [] }, ...runTime }, options);

const chosenTimes = ({ page }: PageUnderTest) => page.evaluate(() => fakeHost.received.flatMap((message) => {
  return message.kind === 'chooseTime' ? [[message.time, message.against]] : [];
}));

/** Drags over the strip, or clicks if both are the same, with Shift if that is held. */
async function drag(opened: PageUnderTest, from: number, to: number): Promise<void> {
  const { mouse } = opened.page;
  const [begin, end] = [await placeOf(opened, from), await placeOf(opened, to)];
  await mouse.move(begin.x, begin.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 4 });
  await mouse.up();
}

test('no figure above the strip is cut or covered: what has no room is hidden as a whole, at each width', async () => {
  for (const width of [240, 300, 520, 800]) {
    const opened = await openStrip(rows(200), {}, { width, height: 900 });
    const { page } = opened;
    await page.locator('.strip-toggle[aria-expanded]').waitFor();
    if (await page.locator('.strip.collapsed').count() > 0) await page.locator('.strip-toggle').click();
    await page.getByLabel('Figures').selectOption('Heap');
    await untilCharted(opened);
    await page.locator('.strip [role=slider]:visible').focus();
    for (const key of ['End', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
    await page.locator('.strip .moment:not(:empty)').waitFor();
    const cut = await page.evaluate(() => {
      const tools = document.querySelector('.strip .chart-tools')!.getBoundingClientRect();
      const caption = [...document.querySelectorAll('.strip figcaption')].find((each) => each.checkVisibility())!;
      const { right, bottom } = caption.getBoundingClientRect();
      return [...caption.querySelectorAll('.series')].flatMap((each) => {
        const box = each.getBoundingClientRect();
        if (box.top >= bottom) return [];
        const isCovered = box.right > tools.left && box.top < tools.bottom && box.bottom > tools.top;
        return box.right > right || isCovered ? [each.textContent] : [];
      });
    });
    assert.deepEqual(cut, [], `at ${width}`);
  }
});

test('a service has charts of what is known of it, and its summary and table, too', async () => {
  const opened = await openService({ watch: { breaks, grows } });
  const { page } = opened;
  await untilCharted(opened);
  await page.getByLabel('Figures').selectOption('Heap');
  assert.deepEqual(await page.locator('.strip .series:visible').allInnerTexts(), ['in use']);
  await page.getByRole('button', { name: 'all moments' }).waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('table', { name: 'Figures of the service' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hide the run over time' }).click();
  await page.locator('.strip-summary', { hasText: /^9\ss · up to 10 CPUs · heap up to 10\sB · up to 10 goroutines · 4 growing$/ }).waitFor();
});

test('Shift compares a second moment or range with the first, by pointer and by keys', async () => {
  const opened = await openService();
  const { page } = opened;
  await untilCharted(opened);
  await drag(opened, 2, 2);
  await page.keyboard.down('Shift');
  await drag(opened, 7, 7);
  await page.keyboard.up('Shift');
  assert.deepEqual((await chosenTimes(opened)).slice(-1), [[{ from: 7, to: 7 }, { from: 2, to: 2 }]]);
  assert.equal(await page.locator('.strip .against:visible').count(), 1);
  await drag(opened, 1.2, 3.3);
  await page.keyboard.down('Shift');
  await drag(opened, 5.2, 7.3);
  await page.keyboard.up('Shift');
  const [[time, against]] = (await chosenTimes(opened)).slice(-1) as [[TimeRange, TimeRange]];
  for (const [each, from, to] of [[time, 5.2, 7.3], [against, 1.2, 3.3]] as const) {
    assert.ok(Math.abs(each.from - from) < 0.1 && Math.abs(each.to - to) < 0.1, JSON.stringify([time, against]));
  }
  await page.getByRole('slider').focus();
  for (const key of ['Home', 'Enter', 'ArrowRight', 'ArrowRight', 'Shift+Enter']) await page.keyboard.press(key);
  assert.deepEqual((await chosenTimes(opened)).slice(-1), [[{ from: 2, to: 2 }, { from: 0, to: 0 }]]);
  assert.deepEqual(await opened.problems(), []);
});

test('a moment that comes before a choice is shown does not take the choice away', async () => {
  const opened = await openService();
  const { page } = opened;
  await untilCharted(opened);
  await drag(opened, 2, 2);
  // The profile of all moments was taken again.
  const state = { ...stateOf(RECENT_WALL, { recent: undefined, watch: { breaks: [], grows } }), id: 99 };
  const siblings = state.siblings.map((each) => ({ ...each, label: each.id === RECENT_WALL ? 'cpu' : each.label }));
  await page.evaluate(([tree, shown]) => fakeHost.load(tree, shown), [WORK, { ...state, siblings }] as const);
  await page.locator('.strip-growth:visible').waitFor();
  await page.keyboard.down('Shift');
  await drag(opened, 7, 7);
  await page.keyboard.up('Shift');
  assert.deepEqual((await chosenTimes(opened)).slice(-1), [[{ from: 7, to: 7 }, { from: 2, to: 2 }]]);
});

test('a range that is being chosen with the keyboard stays when a moment comes', async () => {
  const opened = await openService();
  const { page } = opened;
  await page.getByRole('slider').focus();
  await untilCharted(opened);
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await show(opened, WHOLE, { recent: undefined, watch: { breaks: [], grows } });
  await page.locator('.strip-growth:visible').waitFor();
  for (const key of ['Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual((await chosenTimes(opened)).at(-1), [{ from: 1, to: 3 }, undefined]);
});

test('what grows is listed with links to its lines, a few at first, and a restart with a line across the chart', async () => {
  const opened = await openService({ watch: { breaks, grows } });
  const { page } = opened;
  await untilCharted(opened);
  const list = page.getByRole('list', { name: 'What grows' });
  assert.equal(await list.getByRole('button', { name: /cache.go/ }).count(), 3);
  await list.getByRole('button', { name: '1 more' }).click();
  await list.getByRole('button', { name: /cache.go:99/ }).press('Enter');
  const opens = await page.evaluate(() => fakeHost.received.filter(({ kind }) => kind === 'openGrowth'));
  assert.deepEqual(opens.map((each) => ({ ...each, kind: undefined })), [{ ...place(99), kind: undefined }]);
  await list.getByText('shop restarted with another build. Nothing is compared across the dashed line.').waitFor();
  await page.locator(`.strip .note[title="${breaks[0]!.text}"]`).waitFor({ state: 'attached' });
  assert.deepEqual(await opened.problems(), []);
});

test('how much of a time was measured stands beside the parts of the run', async () => {
  const opened = await openService({ measured: '4 s of 2 min measured' });
  await opened.page.getByText('4 s of 2 min measured').waitFor();
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`the strip of a service meets the accessibility rules in a narrow page: ${theme}`, async () => {
    const watch = { breaks, grows };
    const opened = await openService({ watch, measured: '4 s of 2 min measured' }, { theme, width: 300, height: 900 });
    await untilCharted(opened);
    assert.deepEqual(await violationsOn(opened.page), []);
    assert.ok(await opened.page.locator('.strip').evaluate((strip) => strip.scrollWidth <= strip.clientWidth));
  });

  test(`the strip and its table meet the accessibility rules, also in a narrow page: ${theme}`, async () => {
    const opened = await openStrip(rows(10), {}, { theme, width: 300, height: 900 });
    const { page } = opened;
    await untilCharted(opened);
    assert.deepEqual(await violationsOn(page), []);
    assert.ok(await page.locator('.strip').evaluate((strip) => strip.scrollWidth <= strip.clientWidth));
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('table', { name: 'Figures of the runtime' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });
}
