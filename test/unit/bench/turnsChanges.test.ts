import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeVariation, turnsChanges } from '../../../src/bench/turnsChanges';
import { resultsOf } from '../../shared/benchmarkSamples';

const SLOW = [100, 101, 102, 103, 104, 105];
const FAST = [50, 51, 52, 53, 54, 55];

test('each figure that changed significantly is named by its sample type', () => {
  const before = resultsOf(SLOW.map((time) => [time, 64, 0]));
  const now = resultsOf(FAST.map((time) => [time, 64, 2]));
  const evidence = '6+6 runs in turns, p = 0.002';
  assert.deepEqual(turnsChanges(before, now), [
    { type: 'cpu', isIncrease: false, evidence }, { type: 'alloc_objects', isIncrease: true, evidence },
  ]);
  assert.deepEqual(turnsChanges(before, before), []);
  // 9.999 and 10.000 objects of 64 bytes: go test cuts off decimals.
  const [cut, whole] = [[639, 9], [640, 10]].map((memory) => resultsOf(SLOW.map((time) => [time, ...memory])));
  assert.deepEqual(turnsChanges(cut, whole), []);
});

test('a figure whose interval contains no change has not changed for lines', () => {
  const [before, now] = [[100, 101, 102, 103, 104, 105, 106], [104, 105, 106, 107, 108, 109, 103]]
    .map((times) => resultsOf(times.map((time) => [time]), ['ns/op']));
  // A pair whose old run was disturbed.
  const disturbed = before!.map((result, i) => (i === 3 ? { ...result, values: [{ value: 160, unit: 'ns/op' }] } : result));
  assert.deepEqual([turnsChanges(before!, now!).length, turnsChanges(disturbed, now!).length], [1, 0]);
});

test('several cases have no changes of a whole', () => {
  const both = (times: readonly number[]) => ['x', 'y'].flatMap((name) => resultsOf(times.map((time) => [time]), ['ns/op'], name));
  assert.deepEqual(turnsChanges(both(SLOW), both(FAST)), []);
});

test('the variation of the time between runs is that of the runs of each program, whatever their difference', () => {
  const times = (values: readonly number[]) => resultsOf(values.map((time) => [time]), ['ns/op']);
  const [slow, fast] = [times(SLOW), times(FAST)];
  const varies = timeVariation(slow, fast)!;
  assert.ok(varies > 0.015 && varies < 0.05, String(varies));
  assert.equal(timeVariation(times([100, 100, 100, 100]), times([50, 50, 50, 50])), 0);
  assert.equal(timeVariation(slow.slice(0, 3), fast), undefined);
  assert.equal(timeVariation([...slow, ...resultsOf([[1]], ['ns/op'], 'y')], fast), undefined);
});
