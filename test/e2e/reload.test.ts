import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import { type Session, type VsCode } from './driver/index';
import { profile } from './goFiles';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { isKept, untilKept } from './storage';

const PANEL = 'Linecost';
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

test('a reload brings back the panel with profile, sample type, zoom and search, and the columns', async () => {
  await clickLens(session, 'sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  await code.run('Linecost: Show Flame Graph');
  let graph = await GraphPage.drawn(code, PANEL);
  await graph.choose('alloc_objects');
  await graph.untilTotal(/^\d+ ·/);
  await graph.frame(BUILDER).click();
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
  await graph.search('Fprintf', /%/);
  await code.editor('sample_test.go').focus();
  await code.open('report.go', hottest);
  await untilObjects();
  await untilKept(code, 'memento/workbench.parts.editor', 'Fprintf');
  await untilKept(code, 'memento/workbench.parts.editor', 'report.go');
  await untilKept(code, 'linecost.linecost', '"sampleType":"alloc_objects"');

  await code.reload();
  graph = await GraphPage.drawn(code, PANEL);
  await graph.untilZoomedTo('sample.BenchmarkReport.func2');
  await graph.untilFound(/%/);
  await code.statusBar.untilShown(/BenchmarkReport · alloc_objects/);
  await untilObjects();
  await graph.untilTotal(/^\d+ ·/);
});

test('after git switch, costs stay with their lines, and the file says what has changed since, also after a reload', async () => {
  const file = path.join(session.workspace, 'report.go');
  const text = await readFile(file, 'utf8');
  git('switch', '-q', '-c', 'other');
  const added = text.replace('// Report lists', '// Two new lines.\n// Above it.\n// Report lists');
  await writeFile(file, added.replace('report := ""', 'report := string("")').replace(/\n\/\/ ReportBuilt is[^]*/, ''));
  git('commit', '-q', '-a', '-m', 'changed');
  const isOther = async () => {
    await untilObjects(hottest + 2);
    await untilNote(/Measured today .* at [0-9a-f]{7} \(main\).* · 3 lines changed since, \d+ gone/);
    await untilNote(/\d in \d+ removed lines/);
  };
  await isOther();
  await code.screenshot('on another branch dark');
  await code.reload();
  await isOther();

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
  await untilKept(code, 'memento/workbench.parts.editor', 'ReportBuilt');
  await untilKept(code, 'linecost.linecost', `${FILE}","alloc_objects"`);

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

test('after the profile is cleared, a reload shows none', async () => {
  await code.run('Linecost: Clear Profile');
  const graph = await GraphPage.of(code, PANEL);
  assert.match(await graph.sentence(), /^No profile is active/);
  // The path belongs to the closed tab; the panel stores its state by the file's name alone.
  for (const [key, text] of [['linecost.linecost', 'activeRun'], ['memento/workbench.parts.editor', `/${FILE}`]]) {
    await code.until(`nothing of ${text} in ${key}`, async () => !(await isKept(code, key, text)));
  }
  await code.reload();
  assert.match(await (await GraphPage.of(code, PANEL)).sentence(), /^No profile is active/);
});
