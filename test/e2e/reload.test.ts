import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { columnsOf } from './costs';
import { type Session, type VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { confirmFile } from './fileDialog';
import { profile } from './goFiles';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { isStored, untilStored } from './storage';

const PANEL = 'Linecost';
const TESTS = 'sample_test.go';
const FILE = 'heap.pb.gz';
const BUILDER = 'example.com/sample.BenchmarkReport.func2';

let session: Session;
let code: VsCode;
/** The line of report.go that allocates most. */
let hottest: number;

before(async () => {
  const settings = {
    'linecost.profile.benchtime': '100ms',
    'linecost.profile.kinds': ['memory', 'cpu'],
    'linecost.profile.memoryRate': 'everyAllocation',
  };
  const prepare = (folder: string) => profile(folder, 'Report', { memory: path.join(folder, FILE) });
  session = await startScene({ copies: { '.': 'sample' }, prepare, settings });
  code = session.code;
  git('init', '-q', '-b', 'main');
  git('add', '--all');
  git('commit', '-q', '-m', 'measured');
  hottest = await lineOf(session, 'report.go', 'report += fmt.Sprintf');
});
after(() => session?.stop());

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...who, ...args], { cwd: session.workspace, stdio: 'pipe' });
}

/** Waits for a note at the end of a line of report.go. */
async function untilNote(wanted: RegExp): Promise<void> {
  await code.until(String(wanted), async () => {
    const lines = await code.editor('report.go').lines();
    return lines.some(({ after: ends }) => wanted.test(ends.map(({ text }) => text.replace(/\u00a0/g, ' ')).join(' ')));
  });
}

/** Columns of the hottest line, once they are numbers of objects and not bytes. */
async function untilObjects(line = hottest): Promise<void> {
  const editor = code.editor('report.go');
  await editor.untilShown();
  await code.until('objects', async () => /^\d+$/.test((await columnsOf(editor, line))?.cum ?? ''));
}

/** Waits for the columns of report.go on the other branch, and for its notes about the difference. */
async function untilOtherBranch(): Promise<void> {
  await untilObjects(hottest + 2);
  await untilNote(/Measured today .* at [0-9a-f]{7} \(main\).* · 3 lines changed since, \d+ gone/);
  await untilNote(/\d in \d+ removed lines/);
}

