import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import type { ProfileKind } from '../../../../src/go/captureTypes';
import { lackingKinds, roundText, type KindCertainty } from '../../../../src/features/profile/enoughSamples';
import { type FurtherRounds, goOnProfiling, failedRoundText } from '../../../../src/features/profile/furtherRounds';
import type { ProfiledRound } from '../../../../src/features/profile/profiledRounds';
import { plainSpaces } from '../../../shared/plainSpaces';

const of = (kind: ProfileKind, samples: number, within: number, hottest = samples / 2): KindCertainty => ({
  kind, certainty: { samples, within, hottest, share: 0.5 },
});
const kindsLacking = (...args: Parameters<typeof lackingKinds>) => lackingKinds(...args).map(({ kind }) => kind);

test('by default, a profile lacks samples until its hottest lines are within 20 %', () => {
  assert.deepEqual(kindsLacking(undefined, [of('cpu', 71, 0.31), of('memory', 500, 0.1)]), ['cpu']);
  assert.deepEqual(kindsLacking(undefined, [of('cpu', 71, 0.2), of('memory', 500, 0.3)]), ['memory']);
  assert.deepEqual(kindsLacking(undefined, [{ kind: 'mutex', certainty: undefined }]), []);
});

test('a benchmark that hardly allocates is not profiled further for its allocations, unless only they are profiled', () => {
  assert.deepEqual(kindsLacking(undefined, [of('cpu', 71, 0.1), of('memory', 3, 2)]), []);
  assert.deepEqual(kindsLacking(undefined, [of('memory', 3, 2)]), ['memory']);
});

test('a number of samples is that of the first kind', () => {
  assert.deepEqual(kindsLacking(1000, [of('cpu', 999, 0.1), of('memory', 3, 2)]), ['cpu']);
  assert.deepEqual(kindsLacking(1000, [of('cpu', 1000, 0.9), of('memory', 3, 2)]), []);
});

test('the progress says the round, the samples so far and how sure the lines are', () => {
  const texts = [
    roundText(2, undefined, [of('cpu', 71, 0.31)]),
    roundText(3, undefined, [of('memory', 40, 0.5)]),
    roundText(2, undefined, [of('cpu', 4, 1.7)]),
    roundText(2, 1000, [of('cpu', 71, 0.31)]),
    roundText(2, undefined, [of('cpu', 71, 0.31)], true),
  ];
  assert.deepEqual(texts.map(plainSpaces), [
    'round 2: 71 samples, the hottest lines are within 31 %',
    'round 3: 40 memory samples, the hottest lines are within 50 %',
    'round 2: 4 samples, too few for the hottest lines',
    'round 2: 71 of 1 000 samples',
    'CPU round 2: 71 samples, the hottest lines are within 31 %',
  ]);
});

const round = (operations = 100): ProfiledRound => [{ kind: 'cpu', bytes: new Uint8Array(), iterations: [operations] }];

/** Rounds of a profile with 50 samples each, which is firm from `firmAt` rounds on. */
function scene(
  { firmAt = Infinity, millis = 1000, readMillis = 0, goal, ...others }: Partial<FurtherRounds> & {
    firmAt?: number; millis?: number; readMillis?: number;
  },
) {
  const stages: string[] = [];
  const shown: number[] = [];
  let done = 1;
  let time = 0;
  const parts: FurtherRounds = {
    goal,
    certaintyOf: async () => of('cpu', 50 * done, done >= firmAt ? 0.2 : 0.5 / Math.sqrt(done)).certainty,
    run: async (_, stage) => {
      stages.push(plainSpaces(stage));
      done++;
      time += millis;
      return round();
    },
    retake: async (rounds) => {
      shown.push(rounds.length);
      time += readMillis;
    },
    now: () => time,
    ...others,
  };
  const go = (first = millis) => goOnProfiling([{ kinds: ['cpu'], rounds: [round()], millis: first }], parts);
  return { stages, shown, go, parts };
}

test('rounds go on until the lines are firm, and the sum of all rounds is shown after each', async () => {
  const { stages, shown, go } = scene({ firmAt: 3 });
  assert.equal(await go(), undefined);
  assert.deepEqual(shown, [2, 3]);
  assert.deepEqual(stages, [
    'round 2: 50 samples, the hottest lines are within 50 %',
    'round 3: 100 samples, the hottest lines are within 35 %',
  ]);
});

test('no round begins that would end after 5 s in all, with what reading the rounds takes', async () => {
  const shownAfter = async (...args: Parameters<typeof scene>) => {
    const { shown, go } = scene(...args);
    await go();
    return shown.at(-1) ?? 1;
  };
  assert.equal(await shownAfter({}), 5);
  assert.equal(await shownAfter({ millis: 1100 }), 4);
  assert.equal(await shownAfter({ millis: 2600 }), 1);
  assert.equal(await shownAfter({ millis: 10, readMillis: 990 }), 5, 'short rounds');
  assert.equal(await shownAfter({ millis: 2600, goal: 100_000 }), 23);
});

test('a cancelled round ends the rounds, and a failed one is reported; what was shown stays', async () => {
  const cancelled = scene({ run: () => Promise.reject(new DOMException('', 'AbortError')) });
  assert.equal(await cancelled.go(), undefined);
  const failed = await scene({ run: () => Promise.reject(new Error('BenchmarkX panics.')) }).go();
  assert.equal(failed!.round, 2);
  assert.equal(failedRoundText('BenchmarkX', failed!), 'Round 2 of BenchmarkX failed: the costs are those of the first round. BenchmarkX panics.');
  assert.match(failedRoundText('BenchmarkX', { ...failed!, round: 4 }), /those of 3 rounds/);
});

test('a round whose operations are not known ends the rounds and is left out, because costs per operation would be lost', async () => {
  const unknown: ProfiledRound = [{ kind: 'cpu', bytes: new Uint8Array() }];
  const { shown, go } = scene({ run: async () => unknown });
  assert.equal(await go(), undefined);
  assert.deepEqual(shown, []);
});

test('all groups of kinds share the time, and a number of samples is that of the first kind', async () => {
  const runsOf = async (goal: number | undefined) => {
    const runs: string[] = [];
    const parts = scene({ goal, run: async (kinds) => { runs.push(kinds.join()); return round(); } }).parts;
    const group = (kind: 'cpu' | 'memory') => ({ kinds: [kind], rounds: [round()], millis: 1000 });
    let time = 0;
    const certaintyOf: FurtherRounds['certaintyOf'] = async (kind) => {
      time += 1000;
      return of(kind, runs.length > 1 && kind === 'cpu' ? 10_000 : 50, runs.length > 1 && kind === 'cpu' ? 0.1 : 0.5).certainty;
    };
    await goOnProfiling([group('cpu'), group('memory')], { ...parts, certaintyOf, now: () => time });
    return runs.join(' ');
  };
  assert.equal(await runsOf(undefined), 'cpu cpu memory');
  assert.equal(await runsOf(5000), 'cpu cpu');
});
