import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarksMemory } from '../../../src/pages/protocol/benchmarksPage';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import {
  answerChart, delayAnswers, hosted, lastRequest, names, NEW, OLD, open, output, page, type PanelState, panelState,
  problems, send, show, source, table, untilNames,
} from './benchmarksScene';
import type { ThemeName } from './themes';

test("each unit has a table with benchstat's figures, and footnotes in its words and in plain words", async () => {
  await open(panelState([OLD, NEW]));
  assert.deepEqual((await page.locator('h2').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')), [
    'time/op1 faster · 2 no difference', 'B/op2 no difference', 'rows/op1 no difference',
  ]);
  assert.equal((await page.locator('.summary').innerText()).replaceAll('\u00a0', ' '), '1 faster · 2 no difference');
  const rows = await table().locator('tbody tr, tfoot tr').evaluateAll((all) => all.map((row) => {
    const textOf = (cell: HTMLElement) => cell.querySelector('button')?.textContent ?? cell.innerText;
    return [...row.querySelectorAll<HTMLElement>('th, td:not(.picture, .trend)')].map((cell) => textOf(cell).trim().replace(/\s+/g, ' '));
  }));
  assert.deepEqual(rows, [
    ['Join/size=10-8', '1.02 µs ± 2 %', '0.820 µs ± 2 %', '✓ better: −20.0 %', 'p < 0.001, n = 8'],
    ['Join/size=2-8', '305 ns ± 1 %', '305 ns ± 1 %', '~', 'p = 1.000, n = 8'],
    ['Sum-8', '52.5 ns ± 5 %', '52.5 ns ± 5 %', '~', 'p = 1.000, n = 8'],
    ['geomean', '254 ns', '236 ns', '−7.17 %', ''],
  ]);
  assert.match(await page.getByRole('list', { name: 'Footnotes of B/op' }).innerText(), /^all samples are equal\s+Every run gave the same figure/);
  assert.deepEqual(await problems(), []);
});

test("clicks on a column header sort by it, reverse the order, and restore benchstat's order", async () => {
  await open(panelState([OLD, NEW]));
  const head = table().getByRole('columnheader', { name: 'vs baseline' });
  const button = head.getByRole('button');
  await button.click();
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  await untilNames('Join/size=2-8', 'Sum-8', 'Join/size=10-8');
  await button.click();
  await untilNames('Join/size=10-8', 'Join/size=2-8', 'Sum-8');
  await button.click();
  assert.equal(await head.getAttribute('aria-sort'), 'none');
  assert.equal(await button.evaluate((element) => element === document.activeElement), true);
  await table().getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await untilNames('Join/size=2-8', 'Join/size=10-8', 'Sum-8');
});

test('the filter hides rows and empty tables, and shows the number of matching rows', async () => {
  await open(panelState([OLD, NEW]));
  await page.getByRole('searchbox').fill('join 10');
  await page.locator('.found').filter({ hasText: '2 rows' }).waitFor();
  await untilRows(1);
  assert.deepEqual(await names(), ['Join/size=10-8']);
  assert.equal(await table('rows/op').isVisible(), false);
});

test('with a filter, the geometric mean says that it is of all rows', async () => {
  await open(panelState([OLD, NEW]));
  const label = table().locator('tfoot th');
  assert.equal(await label.innerText(), 'geomean');
  await page.getByRole('searchbox').fill('join');
  await label.getByText('geomean of all 3', { exact: true }).waitFor();
  assert.equal(await table().locator('tfoot td').first().innerText().then((text) => text.trim()), '254\u202fns');
  await page.getByRole('searchbox').fill('');
  await label.getByText('geomean', { exact: true }).waitFor();
});

test('a row opens its chart: a dot for each run, a band for each interval, and the commit in the tooltips', async () => {
  const state = panelState([NEW, OLD]);
  await open(state);
  const name = table().getByRole('button', { name: 'Sum-8', exact: true });
  await name.click();
  assert.equal(await name.getAttribute('aria-expanded'), 'true');
  assert.deepEqual(await lastRequest(), ['chart', { table: 0, row: 2 }, 1]);
  await answerChart(state);
  assert.equal(await page.locator('circle.run').count(), 16);
  assert.equal(await page.locator('rect.band').count(), 2);
  const labels = await page.locator('figure .label').evaluateAll((all) => all.map((label) => label.firstChild?.textContent));
  assert.deepEqual(labels, ['old', 'new'], 'not in order of time');
  assert.match((await page.locator('circle.run title').first().textContent())!, /^50\.0\sns\nrun 1\nold\n.*\ncommit 0123456789abcdef$/s);
  await page.getByRole('button', { name: 'Go to Benchmark' }).click();
  assert.deepEqual(await lastRequest(), ['code', { table: 0, row: 2 }, 1]);
  await name.click();
  assert.equal(await page.locator('figure').count(), 0);
  assert.deepEqual(await problems(), []);
});