test('after git switch, costs stay with their lines, and the file says what has changed since', async () => {
  await clickLens(session, 'sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  await code.run('Linecost: Show Flame Graph');
  const graph = await GraphPage.drawn(code, PANEL);
  await graph.choose('alloc_objects');
  await graph.untilTotal(/^\d+ ·/);
  await code.editor('sample_test.go').focus();
  await code.open('report.go', hottest);
  await untilObjects();

  const file = path.join(session.workspace, 'report.go');
  const text = await readFile(file, 'utf8');
  git('switch', '-q', '-c', 'other');
  const added = text.replace('// Report lists', '// Two new lines.\n// Above it.\n// Report lists');
  await writeFile(file, added.replace('report := ""', 'report := string("")').replace(/\n\/\/ ReportBuilt is[^]*/, ''));
  git('commit', '-q', '-a', '-m', 'changed');
  await untilOtherBranch();
  await code.screenshot('on another branch dark');
});

test('a reload brings back the panel with profile, sample type, zoom and search, the columns, and what has changed', async () => {
  let graph = await GraphPage.drawn(code, PANEL);
  await graph.frame(BUILDER).click();
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
  await graph.search('Fprintf', /%/);
  await code.editor('report.go').focus();
  await untilStored(code, 'memento/workbench.parts.editor', 'Fprintf');
  await untilStored(code, 'memento/workbench.parts.editor', 'report.go');
  await untilStored(code, 'linecost.linecost', '"sampleType":"alloc_objects"');

  await code.reload();
  graph = await GraphPage.drawn(code, PANEL);
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
  await graph.untilFound(/%/);
  await code.statusBar.untilShown(/BenchmarkReport · alloc_objects/);
  await graph.untilTotal(/^\d+ ·/);
  await untilOtherBranch();

  git('switch', '-q', 'main');
  await untilObjects();
  await untilNote(/Measured today .* at [0-9a-f]{7} \(main\)[^·]*$/);
});

test('a reload brings back a profile file that is open beside the code', async () => {
  await code.editor('report.go').focus();
  await code.explorer.click(FILE);
  await code.statusBar.untilShown(new RegExp(`${FILE} · alloc_space`));
  // The panel shows it; code comes in front of the file's own tab.
  let graph = await GraphPage.drawn(code, PANEL);
  await code.editor('report.go').untilShown();
  await code.page.locator('.tab').filter({ hasText: FILE }).click();
  await GraphPage.drawn(code, FILE);
  await code.run('View: Move Editor into Next Group');
  graph = await GraphPage.drawn(code, FILE);
  await graph.choose('alloc_objects');
  await graph.untilTotal(/^\d+ ·/);
  await graph.frame('testing.(*B).runN').click();
  await graph.untilZoomedTo('testing.(*B).runN');
  await graph.search('ReportBuilt', /%/);
  await untilObjects();
  await untilStored(code, 'memento/workbench.parts.editor', 'ReportBuilt');
  await untilStored(code, 'linecost.linecost', `${FILE}","alloc_objects"`);

  await code.reload();
  graph = await GraphPage.drawn(code, FILE);
  await graph.untilZoomedTo('testing.(*B).runN');
  await graph.untilFound(/%/);
  await code.statusBar.untilShown(new RegExp(`${FILE} · alloc_objects`));
  await untilObjects();
});

test('when the profile file is closed, the last capture is shown again', async () => {
  await code.page.locator('.tab').filter({ hasText: FILE }).click();
  await GraphPage.drawn(code, FILE);
  await code.run('View: Close Editor');
  await code.statusBar.untilShown(/BenchmarkReport · alloc_objects/);
  await untilObjects();
  const graph = await GraphPage.drawn(code, PANEL);
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
});

test('after the profile is cleared, nothing of it is stored for a reload', async () => {
  await code.run('Linecost: Clear Profile');
  const graph = await GraphPage.of(code, PANEL);
  assert.match(await graph.notice(), /^No profile is active/);
  // The path belongs to the closed tab; the panel stores its state by the file's name alone.
  for (const [key, text] of [['linecost.linecost', 'activeRun'], ['memento/workbench.parts.editor', `/${FILE}`]]) {
    await code.until(`nothing of ${text} in ${key}`, async () => !(await isStored(code, key, text)));
  }
});

test('results of captures and of a file are compared: charted, opened, copied, exported, and back after a reload', async () => {
  await writeFile(path.join(session.workspace, 'ci-bench.txt'), resultsOfCi(6));
  await writeFile(path.join(session.workspace, 'night-bench.txt'), resultsOfCi(7));
  await clickLens(session, TESTS, 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  await code.run('Linecost: Focus on Profiles View');
  const profiles = new SideView(code.page, 'Profiles');
  await profiles.menu(profiles.row(/^\s*BenchmarkReport\b/), 'Compare Benchmark Results…');
  const panel = await code.panel('Benchmarks');
  const untilInputs = (count: number) => panel.locator('.about').filter({ hasText: `${count} inputs` }).waitFor();
  await untilInputs(2);
  await code.run('File: Focus on Files Explorer');
  await code.explorer.menu('ci-bench.txt', 'Compare Benchmark Results…');
  await untilInputs(3);
  await code.screenshot('benchmarks of captures and a file dark');

  await panel.getByRole('checkbox', { name: /^Ignore GOMAXPROCS/ }).check();
  const allocs = panel.getByRole('table', { name: 'Results in allocs/op' });
  await allocs.getByRole('button', { name: 'Report/concat', exact: true }).click();
  const chart = await panel.getByRole('img').getAttribute('aria-label');
  assert.match(chart!, /^Runs of Report\/concat in allocs\/op\. .*BenchmarkReport .*ci-bench\.txt.*: median 4\.000, its interval /);
  const line = await lineOf(session, TESTS, 'func BenchmarkReport(');
  await panel.getByRole('button', { name: 'Go to Benchmark' }).click();
  await code.until('the benchmark', async () => (await code.editor(TESTS).cursor())?.startsWith(`Ln ${line}, `));

  await panel.getByRole('button', { name: 'Copy as Markdown' }).click();
  await panel.getByRole('status').filter({ hasText: 'Copied as Markdown.' }).waitFor();
  const copied = await code.page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^\|  \| BenchmarkReport .* \(sec\/op\) \| .*ci-bench\.txt \(sec\/op\) \| vs base \|$/m);
  await panel.getByRole('button', { name: 'Export…' }).click();
  await code.quickInput.untilAsked('Export Benchmark Results');
  await confirmFile(code);
  await code.notifications.untilShown('Exported to bench.txt. benchstat -col input bench.txt compares its inputs.');
  const exported = await readFile(path.join(session.workspace, 'bench.txt'), 'utf8');
  assert.match(exported, /^input: BenchmarkReport .*^input: ci-bench\.txt$/ms);

  // It moves the rows below it.
  await code.explorer.row('bench.txt').waitFor();
  await dragWithShift(code.explorer.row('night-bench.txt'), panel.locator('main'));
  await untilInputs(4);
  await untilStored(code, 'memento/workbench.parts.editor', 'night-bench.txt');
  await code.reload();
  const restored = await code.panel('Benchmarks');
  await restored.locator('.about').filter({ hasText: '4 inputs' }).waitFor();
});

/** Some runs as a CI prints them, among other lines. */
function resultsOfCi(count: number): string {
  const figures = (i: number) => `${900 + i} ns/op\t 9984 B/op\t 4 allocs/op`;
  const lines = Array.from({ length: count }, (_, i) => `BenchmarkReport/concat \t 100\t ${figures(i)}`);
  return ['+ go test -bench .', 'pkg: example.com/sample', ...lines, 'PASS', ''].join('\r\n');
}

/** Drags as a user does who holds Shift: without it, VS Code takes the drop and opens the file. */
async function dragWithShift(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  const { mouse, keyboard } = code.page;
  await mouse.move(start.x + 60, start.y + start.height / 2);
  await mouse.down();
  await keyboard.down('Shift');
  await mouse.move(end.x + 200, end.y + 100, { steps: 5 });
  await mouse.move(end.x + 210, end.y + 120, { steps: 5 });
  await mouse.up();
  await keyboard.up('Shift');
}
