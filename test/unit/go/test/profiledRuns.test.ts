import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IterationCount } from '../../../../src/go/captureTypes';
import { calibrated, calibrationOf, iterationsOfRounds, profileGroups, recalibrated } from '../../../../src/go/test/profiledRuns';

const requestWith = (benchtime?: string, ...testArgs: string[]) =>
  ({ benchtime, go: { goBinary: 'go', env: {}, buildFlags: [], testArgs } });

const count = (iterations: number, nanos: number, subName = ''): IterationCount =>
  ({ subName, iterations, values: [{ value: nanos, unit: 'ns/op' }] });

test('the short run takes a tenth of the benchtime, at most 100 ms, and a number of iterations needs none', () => {
  const timeOf = (...request: Parameters<typeof requestWith>) => calibrationOf(requestWith(...request));
  assert.deepEqual(timeOf(), { benchtime: '100000000ns', wantedNanos: 1e9 });
  assert.deepEqual(timeOf('20ms'), { benchtime: '2000000ns', wantedNanos: 2e7 });
  assert.deepEqual(timeOf('1m1.5s'), { benchtime: '100000000ns', wantedNanos: 61.5e9 });
  assert.deepEqual(timeOf(undefined, '-benchtime=300µs')?.wantedNanos, 300_000);
  assert.equal(timeOf('100x'), undefined);
});

test('the iterations of a short run are multiplied to last for the benchtime, within the limits of Go', () => {
  const wanted = { benchtime: '', wantedNanos: 1e9 };
  assert.deepEqual(calibrated([count(100_000, 1000)], wanted), { iterations: 1e6, isDone: false });
  assert.deepEqual(calibrated([count(1, 0.0000001)], wanted), { iterations: 1e9, isDone: false });
  assert.deepEqual(calibrated([count(1, 6e8)], wanted), { iterations: 2, isDone: false });
  assert.deepEqual(calibrated([count(1, 3e9)], wanted), { iterations: 1, isDone: true });
  assert.equal(calibrated([count(1, 3e9, 'a'), count(1, 3e9, 'b')], wanted), undefined);
  assert.equal(calibrated([], wanted), undefined);
});

test('a run that had far too few iterations, since a pause made those of the short run look long, has more', () => {
  const wanted = { benchtime: '', wantedNanos: 4e8 };
  assert.equal(recalibrated([count(9789, 280)], 9789, wanted), 1_428_571);
  assert.equal(recalibrated([count(9789, 20_000)], 9789, wanted), undefined);
  assert.equal(recalibrated([], 9789, wanted), undefined);
});

test('a memory profile at the rate of the runtime shares the run of the cpu profile; finer rates do not', () => {
  const kinds = ['cpu', 'memory', 'block'] as const;
  assert.deepEqual(profileGroups({ kinds }), [['cpu', 'memory'], ['block']]);
  assert.deepEqual(profileGroups({ kinds, memProfileRate: 1 }), [['cpu'], ['memory'], ['block']]);
  assert.deepEqual(profileGroups({ kinds: ['memory', 'mutex'] }), [['memory'], ['mutex']]);
});

test('the results of a run by duration count its iterations only if they are said to, and are of one case', () => {
  const rounds = (counts: readonly IterationCount[], fixed?: 'counted' | number) =>
    iterationsOfRounds(counts, fixed, requestWith(), { goflags: '' });
  assert.deepEqual(rounds([count(7, 1), count(9, 1)], 'counted'), [7, 9]);
  assert.equal(rounds([count(7, 1), count(9, 1)]), undefined);
  assert.equal(rounds([count(7, 1), count(9, 1)], 7), undefined);
  assert.equal(rounds([count(7, 1, 'a'), count(7, 1, 'b')], 'counted'), undefined);
  assert.equal(rounds([], 'counted'), undefined);
});