test('the labels below a chart do not touch', async () => {
  const labels = ['BenchmarkManyPathVariables 16:14#0', 'BenchmarkManyPathVariables 16:14#1', 'BenchmarkManyPathVariables 16:15'];
  const state = panelState(labels.map((label) => source(label, output(1), { commit: '0123456789abcdef' })));
  await open(state);
  await table().getByRole('button', { name: 'Sum-8', exact: true }).click();
  await answerChart(state);
  const labelBoxes = await Promise.all((await page.locator('figure .label').all()).map((label) => label.boundingBox()));
  const gaps = labelBoxes.slice(1).map((box, i) => box!.x - labelBoxes[i]!.x - labelBoxes[i]!.width);
  assert.ok(gaps.length === 2 && Math.min(...gaps) > 4, gaps.join());
});

test('a chart that opens leaves the columns where they are, and is as wide as the page', async () => {
  const state = panelState([OLD, NEW]);
  await open(state, { width: 1400 });
  const columns = () => table().locator('thead th').evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  const before = await columns();
  await table().getByRole('button', { name: 'Sum-8', exact: true }).click();
  await answerChart(state);
  assert.deepEqual(await columns(), before);
  const [pane, main] = await Promise.all(['.pane', 'main'].map((part) => page.locator(part).first().evaluate((element) => element.clientWidth)));
  assert.equal(pane, main);
});

for (const theme of ['high-contrast', 'high-contrast-light'] as const) {
  test(`better and worse have colors of their own: ${theme}`, async () => {
    await open(panelState([OLD, NEW, source('worse', output(1.5))]), { theme });
    const [better, worse, other] = await Promise.all(['.better', '.worse', '.changed'].map((part) =>
      page.locator(`tbody tr:not(.ruler) ${part}`).first().evaluate((element) => getComputedStyle(element).color)));
    assert.notEqual(worse, other);
    assert.notEqual(worse, better);
  });
}

test('geometric means are aligned with medians whose interval has two digits', async () => {
  await open(panelState([source('old', output(1).replaceAll(/1007|1014/g, '1450')), NEW]));
  const figures = await table().evaluate((element) => {
    const rightOf = (row: Element | null) => {
      const range = document.createRange();
      range.selectNodeContents(row!.querySelector('td.input')!.firstChild!);
      return range.getBoundingClientRect().right;
    };
    const rows = [...element.querySelectorAll('tbody tr:not(.ruler)'), element.querySelector('tfoot tr')];
    return rows.map((row) => ({ text: row!.querySelector('td.input')!.textContent!.trim(), right: rightOf(row) }));
  });
  const wide = figures.find(({ text }) => /± \d\d\s%$/.test(text));
  assert.ok(wide, figures.map(({ text }) => text).join());
  assert.ok(Math.abs(wide.right - figures.at(-1)!.right) < 1, JSON.stringify(figures));
});

test('intervals, the change between two inputs and the end of a name are in view in panels of every width', async () => {
  for (const width of [300, 350, 395, 440, 480, 600, 640, 900]) {
    const files = [output(1), output(5.25)].map((text) => text.replaceAll('Join', 'Join/a/path/of/a/case/with/a/long/name'));
    await open(panelState([source('old', files[0]!), source('new', files[1]!)]), { width });
    const changes = table().locator('tbody td:nth-child(5), tfoot td:nth-child(5)');
    const ends = await changes.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    assert.ok(ends.length === 4 && Math.max(...ends) <= width, `${ends.join()} at ${width} pixels`);
    const row = page.locator('tbody tr:not(.ruler)').first();
    const p = row.getByText(/^p < 0\.001/).filter({ visible: true });
    assert.deepEqual([await row.locator('.input .remark').first().isVisible(), await p.count()], [true, 1], `at ${width} pixels`);
    if (width >= 480) assert.ok(await page.locator('tbody .case').first().evaluate((end) => end.scrollWidth <= end.clientWidth));
    assert.deepEqual(await violationsOn(page), []);
  }
});

