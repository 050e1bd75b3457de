import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type { TakeCapture } from '../../../../src/captures/loaded/captureDrafts';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { type MeasuringScene, measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);

/** The texts of the progress notification, and the pattern of the text at which the user cancels. */
const progress = { texts: [] as string[], cancelAt: undefined as RegExp | undefined };
Object.assign((vscode.module as { window: object }).window, {
  withProgress: (_options: object, task: (progress: object, token: object) => unknown) => {
    let cancel = (): void => undefined;
    const report = ({ message }: { message: string }): void => {
      progress.texts.push(message);
      if (progress.cancelAt?.test(message)) cancel();
    };
    const onCancellationRequested = (listener: () => void) => {
      cancel = listener;
      return { dispose: () => undefined };
    };
    return task({ report }, { isCancellationRequested: false, onCancellationRequested });
  },
});

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = progress.texts.length = 0;
  progress.cancelAt = undefined;
  vscode.configure('linecost.measureAgain.runs', 4);
  vscode.setTrusted(true);
});

/** The messages, except messages that offer to show the costs of a profile. */
const messages = () => vscode.messages.filter(({ text }) => !text.startsWith('The costs of'));
const messageTexts = () => messages().map(({ text }) => text);

/** Waits until the program of the newest capture is stored, which happens in the background. */
const untilProgramStored = ({ programs, newest }: Pick<MeasuringScene, 'programs' | 'newest'>) =>
  until(async () => (await programs.ids()).has((await newest()).id));

test('faster code has the verdict "faster" during and after the measurement, and the results of both programs are stored', async (context) => {
  const { writeProgram, profile, again, newest, results, leftovers, session } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000, bytes: 53 });
  await profile();
  const old = await newest();
  writeProgram({ nanoseconds: 5000, bytes: 5 });
  progress.texts.length = 0;
  await again();
  // A long turn is reported again, with the elapsed seconds.
  const turns = progress.texts.filter((text) => text.startsWith('turn') && !text.endsWith(' s'));
  assert.deepEqual(turns, [
    'turn 1 of 4, old and new',
    'turn 2 of 4',
    ...[3, 4].map((turn) => `turn ${turn} of 4 · about 50.0\u202f% faster so far, not firm yet`),
  ]);
  const [verdict = ''] = messageTexts();
  assert.match(verdict, /^BenchmarkA: \d\d\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4; an interval needs 6\+6\), 53 → 5\u202fB\/op\./);
  assert.deepEqual(messages()[0]!.buttons, ['Show Comparison']);
  const record = await newest();
  assert.equal(record.turns!.base.id, old.id);
  assert.deepEqual([record.turns!.before.length, record.results.length, record.turns!.wanted], [4, 4, 4]);
  assert.equal(record.turns!.stopped, undefined);
  assert.ok(record.turns!.timeVaries! >= 0);
  assert.deepEqual(record.turns!.changes!.map(({ type, isIncrease }) => `${type} ${isIncrease}`), ['cpu false', 'alloc_space false']);
  assert.equal(record.output!.match(/BenchmarkA-8/g)!.length, 4);
  assert.deepEqual([record.conditions!.goVersion, record.conditions!.cpu, record.conditions!.maxProcs], ['go1.26.8', 'Model A', 8]);
  assert.deepEqual([session.active!.capture.id, session.active!.capture.turns!.wanted], [record.id, 4]);
  assert.equal(results().length, 4);
  assert.deepEqual(leftovers(), []);
});

test('the lines of a complete measurement are compared at once, unless the user chose a baseline', async (context) => {
  const { writeProgram, profile, again, newest, session, parts } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  const ids = [(await newest()).id];
  for (const nanoseconds of [5000, 4000]) {
    writeProgram({ nanoseconds });
    await again();
    await until(() => session.active?.baseline !== undefined);
    assert.equal(session.active!.baseline!.capture.id, ids[0], 'the lines are compared with the capture before');
    ids.unshift((await newest()).id);
    assert.equal(session.active!.capture.id, ids[0]);
  }
  const chosen = ids[2]!;
  await (await parts.baselines()).set(chosen);
  await profile();
  assert.equal(session.active!.baseline!.capture.id, chosen);
  writeProgram({ nanoseconds: 3000 });
  await again();
  assert.equal((await newest()).turns!.base.id, chosen);
  await parts.baselines().then((loaded) => loaded.showChanges(session.active!.capture));
  assert.deepEqual([session.baseline!.capture.id, session.baseline!.comparedCapture], [chosen, undefined]);
});

