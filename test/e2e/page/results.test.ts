import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BenchmarkResult } from '../../../src/bench/parseOutput';
import { parseBenchmarks } from '../../shared/inOneStep';
import type { RESULTS_PAGE } from '../../../src/pages/protocol/resultsPage';
import { resultsState, type ResultsShown } from '../../../src/pages/results/resultsState';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { HostedPage } from './hostedPage';
import type { ThemeName } from './themes';
import { inTurns, stagesIn } from './stages';

const NAME = 'BenchmarkSum';
const FILE = '/app/sum_test.go';

/** Cases of eight sizes and five methods; larger sizes are slower. */
const CASES = [1, 2, 4, 8, 16, 32, 64, 128].flatMap((size) => ['add', 'fold', 'map', 'range', 'tree'].map((method, i) => {
  const figures = `${Math.floor(2000 / size)} \t ${size * 100 + i * 7}.5 ns/op\t ${i * 16} B/op\t ${i} allocs/op`;
  return `${NAME}/size=${size}/${method}-8 \t ${figures}`;
}));

const readLines = (...lines: string[]): readonly BenchmarkResult[] => parseBenchmarks(lines.join('\n')).results;

const MANY = readLines(...CASES, `${NAME}/size=1/custom-8 \t 10\t 90 ns/op\t 151.30 MB/s\t 7 hits/op`);
const ONE = readLines(...[9, 1, 5].map((ns) => `${NAME}-8 \t 100\t ${ns}00 ns/op\t 53 B/op`));

function viewState(results: readonly BenchmarkResult[], changes: Partial<ResultsShown> = {}): ResultsShown {
  const profiles = ['cpu', 'memory'].map((label) => ({ label, fileName: `${label}.pprof` }));
  const target = { file: FILE, name: NAME };
  const capture = { title: NAME, target, profiles, results };
  const only = `${NAME}/size=8/map`;
  const captures = [
    { ...capture, id: 'c', capturedAt: 3e12 },
    { ...capture, id: 'b', capturedAt: 2e12, title: only, target: { file: FILE, name: only }, results: readLines(`${only}-8 \t 10\t 999 ns/op`) },
    { ...capture, id: 'a', capturedAt: 1e12, title: 'before the change' },
  ];
  const place = { benchmark: NAME, uri: `file://${FILE}`, file: FILE, place: 'sum_test.go' };
  return { ...place, results, captures, activeId: 'c', baselineId: 'a', canRun: true, programs: new Set(['a', 'b', 'c']), now: 3e12, ...changes };
}

const hosted = new HostedPage<typeof RESULTS_PAGE>('webview/results/main.ts');
const { send, problems } = hosted;
let page: Page;

async function open(state: ResultsShown, { theme = 'dark' as ThemeName, width = 900, height = 700 } = {}): Promise<void> {
  page = await hosted.open({ theme, width, height });
  await send({ kind: 'state', state: resultsState(state), version: undefined, memory: { uri: `file://${FILE}`, benchmark: NAME } });
  await page.locator('h1', { hasText: NAME }).waitFor();
}

const results = () => page.getByRole('table', { name: 'Results of' });
const history = () => page.getByRole('table', { name: 'Captures of' });
const firstNames = async (count: number) => (await results().locator('tbody th').allInnerTexts()).slice(0, count);
const lastSent = () => page.evaluate(() => fakePageHost.received.at(-1));

test('each result is a row, with the figures that Go prints and in the same order', async () => {
  await open(viewState(MANY));
  const heads = await results().getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads, ['name', 'iterations', 'time/op', 'B/s', 'hits/op', 'B/op', 'allocs/op']);
  assert.equal(await results().locator('tbody tr').count(), 41);
  const cells = await results().locator('tbody tr').last().locator('th, td').allInnerTexts();
  assert.deepEqual(cells, ['size=1/custom', '10', '90\u202fns', '151\u202fMB', '7', '', '', 'Profile this case']);
  const align = await results().locator('tbody td').first().evaluate((cell) => getComputedStyle(cell).textAlign);
  assert.equal(align, 'right');
  assert.match(await page.locator('header .what').innerText(), /^BenchmarkSum\s*sum_test\.go · 41 results$/);
  assert.deepEqual(await problems(), []);
});

