import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { columnsOf, shownColumns, untilAligned } from './costs';
import { type Editor, type RulerMark, type Session, startSession, type VsCode } from './driver/index';
import { hottestLines } from './goFiles';
import { clickLens, storedProfile, leftoverFolders, lineOf as lineIn, untilProfiled } from './profiling';

const SAMPLE = 'sample_test.go';

let session: Session;
let code: VsCode;
/** The line of distance.go with the largest flat. */
let hottest: number;
/** The line of report.go that allocates most. Found before a test edits the file, because VS Code saves the edit. */
let allocating: number;

before(async () => {
  // A fixed number of iterations gives enough samples even on a busy machine.
  const settings = { 'linecost.profile.benchtime': '2000x' };
  session = await startSession({ workspace: 'sample', file: SAMPLE, settings });
  code = session.code;
});
after(() => session?.stop());

const lineOf = (file: string, text: string) => lineIn(session, file, text);

async function profileBenchmark(name: string): Promise<string> {
  await clickLens(session, SAMPLE, name);
  return untilProfiled(code, name);
}

/** Returns the red and orange marks of the overview ruler. The marks of the cursor and the selection are gray. */
async function hotMarks(editor: Editor): Promise<RulerMark[]> {
  return (await editor.overviewRuler()).filter(({ color }) => {
    const [red, , blue] = color.match(/\d+/g)!.map(Number);
    return red - blue > 60;
  });
}

test('a benchmark and a test have lenses above them', async () => {
  const lensesOf = async (start: string) => {
    const line = await lineOf(SAMPLE, start);
    const editor = await code.open(SAMPLE, line);
    return code.until(`lenses above ${start}`, async () => {
      const titles = (await editor.lensesAt(line)).map((title) => title.trim());
      return titles.length > 0 && titles;
    });
  };
  assert.deepEqual(await lensesOf('func TestCountWords('), ['profile this test', 'find leaked goroutines']);
  assert.deepEqual(await lensesOf('func BenchmarkCountWords('), ['profile this benchmark', 'options…']);
});

test('a click profiles the benchmark, and the lines of the code under test show their costs', async () => {
  const capture = await profileBenchmark('BenchmarkDistance');
  const cpu = await storedProfile(code, capture, 'cpu');
  [hottest] = (await hottestLines(cpu, 'example.com/sample.Distance', 'flat')) as [number];
  const editor = await code.open('distance.go', hottest);
  const columns = await code.until('columns', () => columnsOf(editor, hottest));
  assert.match(columns.flat, /^[\d.]+ (ms|s)$/);
  assert.match(columns.cum, /^[\d.]+ (ms|s)$/);
  assert.deepEqual(await columnsOf(editor, await lineOf('distance.go', 'diagonal := row[0]') - 1) !== undefined, true);
  await code.screenshot('costs dark');
});

test('the overview ruler marks the hot lines', async () => {
  await code.until('marks', async () => (await hotMarks(code.editor('distance.go'))).length > 0);
});

test('a hover shows percentages, other sample types, callers and the number of samples', async () => {
  const editor = code.editor('distance.go');
  const text = await editor.hover(hottest);
  assert.match(text, /Linecost · \d+ samples?/);
  assert.match(text, /cpu/);
  assert.match(text, /%/);
  assert.match(text, /cpu\s+flat\s.*\scum\s/);
  assert.match(text, /Callers & callees\s+[\d.]+ m?s\s+\d+ % of line\s+called by /);
  assert.match(text, /BenchmarkDistance/);
  await code.screenshot('hover dark');
  await editor.dismissHover();
});