test('a benchmark is measured against its pinned capture until the capture is unpinned', async (context) => {
  const { writeProgram, profile, again, newest, captures, programs } = await measuringScene(vscode, context);
  const { pinCapture } = await import('../../../../src/features/captures/captureCommands');
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  const pinned = { kind: 'capture', record: await newest() } as const;
  await untilProgramStored({ programs, newest });
  await pinCapture({ captures, programs: async () => programs }, pinned, true);
  writeProgram({ nanoseconds: 5000 });
  await profile();
  const between = await newest();
  await again();
  assert.equal((await newest()).turns!.base.id, pinned.record.id);
  await pinCapture({ captures, programs: async () => programs }, pinned, false);
  await untilProgramStored({ programs, newest });
  writeProgram({ nanoseconds: 4000 });
  await again();
  assert.notEqual((await newest()).turns!.base.id, pinned.record.id);
  assert.notEqual((await newest()).turns!.base.id, between.id, 'the base is the newest capture');
});

test('an unchanged program is not measured, and a button of the message measures it anyway', async (context) => {
  const { writeProgram, profile, again, captures, results, leftovers } = await measuringScene(vscode, context);
  writeProgram({});
  await profile();
  const resultsBefore = results();
  progress.texts.length = 0;
  await again();
  assert.match(messageTexts()[0]!, /^The program of BenchmarkA is the same as the one measured today .*: there is nothing to compare\.$/);
  assert.deepEqual(messages()[0]!.buttons, ['Measure Anyway']);
  assert.deepEqual(progress.texts, ['building']);
  assert.deepEqual([(await captures.records()).length, results(), leftovers()], [1, resultsBefore, []]);
  vscode.user.button = 'Measure Anyway';
  await again();
  assert.match(messageTexts().at(-1)!, /^BenchmarkA: no difference \(the program is the same, byte for byte\)\./);
  assert.equal((await captures.records()).length, 2);
});

/** The setting linecost.go.env. */
const goVariables = () => {
  type Configuration = { get(name: string): Record<string, string> };
  const { workspace } = vscode.module as { readonly workspace: { getConfiguration(): Configuration } };
  return workspace.getConfiguration().get('linecost.go.env');
};

test('an unchanged program in another environment is profiled and compared with the earlier capture, not run in turns', async (context) => {
  const { writeProgram, profile, again, captures, newest, session, leftovers } = await measuringScene(vscode, context);
  const folder = goVariables();
  const withVariables = (variables: Record<string, string>) => vscode.configure('linecost.go.env', { ...folder, ...variables });
  writeProgram({ nanoseconds: 1000 });
  withVariables({ GODEBUG: '', GOMEMLIMIT: '' });
  await profile();
  const earlier = await newest();
  assert.deepEqual(earlier.conditions!.environment, {});
  withVariables({ GOGC: '10', API_TOKEN: 'secret' });
  progress.texts.length = 0;
  await again();
  const [message] = messages();
  assert.match(message!.text, /^The program of BenchmarkA is the same as the one measured today .*, but the conditions are not: GOGC=10 \(before: 100\)\. /);
  assert.deepEqual(message!.buttons, ['Profile and Compare']);
  assert.deepEqual([progress.texts, (await captures.records()).length], [['building'], 1]);
  vscode.user.button = 'Profile and Compare';
  await again();
  await until(() => session.active?.baseline !== undefined);
  const record = await newest();
  assert.deepEqual([record.conditions!.environment, record.turns], [{ GOGC: '10' }, undefined]);
  assert.equal(session.active!.baseline!.capture.id, earlier.id);
  const [told] = messageTexts().slice(-1);
  assert.match(told!, /^BenchmarkA: 1\.0\d\u202fµs\/op.*\. Measured under other conditions than the capture that was measured today .*: GOGC=10 \(before: 100\)\. The two were not measured in turns/);
  assert.deepEqual(leftovers(), []);
  vscode.user = {};
  await again();
  assert.match(messageTexts().at(-1)!, /: there is nothing to compare\.$/, 'the newest capture has the present environment');
});

test('a verdict says which conditions both programs shared, unlike the earlier capture', async (context) => {
  const { writeProgram, profile, again, newest } = await measuringScene(vscode, context);
  const folder = goVariables();
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  writeProgram({ nanoseconds: 5000 });
  vscode.configure('linecost.go.env', { ...folder, GOGC: '10' });
  await again();
  const { notes } = (await newest()).turns!;
  const [other, shared] = notes.slice(-2);
  assert.equal(other, 'Measured under other conditions than the earlier capture: GOGC=10 (before: 100).');
  assert.match(shared!, /^In turns, both programs ran under the present GOGC: the verdict is about the code/);
});