test('the keyboard moves from name to name, and Enter opens the chart', async () => {
  await open(panelState([OLD, NEW]));
  await table().getByRole('button', { name: 'Join/size=10-8', exact: true }).focus();
  for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual(await lastRequest(), ['chart', { table: 0, row: 2 }, 1]);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Sum-8');
});

test('buttons ask the host to remove an input, to make it the baseline, to copy, to export and to add', async () => {
  await open(panelState([OLD, NEW]));
  const sent: unknown[] = [];
  for (const name of ['Make Baseline: compare the others with new', 'Remove old', 'Copy as Text', 'Copy as Markdown', 'Copy as CSV', 'Export…', 'Add…']) {
    await page.getByRole('button', { name, exact: true }).click();
    sent.push((await lastRequest()).slice(0, 2));
  }
  assert.deepEqual(sent, [
    ['base', { id: 'new' }], ['remove', { id: 'old' }], ['copy', { format: 'text' }],
    ['copy', { format: 'markdown' }], ['copy', { format: 'csv' }], ['export', undefined], ['add', undefined],
  ]);
  await send({ kind: 'event', event: 'announcement', params: { text: 'Copied as CSV.' } });
  await page.getByRole('status').filter({ hasText: 'Copied as CSV.' }).waitFor();
});

test('a URL can be added only in a trusted workspace', async () => {
  await open(panelState([OLD], { canFetch: false }));
  assert.equal(await page.getByRole('button', { name: 'Add from URL…' }).isDisabled(), true);
});

test('a checkbox merges rows whose names differ only in -N', async () => {
  const sources = [OLD, source('four', output(1, { procs: '-4' }))];
  await open(panelState(sources));
  await page.getByText('3 benchmarks differ only in GOMAXPROCS').waitFor();
  await page.getByRole('checkbox').check();
  assert.deepEqual(await lastRequest(), ['ignoreProcs', { isOn: true }, 1]);
  await show(panelState(sources, { ignoresProcs: true }), 2);
  await untilNames('Join/size=10', 'Join/size=2', 'Sum');
  assert.equal(await page.getByRole('checkbox').isChecked(), true);
});

test('lines that were not fully read are counted and listed', async () => {
  await open(panelState([OLD, source('broken', `${output(1)}\nBenchmarkX 100 1`)]));
  await page.getByText('one line not fully read').click();
  await page.getByText('line 25: missing units').waitFor();
});

test('names and labels are shown as text, and the page saves its inputs', async () => {
  const evil = '<img/src=x/onerror=alert(1)>';
  await open(panelState([source(evil, `Benchmark${evil} 10 9 ns/op`)]));
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(await names(), [evil]);
  const { memory } = (await page.evaluate(() => fakePageHost.savedState)) as { readonly memory: BenchmarksMemory };
  assert.deepEqual([memory.captures, memory.files, memory.ignoresProcs], [['a'], [], false]);
  assert.deepEqual(await problems(), []);
});

/** Reloads the page, as VS Code does when it shows a hidden tab again or reloads the window. */
async function reload(state: PanelState): Promise<void> {
  await hosted.reload();
  await show(state, 5);
}

test('filter, order and open charts survive a reload of the page; with other inputs only the filter does', async () => {
  const state = panelState([OLD, NEW]);
  await open(state);
  await page.getByRole('searchbox').fill('size');
  await untilNames('Join/size=10-8', 'Join/size=2-8');
  await table().getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await table().getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await table().getByRole('button', { name: 'Join/size=2-8', exact: true }).click();
  await answerChart(state);
  const order = await names();
  await reload(state);
  await untilNames(...order);
  assert.equal(await page.getByRole('searchbox').inputValue(), 'size');
  assert.deepEqual(await lastRequest(), ['chart', { table: 0, row: 1 }, 5]);
  await answerChart(state);
  assert.match((await page.locator('tr.chart').innerText()), /Join\/size=2-8/);
  assert.equal(await page.locator('[aria-sort=descending]').count(), 1);
  await reload(panelState([OLD]));
  await untilNames('Join/size=10-8', 'Join/size=2-8');
  assert.equal(await page.locator('figure').count() + await page.locator('[aria-sort=descending]').count(), 0);
  assert.deepEqual(await problems(), []);
});

const MANY = 100_000;

let manyRows: PanelState | undefined;

function withManyRows(): PanelState {
  const lines = () => Array.from({ length: MANY }, (_, i) => `BenchmarkX/n=${i}-8 100 ${i + 1} ns/op`);
  manyRows ??= panelState([source('many', lines().join('\n'))]);
  return manyRows;
}