/** Forty cases that were measured again: every fifth case is faster, one case is slower. */
function measuredAgain(): ResultsShown {
  const fourRuns = (timeOf: (i: number) => number) => [0, 1, 2, 3].flatMap((run) =>
    readLines(...CASES.map((_, i) => `${NAME}/n=${i}-8 \t 100\t ${timeOf(i) + run * 0.5} ns/op\t ${64 + i} B/op`)));
  const [before, results] = [fourRuns(() => 100), fourRuns((i) => (i % 5 === 0 ? 60 : i === 7 ? 130 : 100))];
  const notes = ['Figures measured on this machine may be off: it was busy in the minute before the measurement (load 3.1 on 2 cores).'];
  const state = viewState(results);
  const turns = { base: { id: 'a', capturedAt: 1e12 }, before, wanted: 4, notes };
  return { ...state, captures: state.captures.map((capture) => (capture.id === 'c' ? { ...capture, turns } : capture)) };
}

test('a row that was measured again has a verdict with p and n, and notes say what limits the verdicts', async () => {
  await open(measuredAgain());
  const heads = await results().getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads, ['name', 'verdict', 'p', 'n', 'iterations', 'time/op', 'B/op']);
  const head = await page.locator('header .what').innerText();
  assert.match(head, /^BenchmarkSum\s*8 faster, 1 slower, of 40 cases\s*sum_test\.go · 40 results/);
  const cells = async (row: number) => (await results().locator('tbody tr').nth(row).locator('td').allInnerTexts()).slice(0, 3);
  assert.deepEqual(await cells(0), ['✓ 39.7\u202f% faster', '0.029', '4+4']);
  assert.deepEqual(await cells(7), ['✗ 29.8\u202f% slower', '0.029', '4+4']);
  const notes = await page.locator('.notes').innerText();
  assert.match(notes, /^Measured in turns with the program of the capture of .*\n+⚠ Figures measured on this machine may be off/);
  await results().getByRole('button', { name: 'verdict' }).click();
  assert.deepEqual(await firstNames(1), ['n=7']);
  await reviewScreenshot(page, 'results verdicts dark');
  await open(measuredAgain(), { theme: 'light', width: 620 });
  await reviewScreenshot(page, 'results verdicts light');
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(await problems(), []);
});

test('verdicts and names are read whole in panels of every width, and buttons cover no figures', async () => {
  const name = `${NAME}/a/path/of/a/sub/benchmark/with/a/long/name`;
  const runs = (times: readonly number[]) =>
    readLines(...times.map((ns) => `${name}-8 \t 100\t ${ns} ns/op\t 64 B/op\t 2 allocs/op`));
  const before = runs([100, 120, 90, 110]);
  const state = viewState(runs([101, 119, 92, 108]));
  const turns = { base: { id: 'a', capturedAt: 1e12 }, before, wanted: 10, notes: [] };
  const captures = state.captures.map((capture) => (capture.id === 'c' ? { ...capture, turns } : capture));
  for (const width of [395, 640, 900, 1200, 1400]) {
    await open({ ...state, captures }, { width });
    const row = results().locator('tbody tr').first();
    const verdict = await row.locator('.verdict').innerText();
    assert.match(verdict, /^partial \(4\+4 of 10\+10\), no difference that 4 runs can show; 16 would show/);
    const hidden = await row.evaluate((element) => {
      const view = element.closest('.scroll')!.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>('.name, .verdict')].filter((cell) => {
        const texts = [cell, ...cell.querySelectorAll('*')];
        const isCut = texts.some((each) => each.scrollWidth > each.clientWidth + 1);
        return isCut || cell.getBoundingClientRect().right > view.right;
      }).map(({ className }) => className);
    });
    assert.deepEqual(hidden, [], `at ${width} pixels`);
    const [lastFigure, actions] = await row.locator('td:nth-last-child(-n + 2)').evaluateAll((cells) =>
      cells.map((cell) => cell.getBoundingClientRect()));
    assert.ok(lastFigure!.right <= actions!.left + 1, `at ${width} pixels`);
  }
});

