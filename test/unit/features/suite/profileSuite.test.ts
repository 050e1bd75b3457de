import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { fakeProgram } from '../../../shared/fakeGo';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);
beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
});

const PROFILE = '$(flame) Profile a_test.go';
const MEASURE = '$(watch) Measure a_test.go, timing only';

/** A file with the benchmarks A and B. The benchmark named `without` prints no result. */
async function scene(context: TestContext) {
  const measuring = await measuringScene(vscode, context);
  const { workspace, parts } = measuring;
  const text = ['A', 'B'].map((name) => `func Benchmark${name}(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n`);
  writeFileSync(join(workspace, 'a_test.go'), ['package a\n', ...text].join('\n'));
  const { profileSuite } = await import('../../../../src/features/suite/profileSuite');
  const suite = async (pick: string, { without = '', begin = (_: string): void => undefined } = {}) => {
    const programs = ['BenchmarkA', 'BenchmarkB'].filter((name) => name !== without).map((name) => fakeProgram({ name }));
    writeFileSync(join(workspace, 'program.sh'), programs.join(''));
    vscode.user.pick = pick;
    const line = () => undefined;
    await profileSuite({ ...parts, output: { ...parts.output, begin, line } as never }, FakeUri.file(join(workspace, 'a_test.go')) as never);
  };
  return { ...measuring, suite };
}

const messageTexts = () => vscode.messages.map(({ text }) => text);

test('a suite measured without profiles is stored with its results and programs, and shows no costs', async (context) => {
  const { suite, captures, programs, session, results, leftovers } = await scene(context);
  await suite(MEASURE);
  assert.deepEqual(messageTexts(), ['2 benchmarks of a_test.go were measured.']);
  const records = await captures.records();
  assert.deepEqual(records.map(({ title }) => title).sort(), ['BenchmarkA', 'BenchmarkB']);
  for (const { profiles, results: captured, output, conditions, title } of records) {
    assert.deepEqual([profiles.length, captured.length], [0, 1]);
    assert.match(output!, new RegExp(`^${title}-8\t100\t\\d+ ns/op\t53 B/op\t2 allocs/op$`, 'm'));
    assert.deepEqual([conditions!.goVersion, conditions!.cpu], ['go1.26.8', 'Model A']);
  }
  assert.deepEqual(new Set(records.map((record) => record.suite!.name)), new Set(['a_test.go']));
  assert.equal(new Set(records.map((record) => record.suite!.startedAt)).size, 1);
  await until(async () => (await programs.ids()).size === 2);
  assert.deepEqual([session.active, results().length, leftovers()], [undefined, 1, []]);
});

test('a capture without profiles cannot be loaded or be a baseline, and opening it shows its results', async (context) => {
  const { suite, captures, newest } = await scene(context);
  await suite(MEASURE);
  const record = await newest();
  const message = /^Error: Benchmark[AB] was measured without profiles: it has results, but no line costs\./;
  await assert.rejects(captures.openCapture(record.id), message);
  await assert.rejects(captures.captureOf(record.id), message);
  const { openCapture, profileOfNode } = await import('../../../../src/features/captures/captureCommands');
  await openCapture(captures, { kind: 'capture', record });
  const [command, uri, name] = vscode.executed.at(-1)!;
  assert.deepEqual([command, (uri as FakeUri).fsPath, name], ['linecost.showResults', record.target!.file, record.title]);
  await assert.rejects(profileOfNode({ kind: 'capture', record }), /^PreconditionError: Benchmark[AB] was measured without profiles\. To export its results, use Compare/);
});

test('a benchmark can be measured again against a capture without profiles', async (context) => {
  const { suite, writeProgram, again, newest, programs, captures } = await scene(context);
  await suite(MEASURE);
  await until(async () => (await programs.ids()).size === 2);
  const base = (await captures.records()).find(({ title }) => title === 'BenchmarkA')!;
  writeProgram({ nanoseconds: 500 });
  vscode.configure('linecost.measureAgain.runs', 4);
  await again();
  const { turns: measuredAgain, profiles } = await newest();
  assert.deepEqual([measuredAgain!.base.id, measuredAgain!.before.length, profiles.length], [base.id, 4, 1]);
});

test('a benchmark of a suite that prints no result is reported as failed and is not stored', async (context) => {
  const { suite, captures, leftovers } = await scene(context);
  await suite(MEASURE, { without: 'BenchmarkB' });
  assert.match(messageTexts()[0]!, /^1 of 2 benchmarks of a_test\.go were measured\. BenchmarkB /);
  assert.deepEqual((await captures.records()).map(({ title }) => title), ['BenchmarkA']);
  assert.deepEqual(leftovers(), []);
});

test('captures with profiles also have the name of their suite', async (context) => {
  const { suite, captures, workspace } = await scene(context);
  await suite(PROFILE);
  const records = await captures.records();
  assert.deepEqual(records.map((record) => [record.suite!.name, record.profiles.length]), [['a_test.go', 1], ['a_test.go', 1]]);
  assert.match(readFileSync(join(workspace, 'a_test.go'), 'utf8'), /BenchmarkB/);
});

test('the list of suites says how many benchmarks were never measured, and afterwards how long they take', async (context) => {
  const { suite } = await scene(context);
  const descriptions = () => vscode.pickDescriptions.at(-1);
  await suite(PROFILE);
  assert.deepEqual(descriptions(), Array(2).fill('2 benchmarks, none measured yet: at least a few seconds'));
  await suite(PROFILE);
  assert.deepEqual(descriptions(), ['2 benchmarks: a few seconds', '2 benchmarks: a few seconds']);
});

test('each benchmark of a suite is stored, and its result is shown, before the next one begins', async (context) => {
  const { suite, captures, results } = await scene(context);
  let seen: Promise<unknown> | undefined;
  const begin = (name: string) => {
    if (name === 'BenchmarkB') seen = captures.records().then((records) => [records.map(({ title }) => title), results().length]);
  };
  await suite(PROFILE, { begin });
  assert.deepEqual(await seen, [['BenchmarkA'], 1]);
});

test('after a suite, a button compares its results with those of the previous one', async (context) => {
  const { suite, captures } = await scene(context);
  await suite(MEASURE);
  assert.deepEqual(vscode.messages.at(-1)!.buttons, [], 'there is no previous one');
  vscode.user.button = 'Compare with Previous';
  await suite(MEASURE);
  await until(async () => vscode.executed.some(([command]) => command === 'linecost.compareBenchmarks'));
  const [, , rows] = vscode.executed.find(([command]) => command === 'linecost.compareBenchmarks')!;
  const compared = (rows as readonly { record: { id: string } }[]).map(({ record }) => record.id);
  assert.deepEqual(compared.sort(), (await captures.records()).map(({ id }) => id).sort());
});
