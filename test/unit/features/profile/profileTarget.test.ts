import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { summaryOf } from '../../../shared/fakeEngine';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { plainSpaces } from '../../../shared/plainSpaces';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);

test("a benchmark's capture asks the worker one question, and its first column another", async (context) => {
  const { Sources } = await import('../../../../src/documents/sources');
  const { workspaceResolver: resolver } = await import('../../../../src/documents/workspaceResolver');
  const { makeColumns } = await import('../../../../src/editor/columns/makeColumns');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { engine, session, workspace, writeProgram, profile } = await measuringScene(vscode, context);
  const file = join(workspace, 'a_test.go');
  engine.answers.load = () => ({ ...summaryOf(1, 'cpu/nanoseconds', 5), facts: { loop: 'b.Loop', files: [file] } });
  let askedBefore: [query: string, times: number][] | undefined;
  engine.answers.fileCosts = () => {
    askedBefore ??= [...engine.asked];
    return [fileCosts([4])];
  };
  const host = { outside: async () => ({}) as never, resolver };
  const sources = new Sources(engine.asEngine(), new FakeMemento() as never, (_, line) => ({ line }) as never, host);
  const styles = new ColumnStyles(session, () => undefined);
  const { annotator, lines } = makeColumns({
    session, engine, styles, findFiles: (active, document) => sources.filesOf(active, document), say: () => undefined,
  });
  context.after(() => [annotator, lines, styles, sources].forEach((each) => each.dispose()));
  const text = ['package a', '', 'func BenchmarkA(b *testing.B) {', '\tfor b.Loop() {', '\t}', '}'];
  const editor = new FakeEditor(new FakeDocument(FakeUri.file(file), text));
  vscode.show(editor);
  writeProgram({ nanoseconds: 1000, bytes: 0 });
  await profile();
  await until(() => editor.hasFigures);
  assert.deepEqual(askedBefore, [['load', 1], ['fileCosts', 1]]);
});

/** A program with the cases `a` and `b`. Case b of a run without a profile waits for the file `gate`. */
function programWithCases(gate: string): string {
  const result = (name: string) => `printf 'BenchmarkA/${name}-8\\t100\\t%s ns/op\\t0 B/op\\t0 allocs/op\\n' $nanos`;
  return `#!/bin/sh
nanos=900; profiled=no
for word in "$@"; do case "$word" in -test.cpuprofile=*) nanos=7000; profiled=yes ;; esac; done
printf 'goos: linux\\npkg: example.com/a\\n'
${result('a')}
while [ $profiled = no ] && [ ! -f '${gate}' ]; do sleep 0.02; done
${result('b')}
echo PASS
`;
}

async function sceneWithCases(context: TestContext) {
  const scene = await measuringScene(vscode, context);
  const gate = join(scene.workspace, 'gate');
  writeFileSync(join(scene.workspace, 'program.sh'), programWithCases(gate));
  vscode.progress.length = 0;
  const figures = () => scene.results().map(({ subName, values: [{ value }] }) => [subName, value]);
  return { ...scene, figures, open: () => writeFileSync(gate, '') };
}

test('the result of a case is shown when it was timed, while the next case still runs, and never that of a profiled run', async (context) => {
  const { profile, figures, open } = await sceneWithCases(context);
  const profiling = profile();
  await until(() => figures().length > 0);
  assert.deepEqual(figures(), [['a', 900]]);
  open();
  await profiling;
  assert.deepEqual(figures(), [['a', 900], ['b', 900]]);
});

test('if the timed run is cancelled, the results that were shown before are shown again', async (context) => {
  const { profile, figures, open } = await sceneWithCases(context);
  const profiling = profile();
  await until(() => figures().length > 0);
  vscode.cancelProgress();
  await assert.rejects(profiling, { name: 'AbortError' });
  assert.deepEqual(figures(), []);
  open();
});

test('the progress says the number of cases and how long they take, as far as earlier results or runs tell', async (context) => {
  const { profile, open } = await sceneWithCases(context);
  open();
  await profile();
  // On a busy machine, a stage takes more than a second and is reported again.
  const stages = () => vscode.progress.splice(0).filter((text, i, all) => {
    return /building|run/.test(text) && !/ · \d+ s$/.test(text) && text !== all[i - 1];
  });
  assert.deepEqual(stages(), [
    'Profiling BenchmarkA: building', 'Profiling BenchmarkA: CPU run',
    'Profiling BenchmarkA: timing run · case 1 of 2 · a few seconds left',
  ]);
  await profile();
  assert.deepEqual(stages(), [
    'Profiling BenchmarkA: building · 2 cases known: the runs take a few seconds',
    'Profiling BenchmarkA: CPU run · case 1 of 2 · a few seconds left',
    'Profiling BenchmarkA: timing run · case 1 of 2 · a few seconds left',
  ]);
});

