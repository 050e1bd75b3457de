import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsChanges } from '../../../src/bench/turnsChanges';
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
});

test('several cases have no changes of a whole', () => {
  const both = (times: readonly number[]) => ['x', 'y'].flatMap((name) => resultsOf(times.map((time) => [time]), ['ns/op'], name));
  assert.deepEqual(turnsChanges(both(SLOW), both(FAST)), []);
});