test('the result is shown above the benchmark, and the result of each sub-benchmark above its b.Run', async () => {
  const editor = await code.open(SAMPLE);
  const line = await lineOf(SAMPLE, 'func BenchmarkDistance(');
  await editor.goTo(line);
  const titles = await code.until('a result', async () => {
    const all = await editor.lensesAt(line);
    return all.length > 4 && all;
  });
  assert.equal(titles[2].trim(), 'measure again');
  assert.match(titles[0], /^(?:among the )?hottest: \w+\.go:\d+ +[\d.]+ %/);
  assert.match(titles[1], /[nµm]s\/op +[\d.]+ (?:Ki)?B\/op +\d+ allocs\/op/);
  await profileBenchmark('BenchmarkReport');
  for (const name of ['concat', 'builder']) {
    const runLine = await lineOf(SAMPLE, `b.Run("${name}"`);
    await editor.goTo(runLine);
    const title = await code.until(`the result of ${name}`, async () => {
      return (await editor.lensesAt(runLine)).find((each) => each.includes('/op'));
    });
    assert.match(title, /^[\d.]+ [nµm]s\/op +[\d.]+ (?:[KM]i)?B\/op +[\d ]+ allocs\/op/);
  }
  await code.screenshot('results dark');
});

test('a profile of other code removes the columns and marks of the previous profile', async () => {
  const editor = await code.open('distance.go');
  await code.until('no columns in distance.go', async () => (await shownColumns(editor)).size === 0);
  assert.deepEqual(await hotMarks(editor), []);
  const line = await editor.line(1);
  assert.equal(line.before.length, 0);
});

test('the status bar switches the sample type, and the columns show it', async () => {
  allocating = await lineOf('report.go', 'report += fmt.Sprintf');
  const editor = await code.open('report.go', allocating);
  const cpu = await code.until('cpu columns', () => columnsOf(editor, allocating));
  assert.match(cpu.cum, /s$/);
  await code.pickFrom(() => code.statusBar.click('BenchmarkReport'), 'Choose a sample type', /alloc_space/);
  await code.until('memory columns', async () => /B$/.test((await columnsOf(editor, allocating))?.cum ?? ''));
  await code.pickFrom(() => code.statusBar.click('BenchmarkReport'), 'Choose a sample type', /alloc_objects/);
  await code.until('object counts', async () => /^\d[\d. ]*[kM]?$/.test((await columnsOf(editor, allocating))?.cum ?? ''));
});

test('costs move with their lines when lines are typed above them', async () => {
  const editor = code.editor('report.go');
  const beforeEdit = await columnsOf(editor, allocating);
  await editor.goTo(allocating - 3);
  await editor.type('\n// a new line\n');
  await code.until('moved columns', async () => (await columnsOf(editor, allocating + 2))?.cum === beforeEdit?.cum);
  await untilAligned(editor);
  await code.until('the original text', async () => {
    await code.page.keyboard.press('Control+z');
    return (await editor.line(allocating)).text.includes('report += fmt.Sprintf');
  });
  await code.until('the original place', async () => (await columnsOf(editor, allocating))?.cum === beforeEdit?.cum);
});

test('a setting moves the figures to the end of the line', async () => {
  const editor = code.editor('report.go');
  await code.changeSettings({ 'linecost.columns.style': 'endOfLine' });
  await code.until('figures at the end', async () => {
    const { before: front, after: end } = await editor.line(allocating);
    return front.length === 0 && end.some(({ text }) => /flat .* cum /.test(text));
  });
  await code.changeSettings({ 'linecost.columns.style': 'columns' });
  await code.until('columns again', () => columnsOf(editor, allocating));
});

test('a command clears all annotations', async () => {
  const editor = code.editor('report.go');
  await code.run('Linecost: Clear Profile');
  await code.until('no columns', async () => (await shownColumns(editor)).size === 0);
  const texts = await code.statusBar.texts();
  assert.equal(texts.some((text) => text.includes('BenchmarkReport')), false);
  const tests = await code.open(SAMPLE, await lineOf(SAMPLE, 'func BenchmarkReport('));
  await code.until('no result', async () => (await tests.lines()).every(({ after: end }) => end.length === 0));
});

test('no temporary files remain', async () => {
  await code.until('no temporary folder', async () => (await leftoverFolders(code)).length === 0);
});