test('cancelling stores the profile and the complete pairs, and shows a partial verdict', async (context) => {
  const { writeProgram, profile, again, newest, leftovers, session } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  writeProgram({ nanoseconds: 5000 });
  vscode.configure('linecost.measureAgain.runs', 5);
  progress.cancelAt = /^turn 5 of/;
  await again();
  const { turns: measuredAgain, results, profiles } = await newest();
  assert.deepEqual([measuredAgain!.before.length, results.length, measuredAgain!.stopped, profiles.length], [4, 4, 'cancelled', 1]);
  assert.match(messageTexts()[0]!, /^BenchmarkA: partial \(4\+4 of 5\+5\), \d\d\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4; an interval needs 6\+6\)/);
  assert.equal(session.baseline, undefined, 'an incomplete measurement is not compared automatically');
  assert.deepEqual(leftovers(), []);
});

test('cancelling before the first complete pair stores only the profile, and before the profile stores nothing', async (context) => {
  const { writeProgram, profile, again, newest, captures } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  writeProgram({ nanoseconds: 5000 });
  progress.cancelAt = /^turn 1 of/;
  await again();
  assert.equal((await newest()).turns, undefined);
  assert.deepEqual(messageTexts(), ['BenchmarkA was cancelled before the first pair of runs was complete: only its profiles are stored.']);
  assert.equal((await captures.records()).length, 2);
  progress.cancelAt = /^building/;
  await assert.rejects(again(), { name: 'AbortError' });
  assert.equal((await captures.records()).length, 2);
});

test('a failed run ends the measurement with an error that names the run, and earlier pairs have a partial verdict', async (context) => {
  const { writeProgram, profile, again, newest, counterFile, leftovers } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000, counter: '' });
  await profile();
  // The first three runs are for the timing and the profiles.
  writeProgram({ nanoseconds: 5000, failing: 7 });
  await assert.rejects(again(), (error: Error) => {
    assert.match(error.message, /^BenchmarkA fails: no luck \(a_test\.go:7\)\. This was run 4 of 4 of the new code\.$/);
    return true;
  });
  assert.equal(readFileSync(counterFile, 'utf8').trim(), '7');
  const { turns: measuredAgain } = await newest();
  assert.deepEqual([measuredAgain!.before.length, measuredAgain!.stopped], [3, 'failed']);
  assert.match(messageTexts()[0]!, /^BenchmarkA: partial \(3\+3 of 4\+4\), 3\+3 runs are too few to tell/);
  assert.deepEqual(leftovers(), []);
});