const untilRows = (count: number) => page.waitForFunction((expected) => {
  return document.querySelector('tbody')?.querySelectorAll('tr[aria-rowindex]').length === expected;
}, count);
const drawnRows = () => table().locator('tbody tr[aria-rowindex]').count();
const activeName = () => page.evaluate(() => document.activeElement?.textContent);

test('only the visible rows of a hundred thousand are drawn, with their index among all rows', async () => {
  await open(withManyRows());
  assert.equal(await table().getAttribute('aria-rowcount'), String(MANY + 3));
  assert.ok(await drawnRows() < 120);
  await page.locator('main').evaluate((main) => (main.scrollTop = main.scrollHeight / 2));
  const middle = table().getByRole('row').filter({ hasText: 'X/n=50000-8' });
  await middle.waitFor();
  assert.equal(await middle.getAttribute('aria-rowindex'), '50003');
  assert.ok(await drawnRows() < 120);
  assert.deepEqual(await problems(), []);
});

test('the keyboard reaches every row, and scrolling does not move the focus', async () => {
  delayAnswers(30);
  await open(withManyRows());
  await table().getByRole('button', { name: 'X/n=0-8', exact: true }).focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.textContent === 'X/n=99999-8');
  await page.keyboard.press('ArrowUp');
  assert.equal(await activeName(), 'X/n=99998-8');
  await page.locator('main').evaluate((main) => (main.scrollTop = 0));
  await table().getByRole('row').filter({ hasText: 'X/n=3-8' }).waitFor();
  assert.equal(await activeName(), 'X/n=99998-8');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.textContent === 'X/n=99997-8');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.activeElement?.textContent === 'X/n=0-8');
  delayAnswers(0);
});

test('an open chart moves with its row when rows are sorted, and does not overlap the footer', async () => {
  const state = withManyRows();
  await open(state);
  await table().getByRole('button', { name: 'X/n=0-8', exact: true }).click();
  await answerChart(state);
  await table().getByRole('columnheader', { name: 'time/op' }).getByRole('button').click();
  await table().getByRole('row').filter({ hasText: 'X/n=99999-8' }).waitFor();
  assert.equal(await page.locator('figure').count(), 0);
  await page.locator('main').evaluate((main) => (main.scrollTop = main.scrollHeight));
  await page.locator('figure').waitFor();
  const [chart, foot] = await Promise.all([page.locator('figure').boundingBox(), table().locator('tfoot').boundingBox()]);
  assert.ok(chart!.y + chart!.height <= foot!.y);
});

test('the filter and the column widths take all rows into account, even rows that are not drawn', async () => {
  await open(withManyRows());
  const width = () => table().evaluate((element) => Math.round(element.getBoundingClientRect().width));
  const before = await width();
  await page.getByRole('searchbox').fill('=9999');
  await page.locator('.found').filter({ hasText: '11 rows' }).waitFor();
  await untilRows(11);
  assert.deepEqual(await names(), ['X/n=9999-8', ...Array.from({ length: 10 }, (_, i) => `X/n=9999${i}-8`)]);
  assert.equal(await width(), before);
});

test('dropped files are sent to the host as URIs or with their text', async () => {
  await open(panelState([]));
  const drop = (uris: string) => page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    if (list === '') dataTransfer.items.add(new File(['BenchmarkA 1 1 ns/op'], 'a.txt'));
    else dataTransfer.setData('text/uri-list', list);
    document.querySelector('main')!.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
  }, uris);
  await drop('file:///app/a.txt\r\nhttps://elsewhere/b.txt');
  assert.deepEqual((await lastRequest()).slice(0, 2), ['dropped', { files: [], uris: ['file:///app/a.txt'] }]);
  await drop('');
  await page.waitForFunction(() => fakePageHost.received.length > 2);
  assert.deepEqual((await lastRequest()).slice(0, 2), ['dropped', { files: [{ name: 'a.txt', text: 'BenchmarkA 1 1 ns/op' }], uris: [] }]);
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] satisfies ThemeName[]) {
  test(`the page that compares results meets the accessibility rules: ${theme}`, async () => {
    const third = source('third', output(1.3, { runs: 3 }), { time: 3.1e12 });
    const state = panelState([OLD, NEW, third]);
    await open(state, { theme });
    await table().getByRole('button', { name: 'Join/size=10-8', exact: true }).click();
    await answerChart(state);
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `benchmarks ${theme}`);
    await open(state, { theme, width: 420 });
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `benchmarks narrow ${theme}`);
  });
}