test('without the timing run, a capture has its profiles and the names of its cases, but no results', async (context) => {
  context.after(() => vscode.configure('linecost.profile.timingRun', undefined));
  vscode.configure('linecost.profile.timingRun', false);
  const { profile, figures, newest, session } = await sceneWithCases(context);
  await profile();
  const { results, untimedCases, profiles, output } = await newest();
  assert.deepEqual([results, untimedCases, profiles.length, output], [[], ['a', 'b'], 1, undefined]);
  assert.deepEqual([figures(), session.active!.capture.results], [[], []]);
  assert.ok(!vscode.progress.some((text) => text.includes('timing run')));
});

test('without the timing run, measuring again and measuring without profiles still time', async (context) => {
  context.after(() => {
    vscode.configure('linecost.profile.timingRun', undefined);
    vscode.configure('linecost.measureAgain.runs', undefined);
  });
  vscode.configure('linecost.profile.timingRun', false);
  vscode.configure('linecost.measureAgain.runs', 4);
  const { storeResults } = await import('../../../../src/features/profile/profileTarget');
  const { startProgress } = await import('../../../../src/ui/progress');
  const { profile, again, newest, writeProgram, parts, target } = await measuringScene(vscode, context);
  writeProgram({});
  await profile();
  assert.deepEqual((await newest()).results, []);
  writeProgram({ nanoseconds: 500 });
  await again();
  assert.equal((await newest()).turns!.before.length, 4);
  const progress = await startProgress('Measuring');
  const { results } = await storeResults(target, { kinds: ['cpu'], benchtime: '', count: 1 }, parts, progress);
  progress.end();
  assert.equal(results.length, 1);
});

test('a capture records what changed in its code since the capture before', async (context) => {
  const { workspace, writeProgram, profile, newest } = await measuringScene(vscode, context);
  writeProgram({});
  await profile();
  const first = await newest();
  assert.deepEqual(Object.keys(first.code!), ['hash', 'others']);
  await profile();
  const second = await newest();
  assert.deepEqual([second.code?.since?.id, second.code?.since?.change.files], [first.id, 0]);
  writeFileSync(join(workspace, 'a_test.go'), 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t\tf()\n\t}\n}\n');
  await profile();
  const { id, capturedAt, change: { named, ...counts } } = (await newest()).code!.since!;
  assert.deepEqual([id, capturedAt, counts], [second.id, second.capturedAt, { files: 1, added: 1, removed: 0 }]);
  assert.deepEqual(named.map((file) => basename(file)), ['a_test.go']);
});

/** A scene whose engine says after each round how sure the hottest lines are, the last answer again and again. */
async function sceneWithRounds(context: TestContext, within: readonly number[]) {
  const scene = await measuringScene(vscode, context);
  const { engine } = scene;
  const asked: number[] = [];
  engine.answers.mergedBytes = ({ sources }) => Buffer.from(`samples/count,cpu/nanoseconds ${5 * sources.length}`);
  engine.answers.hottestCertainty = ({ profile }) => {
    asked.push(profile);
    const at = Math.min(asked.length, within.length) - 1;
    return { samples: 5 * asked.length, share: 0.5, hottest: 3 * asked.length, within: within[at]! };
  };
  const shown: (readonly [samples: number, iterations: number, capture: string])[] = [];
  scene.session.onDidChange(() => {
    const { active } = scene.session;
    if (active) shown.push([active.profile.summary.sampleCount, sumOf(active.profile.iterations), active.capture.id]);
  });
  vscode.progress.length = 0;
  return { ...scene, asked, shown };
}

const sumOf = (numbers: readonly number[] = []) => numbers.reduce((sum, each) => sum + each, 0);

