import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { confirmFile } from './fileDialog';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const PARALLEL = `package sample

import "testing"

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			Distance("kitten sitting mitten", "sitting kitten fitting")
		}
	})
}
`;
const PANEL = 'Linecost';
const CONCAT = 'example.com/sample.BenchmarkReport.func1';
const REPORT = 'example.com/sample.Report';

let session: Session;
let code: VsCode;
let graph: GraphPage;
/** The line of Report, in report.go, that allocates most. */
let hottest: number;

before(async () => {
  session = await startScene({
    copies: { '.': 'sample' },
    files: { 'parallel_test.go': PARALLEL },
    // Every allocation is a sample, so that the graph has the same frames on every machine.
    settings: {
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.benchtime': '20x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
  hottest = await lineOf(session, 'report.go', 'report += fmt.Sprintf');
  await clickLens(session, 'sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
});
after(() => session?.stop());

test('a button above the code opens the graph beside it', async () => {
  assert.equal((await code.tabs()).includes(PANEL), false);
  await code.editor('sample_test.go').root.getByRole('button', { name: 'Show Flame Graph' }).click();
  graph = await GraphPage.drawn(code, PANEL);
  assert.ok(await code.editor('sample_test.go').root.isVisible());
  assert.deepEqual(await code.tabs(), ['sample_test.go', PANEL]);
  await code.screenshot('flame graph dark');
});

test('the graph starts at the benchmark, with its sub-benchmarks below, and a button shows everything', async () => {
  assert.deepEqual(await graph.path(), ['BenchmarkReport']);
  await graph.frame(CONCAT).waitFor();
  assert.equal(await graph.frame('testing.(*B).runN').count(), 0);
  await graph.button('Everything').click();
  await graph.untilZoomedTo('all');
  await graph.frame('testing.(*B).runN').waitFor();
  await graph.button('Benchmark').click();
  await graph.untilZoomedTo('BenchmarkReport');
});

test('a command saves the graph as SVG', async () => {
  await code.run('Linecost: Save Flame Graph as SVG…');
  const file = path.join(session.workspace, 'BenchmarkReport-flame-graph.svg');
  await code.until('the proposed name', async () => (await code.quickInput.value()) === file);
  await confirmFile(code);
  await code.notifications.untilShown('Exported to BenchmarkReport-flame-graph.svg.');
  await code.notifications.close('Exported to BenchmarkReport-flame-graph.svg.');
  const svg = await readFile(file, 'utf8');
  assert.match(svg, /<title id="caption">Flame graph: BenchmarkReport<\/title>/);
  assert.match(svg, /<title>example\.com\/sample\.Report\n.*report\.go:\d+\nflat /);
});

test('a click and the menu of a frame open its source at the hottest line, beside the graph', async () => {
  const [frame, editor] = [graph.frame(REPORT), () => code.editor('report.go')];
  const entry = graph.page.getByRole('menuitem', { name: 'Open source' });
  const actions: readonly (() => Promise<unknown>)[] = [
    () => frame.click({ modifiers: ['ControlOrMeta'] }),
    async () => {
      await frame.click({ button: 'right' });
      await entry.click();
    },
  ];
  for (const act of actions) {
    await graph.landsOn('report.go', hottest, act);
    assert.ok(await editor().root.isVisible());
    await editor().goTo(1);
  }
  await graph.untilZoomedTo('BenchmarkReport');
  assert.equal((await code.tabs()).at(-1), PANEL);
});

test('in a file that was edited after the run, a frame opens the line at its current place', async () => {
  const editor = await code.open('report.go');
  const file = path.join(session.workspace, 'report.go');
  const text = await readFile(file, 'utf8');
  const untilFirstLine = (pattern: RegExp) => code.until(`a first line like ${pattern}`, async () => {
    return pattern.test((await editor.lines()).find(({ line }) => line === 1)?.text ?? '');
  });
  try {
    await writeFile(file, `// edited\n${text}`);
    await editor.goTo(1);
    await untilFirstLine(/^\/\/ edited$/);
    await graph.landsOn('report.go', hottest + 1, () => graph.frame(REPORT).dblclick());
  } finally {
    await writeFile(file, text);
  }
  await editor.goTo(1);
  await untilFirstLine(/^package/);
});

test('a command goes from a line to the frame that has most of its cost', async () => {
  await code.open('report.go', hottest);
  await code.run('Linecost: Show Line in Flame Graph');
  await graph.untilZoomedTo('sample.Report');
  await graph.untilDetailsOf(REPORT);
  await code.screenshot('line in flame graph dark');
  await graph.press('Home');
  await code.open('report.go', 1);
  await code.run('Linecost: Show Line in Flame Graph');
  await code.notifications.untilShown('No sample of the active profile was taken on report.go:1: choose a line with costs.');
  await code.notifications.close('No sample of the active profile');
});

test('the frame of the benchmark opens its function', async () => {
  const line = await lineOf(session, 'sample_test.go', 'func BenchmarkReport(');
  await graph.landsOn('sample_test.go', line, () => graph.frame('BenchmarkReport').dblclick());
});

test('opening a file does not cover the graph', async () => {
  await graph.graph.focus();
  await code.explorer.click('wordcount.go');
  await code.editor('wordcount.go').untilShown();
  assert.ok(await graph.graph.isVisible());
});

test('switching the sample type in the page or the status bar changes the page, the columns and the status bar', async () => {
  const editor = await code.open('report.go', hottest);
  await graph.choose('alloc_objects');
  await code.statusBar.untilShown(/BenchmarkReport · alloc_objects/);
  await code.until('objects', async () => /^\d[\d. ]*[kM]?$/.test((await columnsOf(editor, hottest))?.cum ?? ''));
  await code.pickFrom(() => code.statusBar.click('BenchmarkReport'), 'Choose a sample type', /alloc_space/);
  await graph.untilTotal(/^[\d.]+\s[KMG]iB ·/);
  await code.until('bytes', async () => /B$/.test((await columnsOf(editor, hottest))?.cum ?? ''));
});

test('the source opens beside the graph if the graph is the only tab', async () => {
  await code.editor('report.go').focus();
  await code.run('View: Close All Editors in Group');
  await code.until('nothing but the graph', async () => (await code.tabs()).join() === PANEL);
  await graph.landsOn('report.go', hottest, () => graph.frame(REPORT).click({ modifiers: ['ControlOrMeta'] }));
});

test('the graph keeps its zoom and search while another tab hides it', async () => {
  await graph.frame(CONCAT).click();
  await graph.untilZoomedTo('sample.BenchmarkReport.func1');
  await graph.search('sample\\.Report$', /%/);
  await code.open('go.mod');
  await code.run('View: Move Editor into Previous Group');
  await code.until('a tab before the graph', async () => !(await graph.graph.isVisible()));
  await code.page.locator('.tab').filter({ hasText: PANEL }).click();
  graph = await GraphPage.drawn(code, PANEL);
  await graph.untilZoomedTo('sample.BenchmarkReport.func1');
  await graph.untilFound(/%/);
  await graph.graph.focus();
  await graph.press('Escape', 'Home');
});

test('the open graph shows the next profile, with the goroutines of RunParallel below the benchmark', async () => {
  await clickLens(session, 'parallel_test.go', 'BenchmarkParallel');
  await untilProfiled(code, 'BenchmarkParallel');
  await code.until('the next profile', async () => (await graph.path()).at(-1)?.includes('BenchmarkParallel'));
  await graph.frame('example.com/sample.BenchmarkParallel.func1').waitFor();
  await graph.frame('example.com/sample.Distance').waitFor();
});

test('when the profile is cleared, the page says what to do next', async () => {
  await code.run('Linecost: Clear Profile');
  assert.match(await graph.notice(), /^No profile is active\. Profile a benchmark, /);
  await code.screenshot('flame graph cleared');
  await graph.button('Linecost Commands').click();
  await code.until('the commands', async () => (await code.quickInput.value()) === '>Linecost: ');
  await code.quickInput.cancel();
});
