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
    'linecost.profile.benchtime': '150x',
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
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...author, ...args], { cwd: session.workspace, stdio: 'pipe' });
}

/** Waits until the text at the end of some line of report.go matches. */
async function untilNote(pattern: RegExp): Promise<void> {
  await code.until(String(pattern), async () => {
    const lines = await code.editor('report.go').lines();
    return lines.some(({ after: ends }) => pattern.test(ends.map(({ text }) => text.replace(/\u00a0/g, ' ')).join(' ')));
  });
}

/** Waits until the cum of the hottest line is a number of objects, not bytes. */
async function untilObjects(line = hottest): Promise<void> {
  const editor = code.editor('report.go');
  await editor.untilShown();
  await code.until('objects', async () => /^\d[\d. ]*[kM]?$/.test((await columnsOf(editor, line))?.cum ?? ''));
}

/** Waits until report.go shows its columns on the other branch and notes on what changed since the run. */
async function untilOtherBranch(): Promise<void> {
  await untilObjects(hottest + 2);
  await untilNote(/Measured today .* at [0-9a-f]{7} \(main\).* · 3 lines changed since, \d+ removed/);
  await untilNote(/\d(?: [kM])? in \d+ removed lines/);
}

test('after git switch, costs stay on their lines, and notes say what has changed since the run', async () => {
  await clickLens(session, 'sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  await code.run('Linecost: Show Flame Graph');
  const graph = await GraphPage.drawn(code, PANEL);
  await graph.choose('alloc_objects');
  await graph.untilTotal(/^[\d.]+(?:\s[kM])? ·/);
  await code.editor('sample_test.go').focus();
  await code.open('report.go', hottest);
  await untilObjects();

  const file = path.join(session.workspace, 'report.go');
  const text = await readFile(file, 'utf8');
  git('switch', '-q', '-c', 'other');
  const added = text.replace('// Report lists', '// Two new lines.\n// Above it.\n// Report lists');
  await writeFile(file, added.replace('report := ""', 'report := string("")').replace(/\n\/\/ ReportBuilt [^]*/, ''));
  git('commit', '-q', '-a', '-m', 'changed');
  await untilOtherBranch();
  await code.screenshot('on another branch dark');
});

test('a reload restores the panel with its sample type, zoom and search, the columns and the notes', async () => {
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
  await graph.untilTotal(/^[\d.]+(?:\s[kM])? ·/);
  await untilOtherBranch();

  git('switch', '-q', 'main');
  await untilObjects();
  await untilNote(/Measured today .* at [0-9a-f]{7} \(main\)[^·]*$/);
});

test('a reload restores a profile file that is open beside the code', async () => {
  await code.editor('report.go').focus();
  await code.explorer.click(FILE);
  await code.statusBar.untilShown(new RegExp(`${FILE} · alloc_space`));
  // The panel shows the profile file, and the code comes in front of the file's tab.
  let graph = await GraphPage.drawn(code, PANEL);
  await code.editor('report.go').untilShown();
  await code.page.locator('.tab').filter({ hasText: FILE }).click();
  await GraphPage.drawn(code, FILE);
  await code.run('View: Move Editor into Next Group');
  graph = await GraphPage.drawn(code, FILE);
  await graph.choose('alloc_objects');
  await graph.untilTotal(/^[\d.]+(?:\s[kM])? ·/);
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

test('closing the profile file shows the last capture again', async () => {
  await code.page.locator('.tab').filter({ hasText: FILE }).click();
  await GraphPage.drawn(code, FILE);
  await code.run('View: Close Editor');
  await code.statusBar.untilShown(/BenchmarkReport · alloc_objects/);
  await untilObjects();
  const graph = await GraphPage.drawn(code, PANEL);
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
});

test('clearing the profile removes it from the state that is stored for a reload', async () => {
  await code.run('Linecost: Clear Profile');
  const graph = await GraphPage.of(code, PANEL);
  assert.match(await graph.notice(), /^No profile is active/);
  // Only the closed tab stored the path of the file; the panel stores its state under the file's name.
  for (const [key, text] of [['linecost.linecost', 'activeRun'], ['memento/workbench.parts.editor', `/${FILE}`]]) {
    await code.until(`nothing of ${text} in ${key}`, async () => !(await isStored(code, key, text)));
  }
});

test('results of captures and files are compared, charted, copied and exported, and a reload restores them', async () => {
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
  const allocs = panel.getByRole('table', { name: 'Results, allocs/op' });
  // Until the names with and without -N are merged, a click may open the chart of a row that goes away.
  const concat = allocs.getByRole('button', { name: /^Report\/concat(-\d+)?$/ });
  await code.until('one row per case', async () => (await concat.count()) === 1);
  await concat.click();
  const chart = await panel.getByRole('img', { name: /^Runs of/ }).getAttribute('aria-label');
  assert.match(chart!, /^Runs of Report\/concat, allocs\/op\. .*BenchmarkReport .*ci-bench\.txt.*: median 4, its interval /);
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
  await code.notifications.untilShown('Exported to bench.txt. This command prints the tables: benchstat ');
  const exported = await readFile(path.join(session.workspace, 'bench.txt'), 'utf8');
  assert.match(exported, /^input: BenchmarkReport .*^input: ci-bench\.txt$/ms);

  // The new file moves the rows below it.
  await code.explorer.row('bench.txt').waitFor();
  await dragWithShift(code.explorer.row('night-bench.txt'), panel.locator('main'));
  await untilInputs(4);
  await untilStored(code, 'memento/workbench.parts.editor', 'night-bench.txt');
  await code.reload();
  const restored = await code.panel('Benchmarks');
  await restored.locator('.about').filter({ hasText: '4 inputs' }).waitFor();
});

/** Returns the results of `count` runs between other lines, as a CI job prints them. */
function resultsOfCi(count: number): string {
  const figures = (i: number) => `${900 + i} ns/op\t 9984 B/op\t 4 allocs/op`;
  const lines = Array.from({ length: count }, (_, i) => `BenchmarkReport/concat \t 100\t ${figures(i)}`);
  return ['+ go test -bench .', 'pkg: example.com/sample', ...lines, 'PASS', ''].join('\r\n');
}

/** Drags with Shift held down. Without Shift, VS Code handles the drop and opens the file. */
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