test('the history keeps the figures of an operation in view in narrow panels, and leaves out iterations and kinds', async () => {
  for (const width of [360, 440, 600, 700, 1000]) {
    await open(viewState(readLines(`${NAME}-8 \t 1000000\t 157280 ns/op\t 28728 B/op\t 6 allocs/op`)), { width });
    const heads = page.locator('.history').getByRole('columnheader');
    const figures = await heads.filter({ hasText: '/op' }).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    assert.ok(figures.length === 3 && Math.max(...figures) <= width, `${figures.join()} at ${width} pixels`);
    const shown = ['iterations', 'kinds'].map((head) => heads.filter({ hasText: head }).isVisible());
    assert.deepEqual(await Promise.all(shown), [width > 880, width > 880], `at ${width} pixels`);
    await reviewScreenshot(page, `results history ${width}`);
    assert.deepEqual(await violationsOn(page), []);
  }
});

test('a stage fits into the page with its change and its buttons, and its time stays in one line', async () => {
  for (const width of [240, 300, 520, 800]) {
    await open(stages(), { width });
    const right = await history().locator('tbody :is(button, .below, .words, td)').evaluateAll((all) =>
      Math.max(...all.map((each) => each.getBoundingClientRect().right)));
    assert.ok(right <= width, `${right} at ${width} pixels`);
    const lefts = await history().locator('tbody tr').first().locator(':is(.words, td:not(.chosen, .kinds, .iterations, .change))')
      .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().left)))]);
    assert.equal(lefts[0], 36);
    assert.deepEqual(await violationsOn(page), []);
  }
});

test('the name of a stage, its change, its figures and its buttons begin at one edge below each other', async () => {
  await open(stages(), { width: 500 });
  const row = history().locator('tbody tr').first();
  const edges = await row.evaluate((stage) => ['.ordinal', '.below > *', '[data-metric]', '.row-actions > *'].map((part) => {
    return Math.round(stage.querySelector(part)!.getBoundingClientRect().left);
  }));
  assert.equal(new Set(edges).size, 1, edges.join());
});

test('the filter is below the title and aligned with it if it does not fit beside it', async () => {
  await open(viewState(MANY), { width: 540 });
  const boxes = async () => (await Promise.all(['h1', 'header input'].map((part) => page.locator(part).boundingBox()))).map((box) => box!);
  const [title, filter] = await boxes();
  assert.ok(filter!.y > title!.y + title!.height, 'the filter is beside the title');
  assert.equal(filter!.x, title!.x);
  await page.setViewportSize({ width: 900, height: 700 });
  const [wideTitle, wideFilter] = await boxes();
  assert.ok(wideFilter!.y < wideTitle!.y + wideTitle!.height, 'the filter is below the title');
});

test("clicks on a column header sort by it, reverse the order, and restore Go's order", async () => {
  await open(viewState(MANY));
  const head = results().getByRole('columnheader', { name: 'time/op' });
  const asPrinted = await firstNames(3);
  const button = head.getByRole('button');
  await button.click();
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.deepEqual(await firstNames(2), ['size=128/tree', 'size=128/range']);
  await button.click();
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  assert.deepEqual(await firstNames(2), ['size=1/custom', 'size=1/add']);
  await button.click();
  assert.equal(await head.getAttribute('aria-sort'), 'none');
  assert.deepEqual(await firstNames(3), asPrinted);
  await button.click();
  assert.equal(await button.evaluate((element) => element === document.activeElement), true, 'the header lost the focus');
});

test('the filter keeps the rows that contain all its words and shows their number', async () => {
  await open(viewState(MANY));
  await page.getByRole('searchbox').fill('size=8 MAP');
  assert.deepEqual(await firstNames(9), ['size=8/map']);
  assert.equal(await page.getByRole('status').innerText(), '1 of 41');
  await page.getByRole('searchbox').fill('nothing like it');
  assert.deepEqual(await firstNames(9), []);
});

test('the button of a row profiles its case, and is disabled in an untrusted workspace', async () => {
  await open(viewState(MANY));
  await results().getByRole('button', { name: `Profile this case: ${NAME}/size=4/fold` }).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'profile', params: { benchmark: `${NAME}/size=4/fold` }, version: undefined });
  await open(viewState(MANY, { canRun: false }));
  assert.equal(await results().getByRole('button', { name: `${NAME}/size=4/fold` }).last().isDisabled(), true);
});