test('a benchmark is profiled in rounds until its lines are firm, and the sum of them is shown in the same capture', async (context) => {
  const { profile, newest, shown, engine, writeProgram, session } = await sceneWithRounds(context, [0.4, 0.3, 0.2]);
  writeProgram({});
  await profile();
  assert.deepEqual([...new Set(shown.map(([samples, iterations]) => `${samples} ${iterations}`))], ['5 100', '10 200', '15 300']);
  assert.equal(new Set(shown.map(([, , id]) => id)).size, 1);
  const { profiles, results } = await newest();
  assert.deepEqual(profiles.map(({ fileName, iterations }) => [fileName, iterations]), [['cpu.3.pprof', [100, 100, 100]]]);
  assert.equal(results.length, 1);
  assert.deepEqual(engine.loadedFiles, ['cpu.3.pprof'], 'the profiles of earlier rounds are unloaded');
  assert.equal(session.active!.capture.results.length, 1);
  const stages = vscode.progress.filter((text) => /run|round/.test(text)).map(plainSpaces);
  assert.deepEqual(stages, [
    'Profiling BenchmarkA: CPU run', 'Profiling BenchmarkA: timing run',
    'Profiling BenchmarkA: round 2: 5 samples, the hottest lines are within 40 %',
    'Profiling BenchmarkA: round 3: 10 samples, the hottest lines are within 30 %',
  ]);
});

test('with 0 samples, a benchmark is profiled once; with a number, until there are as many', async (context) => {
  context.after(() => vscode.configure('linecost.profile.samples', undefined));
  const { profile, newest, asked, writeProgram } = await sceneWithRounds(context, [0.4]);
  writeProgram({});
  vscode.configure('linecost.profile.samples', 0);
  await profile();
  assert.deepEqual([asked.length, (await newest()).profiles[0]!.iterations], [0, [100]]);
  vscode.configure('linecost.profile.samples', 12);
  await profile();
  assert.deepEqual((await newest()).profiles[0]!.iterations, [100, 100, 100]);
});

test('a cancel while rounds go on keeps the capture with the rounds that were complete', async (context) => {
  const { profile, newest, asked, writeProgram, engine, leftovers } = await sceneWithRounds(context, [0.4]);
  writeProgram({});
  const certainty = engine.answers.hottestCertainty!;
  engine.answers.hottestCertainty = (params) => {
    if (asked.length === 1) vscode.cancelProgress();
    return certainty(params);
  };
  await profile();
  const { profiles, results } = await newest();
  assert.deepEqual([profiles[0]!.iterations, results.length], [[100, 100], 1]);
  assert.deepEqual(leftovers(), []);
});

test('the capture and its program are stored, and warnings are shown once, before a further round begins', async (context) => {
  const { profile, asked, engine, programs, session, workspace } = await sceneWithRounds(context, [0.4, 0.1]);
  const script = programWithCases(join(workspace, 'a_test.go')).replaceAll('BenchmarkA/a', 'BenchmarkA').replaceAll('t100', 't100000000')
    .replace(/printf 'BenchmarkA\/b.*/, '');
  writeFileSync(join(workspace, 'program.sh'), script);
  const warnings = () => vscode.messages.filter(({ text }) => text.includes('An operation took 7.8× as long')).length;
  const seen: unknown[] = [];
  const certainty = engine.answers.hottestCertainty!;
  vscode.messages.length = 0;
  engine.answers.hottestCertainty = async (params) => {
    const { id } = session.active!.capture;
    const isStored = existsSync(join(workspace, '..', 'storage', 'runs', id, 'run.json'));
    seen.push([isStored, await programs.of(id).then((file) => basename(file ?? '') === id), warnings()]);
    return certainty(params);
  };
  await profile();
  assert.equal(asked.length, 2);
  assert.deepEqual([seen, warnings()], [[[true, true, 1], [true, true, 1]], 1]);
});

test('a round that fails ends the rounds, and is told; the capture has those before it', async (context) => {
  const { profile, newest, writeProgram } = await sceneWithRounds(context, [0.4]);
  writeProgram({ failing: 4 });
  vscode.messages.length = 0;
  await profile();
  assert.deepEqual((await newest()).profiles[0]!.iterations, [100, 100]);
  assert.ok(vscode.messages.some(({ text }) => text.includes('Round 3 of BenchmarkA failed: the costs are those of 2 rounds.')), JSON.stringify(vscode.messages));
});

test('another measurement may begin while rounds go on: it ends them, and the capture stays', async (context) => {
  const { profile, newest, asked, writeProgram, engine } = await sceneWithRounds(context, [0.4]);
  writeProgram({});
  const certainty = engine.answers.hottestCertainty!;
  let second: Promise<void> | undefined;
  engine.answers.hottestCertainty = (params) => {
    if (asked.length === 1) second = profile();
    return asked.length < 2 ? certainty(params) : undefined;
  };
  await profile();
  const first = (await newest()).id;
  await second;
  assert.notEqual((await newest()).id, first);
});
