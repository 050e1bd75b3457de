import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { type MeasuringScene, measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);

beforeEach(() => {
  vscode.messages.length = vscode.executed.length = 0;
  vscode.configure('linecost.measureAgain.runs', 4);
  vscode.setTrusted(true);
});

/** Waits until the program of the newest capture is stored, which happens in the background. */
const untilProgramStored = ({ programs, newest }: Pick<MeasuringScene, 'programs' | 'newest'>) =>
  until(async () => (await programs.ids()).has((await newest()).id));

test('the earlier program is profiled in the same measurement, and lines are compared with that profile', async (context) => {
  const scene = await measuringScene(vscode, context);
  const { writeProgram, profile, again, newest, session, captures, engine, parts } = scene;
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  const old = await newest();
  writeProgram({ nanoseconds: 5000 });
  await again();
  const { id, turns, profiles } = await newest();
  assert.deepEqual(profiles.map(({ iterations }) => iterations), [[100, 100]], 'the rounds of the new program');
  const [earlier, ...others] = turns!.profiles!;
  assert.deepEqual([earlier!.label, earlier!.fileName, others], ['cpu', 'cpu.earlier.pprof', []]);
  const [first, second] = earlier!.iterations!;
  assert.ok(first === second && Math.abs(first! - 1e9 / 10_000) < 100, `${first} iterations last for a second`);
  const basedOn = () => {
    const { capture, profile: compared, inTurns } = session.active!.baseline!;
    return [capture.id, engine.loaded.get(compared.summary.id), inTurns];
  };
  await until(() => session.active?.baseline !== undefined);
  assert.deepEqual(basedOn(), [old.id, 'cpu.earlier.pprof', true]);
  await captures.openCapture(old.id);
  assert.ok(!engine.loadedFiles.includes('cpu.earlier.pprof'), 'it is unloaded with its capture');
  await captures.openCapture(id);
  await (await parts.baselines()).setForActive(old.id);
  assert.deepEqual(basedOn(), [old.id, 'cpu.earlier.pprof', true]);
  await captures.deleteCapture(old.id);
  assert.equal(session.active!.baseline, undefined);
});

test('lines are compared with an earlier capture that was measured without profiles', async (context) => {
  const { writeProgram, again, newest, session, target, parts, programs } = await measuringScene(vscode, context);
  const { storeResults } = await import('../../../../src/features/profile/profileTarget');
  const nothing = () => undefined;
  const stages = { signal: new AbortController().signal, cancel: nothing, end: nothing, report: nothing };
  writeProgram({ nanoseconds: 10_000 });
  const old = await storeResults(target, { kinds: ['cpu'] } as never, parts, stages);
  assert.deepEqual(old.profiles, []);
  await untilProgramStored({ programs, newest });
  writeProgram({ nanoseconds: 5000 });
  await again();
  await until(() => session.active?.baseline !== undefined);
  assert.deepEqual([session.active!.baseline!.capture.id, session.active!.baseline!.inTurns], [old.id, true]);
});

test('if only the earlier program cannot be profiled, a note says why, and lines are compared with its capture', async (context) => {
  const { writeProgram, profile, again, newest, session } = await measuringScene(vscode, context);
  // The first two runs profile and time it; the third is the profile in the measurement.
  writeProgram({ nanoseconds: 10_000, failing: 3 });
  await profile();
  const old = await newest();
  writeProgram({ nanoseconds: 5000, counter: '' });
  await again();
  const { turns, profiles } = await newest();
  assert.deepEqual([turns!.before.length, turns!.profiles, profiles.length], [4, undefined, 1]);
  const why = /^The earlier program could not be profiled again, so lines are compared with the profile that was taken today .*: BenchmarkA fails: no luck \(a_test\.go:7\)\.$/;
  assert.match(turns!.notes.at(-1)!, why);
  await until(() => session.active?.baseline !== undefined);
  assert.deepEqual([session.active!.baseline!.capture.id, session.active!.baseline!.inTurns], [old.id, false]);
});