test('the keyboard moves along rows and to their buttons, and Tab leaves the table', async () => {
  await open(viewState(MANY));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  await results().getByRole('button', { name: 'size=1/add', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await focused(), `Profile this case: ${NAME}/size=1/map`);
  await page.keyboard.press('Enter');
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'profile', params: { benchmark: `${NAME}/size=1/map` }, version: undefined });
  await page.keyboard.press('End');
  assert.equal(await focused(), `Profile this case: ${NAME}/size=1/custom`);
  await page.keyboard.press('Tab');
  const chosen = /^Choose .*, to compare two stages$/;
  assert.match((await focused())!, chosen);
  await page.keyboard.press('ArrowRight');
  assert.match((await focused())!, /^Compare with the capture of|^Open the capture of|^Rename the capture of/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.match((await focused())!, chosen);
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(), `Profile this case: ${NAME}/size=1/custom`);
});

test('captures are listed newest first, and the active capture and the baseline are marked', async () => {
  await open(viewState(ONE));
  const rows = await history().locator('tbody tr').evaluateAll((all) => all.map((row) => {
    return [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
  }));
  const whenOf = /(?<=^\d|baseline|change)(?:\d+ \w+ \d{4}, )?\d\d:\d\d:\d\d(?: · [0-9a-f]{7}\*?)?/;
  assert.deepEqual(rows.map(([, name]) => name!.replace(whenOf, 'TIME')), [
    '3TIMEactivethe samenot in turnsMeasure', '2TIMEsize=8/map', '1before the changebaselineTIME',
  ]);
  assert.deepEqual(rows[0]!.slice(2), ['500\u202fns', '53\u202fB', 'the samenot in turnsMeasure', '100', 'cpu, memory', 'OpenCompareRenamePin']);
  assert.match(await page.locator('header .what').innerText(), /1 result · medians of 3 runs$/);
  const buttons = history().locator('tbody tr').nth(1).getByRole('button');
  await buttons.first().click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'open', params: { id: 'b' }, version: undefined });
  assert.equal(await buttons.nth(1).isDisabled(), true, 'a capture of one case can be compared with a capture of all');
  assert.equal(await history().locator('tbody tr').first().getByRole('button', { name: 'Open' }).isDisabled(), true);
  await open(viewState(ONE, { baselineId: undefined }));
  await history().locator('tbody tr').last().getByRole('button').nth(1).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'compare', params: { id: 'a' }, version: undefined });
});

test('the benchmark is measured with another environment or against another one by a click, where programs may run', async () => {
  await open(viewState(ONE));
  await page.getByRole('button', { name: 'Measure Again With…' }).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'measureWith', params: {}, version: undefined });
  await page.getByRole('button', { name: 'Against Another Benchmark…' }).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'measureOther', params: {}, version: undefined });
});

test('selecting a result shows the history of that result', async () => {
  await open(viewState(MANY));
  const figures = async () => history().locator('tbody tr').evaluateAll((rows) => rows.map((row) => {
    return (row.querySelector('.iterations:not(:empty)') ?? row.querySelector('.number'))!.textContent;
  }));
  assert.deepEqual(await figures(), ['41 results', '10', '41 results']);
  await send({ kind: 'event', event: 'select', params: { key: `${NAME}/size=64/map-8` } });
  await page.getByRole('heading', { name: 'History of size=64/map' }).waitFor();
  assert.deepEqual(await figures(), ['31', 'not measured', '31']);
  assert.equal(await results().locator('tr[aria-current]').isVisible(), true);
  await results().getByRole('button', { name: 'size=8/map', exact: true }).click();
  await page.getByRole('heading', { name: 'History of size=8/map' }).waitFor();
  assert.deepEqual(await figures(), ['250', '10', '250']);
});

test('if every capture has several results, the history counts them', async () => {
  const { captures, ...state } = viewState(MANY);
  await open({ ...state, captures: captures.filter(({ id }) => id !== 'b') });
  const heads = await history().getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads, ['', 'stage', 'results', 'kinds']);
  await results().getByRole('button', { name: 'size=8/map', exact: true }).click();
  await history().getByRole('columnheader', { name: 'iterations' }).waitFor();
});

test('in a panel half as wide as a small window, the buttons cover no figures', async () => {
  const name = `${NAME}/a/path/of/a/sub/benchmark/with/a/long/name`;
  await open(viewState(readLines(`${name}-8 \t 1000000\t 5728 ns/op\t 896 B/op\t 6 allocs/op`, CASES[0]!)), { width: 645 });
  const edges = () => results().locator('tbody tr').first().evaluate((row) => {
    const boxes = (selector: string) => [...row.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect());
    return { figures: boxes('td.number').map(({ right }) => right), buttons: boxes('.row-actions')[0]!.left };
  });
  const { figures, buttons } = await edges();
  assert.equal(figures.length, 4);
  assert.ok(Math.max(...figures) <= buttons + 1, `${figures.join()} ${buttons}`);
  await open(measuredAgain(), { width: 645 });
  const again = await edges();
  assert.equal(again.figures.length, 5);
  assert.ok(Math.max(...again.figures) <= again.buttons + 1, `${again.figures.join()} ${again.buttons}`);
});

