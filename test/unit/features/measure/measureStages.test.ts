import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'], 'linecost.measureAgain.runs': 4 });
withVscode(vscode.module);

/** The rows that the user picks, one after the other, and the rows that were offered. */
const user = { picks: [] as RegExp[], offered: [] as (readonly Row[])[] };
interface Row { readonly label: string; readonly description: string; readonly detail?: string }
Object.assign((vscode.module as { window: object }).window, {
  showQuickPick: async (offered: readonly Row[] | Promise<readonly Row[]>) => {
    const rows = await offered;
    user.offered.push(rows);
    const pick = user.picks.shift();
    return rows.find(({ label, description }) => pick?.test(`${label} ${description}`));
  },
});

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
  Object.assign(user, { picks: [], offered: [] });
  vscode.setTrusted(true);
});

const messageTexts = () => vscode.messages.map(({ text }) => text).filter((text) => !text.startsWith('The costs of'));

/** Stages that were profiled one after the other: 10 µs, 5 µs and 20 µs. */
async function scene(context: TestContext, count = 2) {
  const found = await measuringScene(vscode, context);
  const { workspace, captures, programs, parts, writeProgram, profile } = found;
  const { measureStages } = await import('../../../../src/features/measure/measureStages');
  const { pickStages } = await import('../../../../src/features/measure/pickStages');
  for (const [i, nanoseconds] of [10_000, 5000, 20_000].slice(0, count).entries()) {
    const text = `package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n${'// stage\n'.repeat(i)}`;
    writeFileSync(join(workspace, 'a_test.go'), text);
    writeProgram({ nanoseconds });
    await profile();
    const { id } = (await captures.records())[0]!;
    await until(async () => (await programs.ids()).has(id));
  }
  const [first, second, third] = (await captures.records()).toReversed();
  vscode.messages.length = 0;
  const measure = (now = second!, before = first!) => measureStages({ now, before }, parts);
  const pick = (...given: (typeof third)[]) => pickStages(given.flatMap((each) => each ?? []), parts);
  return { ...found, first: first!, second: second!, third: third!, measure, pick };
}

test('two stored programs run in turns without a build, and their verdict is kept as the step between them', async (context) => {
  const { measure, captures, first, second, session, results, programs, leftovers, parts } = await scene(context);
  const { stageSteps, measuredPairs } = await import('../../../../src/captures/stageSteps');
  const stepOfSecond = async () => stageSteps(await captures.records()).get(second.id)![0]!;
  assert.equal((await stepOfSecond()).isInTurns, false);
  const before = results();
  const written = () => (parts.output as unknown as { text: string }).text;
  await measure();
  const [verdict = ''] = messageTexts();
  assert.match(verdict, /^BenchmarkA, .+ against .+: 50\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4/);
  const [pair, ...others] = await captures.records();
  assert.equal(others.length, 2);
  assert.deepEqual([pair!.stage, pair!.turns!.base.id, pair!.turns!.sides!.kind], [second.id, first.id, 'stages']);
  assert.deepEqual([pair!.results.length, pair!.turns!.before.length], [4, 4]);
  assert.deepEqual([pair!.profiles.length, pair!.turns!.profiles!.length], [1, 1]);
  assert.deepEqual([pair!.code?.hash, pair!.conditions!.goVersion], [second.code?.hash, 'go1.26.8']);
  assert.equal(session.active!.capture.id, pair!.id);
  assert.deepEqual(results(), before, 'the lens shows the present code');
  assert.ok((await programs.ids()).has(pair!.id));
  assert.doesNotMatch(written() ?? '', /go test -c/);
  assert.deepEqual(leftovers(), []);
  const step = await stepOfSecond();
  assert.deepEqual([step.isInTurns, step.from, step.kind], [true, first.id, 'faster']);
  assert.match(step.words, /^50\.\d\u202f% faster/);
  assert.equal(stageSteps(await captures.records()).size, 2, 'the pair is no stage of its own');
  const pairs = measuredPairs(await captures.records());
  assert.deepEqual(pairs.map((each) => [each.now, each.before]), [[second.id, first.id]]);
});

test('measure again runs against the newest stage, not against a pair that was measured later', async (context) => {
  const { measure, again, captures, second, writeProgram } = await scene(context);
  await measure();
  writeProgram({ nanoseconds: 1000 });
  await again();
  const [newest] = await captures.records();
  assert.equal(newest!.turns!.base.id, second.id);
});