test('if the disk is full, the error still contains the verdict', async (context) => {
  const { writeProgram, profile, again, captures } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  writeProgram({ nanoseconds: 5000 });
  const { drafts } = captures;
  const keep = drafts.keep.bind(drafts);
  const diskFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  drafts.keep = (take: TakeCapture, signal?: AbortSignal): Promise<never> => keep(async (inProgress) => {
    await take(inProgress);
    throw diskFull;
  }, signal) as Promise<never>;
  await assert.rejects(again(), (error: Error) => {
    assert.match(error.message, /^The disk is full: .* The measurement could not be stored: \d\d\.\d\u202f% faster \(p = /);
    return true;
  });
  assert.equal((await captures.records()).length, 1);
});

test('without an earlier capture, or without its program, a button profiles the benchmark', async (context) => {
  const { writeProgram, profile, again, newest, programs } = await measuringScene(vscode, context);
  writeProgram({});
  vscode.user.button = 'Profile Now';
  await again();
  assert.deepEqual(messageTexts(), ['BenchmarkA has not been measured here: profile it first, then change the code.']);
  assert.equal(vscode.executed.at(-1)![0], 'linecost.profileBenchmark');
  await profile();
  await untilProgramStored({ programs, newest });
  await programs.remove((await newest()).id);
  await again();
  assert.match(messageTexts().at(-1)!, /^Profile BenchmarkA again first: the programs of its captures are gone \(.*\)\.$/);
  assert.equal(vscode.executed.filter(([name]) => name === 'linecost.profileBenchmark').length, 2);
});

test('a program becomes that of a capture after the last run, so that a killed measurement leaves none', async (context) => {
  const { writeProgram, profile, again, programs, counterFile } = await measuringScene(vscode, context);
  const runs: number[] = [];
  const place = programs.place.bind(programs);
  programs.place = (...args) => {
    runs.push(existsSync(counterFile) ? Number(readFileSync(counterFile, 'utf8')) : 0);
    return place(...args);
  };
  writeProgram({});
  await profile();
  const ofProfile = runs[0]!;
  assert.ok(ofProfile > 0);
  writeProgram({ nanoseconds: 500 });
  await again();
  const all = Number(readFileSync(counterFile, 'utf8'));
  assert.ok(all > ofProfile);
  assert.deepEqual([...new Set(runs)], [ofProfile, all]);
});

const READ_ONLY = Object.assign(new Error("EROFS: read-only file system, open '/data/programs'"), { code: 'EROFS' });

test('if a program cannot be stored, the log, the capture and Measure Again say why', async (context) => {
  const logged: string[] = [];
  const { writeProgram, profile, again, newest, programs, parts } = await measuringScene(vscode, context);
  Object.assign(parts, { output: fakeOutput(logged) });
  programs.draft = () => Promise.reject(READ_ONLY);
  writeProgram({});
  await profile();
  const reason = '/data/programs is on a read-only disk: make it writable, and try again.';
  assert.equal((await newest()).noProgram, reason);
  const warning = `warn: The program of BenchmarkA could not be stored, so Measure Again cannot run it. ${reason}`;
  assert.ok(logged.includes(warning), logged.join('\n'));
  assert.deepEqual(messageTexts(), []);
  await again();
  const because = `the program of its newest capture could not be stored. ${reason}`;
  assert.equal(messageTexts().at(-1), `Profile BenchmarkA again first: ${because}`);
});

test('if only the newest program could not be stored, the verdict says which capture it is against', async (context) => {
  const { writeProgram, profile, again, newest, programs } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  const first = await newest();
  await untilProgramStored({ programs, newest });
  programs.place = () => Promise.reject(READ_ONLY);
  writeProgram({ nanoseconds: 7000 });
  await profile();
  writeProgram({ nanoseconds: 5000 });
  await again();
  const { base, notes } = (await newest()).turns!;
  assert.equal(base.id, first.id);
  const against = /^The program of the newest capture could not be stored: this is against the one measured (to|yester)day /;
  assert.match(notes.at(-1)!, against);
});

test('a benchmark is measured against a baseline of the same benchmark, else against its newest capture', async (context) => {
  const { writeProgram, profile, again, newest, session } = await measuringScene(vscode, context);
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  const first = await newest();
  const baseline = { capture: session.active!.capture, movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false } as const;
  writeProgram({ nanoseconds: 7000 });
  await profile();
  const second = await newest();
  writeProgram({ nanoseconds: 5000 });
  await again();
  assert.equal((await newest()).turns!.base.id, second.id);
  session.compareWith(baseline);
  await again();
  assert.equal((await newest()).turns!.base.id, first.id);
});

test('after the clock was set back, the results of the newest capture are shown, and it is measured against', async (context) => {
  const { writeProgram, profile, again, newest, results } = await measuringScene(vscode, context);
  const now = Date.now();
  context.mock.timers.enable({ apis: ['Date'], now });
  writeProgram({ nanoseconds: 10_000 });
  await profile();
  context.mock.timers.setTime(now - 60 * 60_000);
  writeProgram({ nanoseconds: 7000 });
  await profile();
  const second = await newest();
  assert.match(second.profiles[0]!.total!.type, /^cpu$/);
  assert.deepEqual(results(), second.results);
  assert.equal(Math.floor(second.results[0]!.values[0]!.value / 1000), 7);
  writeProgram({ nanoseconds: 5000 });
  await again();
  assert.equal((await newest()).turns!.base.id, second.id);
});

test('nothing runs in an untrusted workspace, or while another measurement runs', async (context) => {
  const { writeProgram, profile, again, measurements } = await measuringScene(vscode, context);
  writeProgram({});
  await profile();
  vscode.setTrusted(false);
  await assert.rejects(again(), /^PreconditionError: Trust this workspace first/);
  vscode.setTrusted(true);
  const end = await measurements.begin(new AbortController().signal);
  await assert.rejects(again(), { name: 'BusyError' });
  end();
});

test('a benchmark that fails in a later round is an error, although go test passes', async (context) => {
  const { workspace, profile, captures, results } = await measuringScene(vscode, context);
  const line = 'BenchmarkA-8\\t100\\t5 ns/op\\t1 B/op\\t1 allocs/op\\n';
  for (const printed of ['', 'hello']) {
    const failure = `BenchmarkA-8\\t${printed}--- FAIL: BenchmarkA-8\\n    a_test.go:7: no luck\\n`;
    writeFileSync(join(workspace, 'program.sh'), `#!/bin/sh\nprintf -- '${line}${failure}${line}PASS\\n'\n`);
    await assert.rejects(profile(), (error: Error) => {
      assert.equal(error.message, 'BenchmarkA fails: no luck (a_test.go:7).');
      return true;
    });
  }
  assert.deepEqual([await captures.records(), results()], [[], []]);
});