test('beside the code, the figures of each operation and the button are in view, and the number of operations is not', async () => {
  await open(viewState(readLines(`${NAME}/small/fastjson-8 \t 11264416\t 191.8 ns/op\t 990.68 MB/s\t 0 B/op\t 0 allocs/op`)), { width: 512 });
  const row = results().locator('tbody tr').first();
  assert.deepEqual(await row.locator('td:visible').allInnerTexts(), ['192\u202fns', '991\u202fMB', '0\u202fB', '0', 'Profile']);
  const button = await row.getByRole('button', { name: `Profile this case: ${NAME}/small/fastjson` }).boundingBox();
  assert.ok(button!.x + button!.width <= 512, `the button ends at ${button!.x + button!.width}`);
  await page.setViewportSize({ width: 900, height: 700 });
  await results().getByRole('columnheader', { name: 'iterations' }).waitFor();
});

test('names and titles are shown as text, and the page saves its benchmark', async () => {
  const evil = '<img/src=x/onerror=alert(1)>';
  const state = viewState(readLines(`${NAME}/${evil}-8 \t 10\t 9 ns/op`));
  await open({ ...state, captures: state.captures.map((capture) => ({ ...capture, title: evil })) });
  assert.equal(await page.locator('img').count(), 0);
  assert.equal((await firstNames(1))[0], evil);
  assert.deepEqual(await page.evaluate(() => fakePageHost.savedState), { memory: { uri: `file://${FILE}`, benchmark: NAME }, view: undefined });
  assert.deepEqual(await problems(), []);
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] satisfies ThemeName[]) {
  test(`the results page meets the accessibility rules: ${theme}`, async () => {
    await open(viewState(MANY), { theme });
    await send({ kind: 'event', event: 'select', params: { key: `${NAME}/size=2/map-8` } });
    await page.getByRole('heading', { name: 'History of' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `results ${theme}`);
    await open(viewState(ONE), { theme, width: 420 });
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `results narrow ${theme}`);
  });
}

test('filter, order and selection survive a reload of the page', async () => {
  const state = viewState(MANY);
  await open(state);
  await page.locator('.results thead button').nth(1).click();
  await page.locator('.results tbody th button').first().click();
  const rows = () => page.locator('.results tbody tr').evaluateAll((all) => all.map((row) => row.outerHTML));
  const chosen = await rows();
  await hosted.reload();
  await send({ kind: 'state', state: resultsState(state), version: undefined, memory: undefined });
  await page.locator('h1', { hasText: NAME }).waitFor();
  assert.deepEqual(await rows(), chosen);
});

const stages = (changes: Partial<ResultsShown> = {}) => stagesIn(viewState(ONE), readLines, changes);

test('stages are named by what changed, with the change that was measured in turns, or that it was not', async () => {
  await open(stages());
  const names = await history().locator('tbody .stage').allInnerTexts();
  assert.deepEqual(names, ['+2 −1 in join.go since the last one', 'with Grow', 'working tree: +6 −3 in join.go', 'Join with a loop']);
  const changes = await history().locator('tbody .change').allInnerTexts();
  assert.deepEqual(changes.map((text) => text.replace(/\s+/g, ' ').trim()), [
    'about 50.0 % slowernot in turnsMeasure', '✓ 50.0 % faster, 400 → 200 B/opp = 0.002, n = 6+6', '✓ 5.0× faster, 1 000 → 200 B/opp = 0.002, n = 6+6', '',
  ]);
  assert.equal(await history().locator('tbody tr').last().locator('.badge').innerText(), 'pinned');
  assert.match((await history().locator('tbody .name').nth(1).getAttribute('title'))!, /^with Grow\nworking tree: \+8 −5 in join\.go\n/);
  await history().getByRole('button', { name: 'Rename the capture' }).nth(1).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'rename', params: { id: '3' }, version: undefined });
  await history().getByRole('button', { name: 'Unpin the capture' }).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'pin', params: { id: '1', isPinned: false }, version: undefined });
  assert.deepEqual(await problems(), []);
});