test('equal programs are not measured, unless the user wants it', async (context) => {
  const { measure, captures, profile, workspace } = await scene(context, 1);
  writeFileSync(join(workspace, 'a_test.go'), 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n');
  await profile();
  const [same] = await captures.records();
  vscode.messages.length = 0;
  await measure(same, (await captures.records())[1]);
  assert.match(messageTexts()[0]!, /^The programs of “.+” and “.+” are the same, byte for byte: there is nothing/);
  assert.deepEqual(vscode.messages[0]!.buttons, ['Measure Anyway']);
  assert.equal((await captures.records()).some(({ stage }) => stage !== undefined), false);
});

test('a case that has another name in the other stage is another case', async (context) => {
  const { measure, captures, first, writeProgram, profile, workspace } = await scene(context, 1);
  writeProgram({ name: 'BenchmarkA/size=1000', nanoseconds: 1_000_000 });
  writeFileSync(join(workspace, 'a_test.go'), 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n');
  await profile();
  const [renamed] = await captures.records();
  vscode.messages.length = 0;
  await measure(renamed, first);
  assert.match(messageTexts()[0]!, /They have no case in common/);
  assert.doesNotMatch(messageTexts()[0]!, /slower|faster/);
  assert.deepEqual((await captures.records())[0]!.turns!.changes, []);
});

interface Fixable extends Error { readonly fix: { readonly command: string; readonly args: readonly unknown[] } }

test('without a stored program, a message says what to do', async (context) => {
  const { measure, captures, programs, first, second } = await scene(context);
  await programs.remove(first.id);
  await assert.rejects(measure(), / of “.+” is no longer stored, and no commit has its code: check out or write that code/);
  const git = { commit: 'abcdef1234', changes: { files: 0, added: 0, removed: 0, named: [] } };
  await assert.rejects(measure(second, { ...first, conditions: { ...first.conditions, git } }), (error: Fixable) => {
    assert.match(error.message, /is no longer stored: Measure Against a Git Revision… builds abcdef1 again\.$/);
    assert.deepEqual([error.fix.command, error.fix.args[1]], ['linecost.measureRevision', 'BenchmarkA']);
    return true;
  });
  const other = { ...first, chosenEnvironment: 'GOGC=off' };
  await assert.rejects(measure(second, other), /is the code in another environment: use Measure Again With…/);
  assert.equal((await captures.records()).length, 2);
});

test('if a stored program fails, a message names its stage, and no step is in turns', async (context) => {
  const { measure, captures, programs, first, second, leftovers } = await scene(context);
  const { stageSteps } = await import('../../../../src/captures/stageSteps');
  writeFileSync((await programs.of(first.id))!, '#!/bin/sh\necho "panic: gone" >&2\nexit 2\n');
  await assert.rejects(measure(), /^CaptureError: .*This was run 1 of 4 of the capture of /);
  assert.equal(stageSteps(await captures.records()).get(second.id)![0]!.isInTurns, false);
  assert.deepEqual(leftovers(), []);
});

test('two given captures are ordered by age; of one, the other is picked, and without one both are', async (context) => {
  const { pick, first, second, third, measure, captures, programs } = await scene(context, 3);
  const ids = (stages: Awaited<ReturnType<typeof pick>>) => stages && [stages.now.id, stages.before.id];
  assert.deepEqual(ids(await pick(first, third)), [third.id, first.id]);
  user.picks = [/^.* 3|^.*3 ·/];
  assert.deepEqual(ids(await pick(second)), [third.id, second.id]);
  user.picks = [/2 ·/, /1 ·/];
  assert.deepEqual(ids(await pick()), [second.id, first.id]);
  assert.equal(user.offered.at(-1)!.length, 1, 'only older ones are offered');
  await measure();
  const [pair] = await captures.records();
  assert.deepEqual(ids(await pick(pair!)), [second.id, first.id], 'a pair is measured again');
  await programs.remove(first.id);
  user.picks = [/1 ·/];
  await pick(second);
  assert.match(user.offered.at(-1)!.at(-1)!.detail!, /is no longer stored/);
  assert.equal(await pick(), undefined, 'the user cancelled');
});