test('the chart chains the changes that were measured in turns, and marks the others', async () => {
  await open(stages());
  const titles = () => page.locator('.point title').allTextContents();
  // By the results alone, the third stage would be as fast as the second one.
  assert.deepEqual(await titles(), [
    '1. Join with a loop', '2. working tree: +6 −3 in join.go: time/op −80\u202f% since the first stage',
    '3. with Grow: time/op −90\u202f% since the first stage',
    '4. +2 −1 in join.go since the last one: time/op −85\u202f% since the first stage, not all in turns',
  ]);
  const loose = await page.locator('.point').evaluateAll((all) => all.map((point) => point.classList.contains('loose')));
  assert.deepEqual(loose, [false, false, false, true]);
  assert.match((await page.getByRole('img').getAttribute('aria-label'))!, /^time\/op of 4 stages\. Share of the first stage, .*logarithmic scale\..*not measured in turns/);
  await page.getByRole('combobox', { name: 'Figure in the chart' }).selectOption('B/op');
  assert.match((await titles())[1]!, /B\/op −80/);
});

test('two stages are chosen by their boxes or in the chart, and compared by a click', async () => {
  await open(stages());
  const status = () => page.locator('.pair').innerText();
  assert.equal(await status(), 'Choose two stages to compare them.');
  await history().getByRole('checkbox', { name: 'Choose Join with a loop' }).focus();
  await page.keyboard.press('Space');
  assert.equal(await history().getByRole('checkbox', { name: 'Choose Join with a loop' }).evaluate((box) => box === document.activeElement), true);
  await page.locator('.point').nth(2).click();
  assert.match((await status()).replace(/\s+/g, ' '), /^Join with a loop → with Grow: time\/op −90 %, measured in turns ?Compare ?Measure in Turns ?The program of “Join with a loop” is no longer stored: Measure Against a Git Revision… builds aaaaaaa again\.$/);
  assert.equal(await page.locator('#measure-pair').isDisabled(), true);
  await page.locator('#compare-pair').click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'comparePair', params: { id: '3', base: '1' }, version: undefined });
  await page.locator('.point').nth(3).click();
  assert.match((await status()).replace(/\s+/g, ' '), /^with Grow → \+2 −1 in join\.go since the last one: time\/op \+50\.0 %, not measured in turns ?Compare ?Measure in Turns$/);
  await page.locator('#measure-pair').click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'measurePair', params: { id: '4', base: '3' }, version: undefined });
});

test('a stage that was not measured in turns with the one before is by a click, and then shows that change', async () => {
  await open(stages());
  await history().getByRole('button', { name: 'Measure the two stored programs in turns: with Grow, +2 −1 in join.go' }).click();
  assert.deepEqual(await lastSent(), { kind: 'order', order: 'measurePair', params: { id: '4', base: '3' }, version: undefined });
  await open(inTurns(stages(), '4', '3'));
  assert.equal(await history().locator('tbody tr').count(), 4, 'the pair is no stage');
  const change = () => history().locator('tbody .change').first().innerText();
  assert.equal((await change()).replace(/\s+/g, ' ').trim(), '✓ 50.0 % faster, 600 → 300 B/opp = 0.002, n = 6+6');
  await open(inTurns(stages(), '4', '2'));
  assert.match((await change()).replace(/\s+/g, ' ').trim(), /B\/op ?p = 0\.002, n = 6\+6 ?since 2$/);
  await page.locator('.point').nth(1).click();
  await page.locator('.point').nth(3).click();
  assert.match(await page.locator('.pair').innerText(), /50\.0\s% faster, .*measured in turns/);
  await open(stages({ canRun: false }));
  assert.equal(await page.getByRole('button', { name: 'Measure' }).count(), 0);
});

for (const theme of ['dark', 'light', 'high-contrast'] satisfies ThemeName[]) {
  test(`the stages meet the accessibility rules, and fit in a panel of 300 pixels: ${theme}`, async () => {
    await open(stages(), { theme });
    await page.locator('.point').nth(2).click();
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `stages ${theme}`);
    await page.setViewportSize({ width: 300, height: 700 });
    const overflow = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(overflow, 0);
    assert.match(await history().locator('.below').nth(2).innerText(), /faster/);
    await reviewScreenshot(page, `stages narrow ${theme}`);
    assert.deepEqual(await problems(), []);
  });
}
