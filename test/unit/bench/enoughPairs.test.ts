import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areEnoughPairs } from '../../../src/bench/enoughPairs';
import { parseBenchmarks } from '../../shared/inOneStep';

const resultsOf = (times: readonly number[], name = 'A') =>
  parseBenchmarks(times.map((time) => `Benchmark${name}-2 100 ${time} ns/op`).join('\n')).results;
const QUIET = [1000, 1001, 1002, 1003, 1004, 1005, 1006];
const NOISY = [1000, 1100, 1300, 900, 1400, 800, 1250];

test('pairs are enough once the interval is narrow, whether there is a change or not', () => {
  assert.equal(areEnoughPairs(resultsOf(QUIET), resultsOf([...QUIET].reverse()), 0.05), true);
  assert.equal(areEnoughPairs(resultsOf(QUIET), resultsOf(QUIET.map((time) => 2 * time)), 0.05), true);
  assert.equal(areEnoughPairs(resultsOf(QUIET), resultsOf([...QUIET].reverse()), 0.0001), false);
  assert.equal(areEnoughPairs(resultsOf(QUIET), resultsOf(NOISY), 0.05), false);
  assert.equal(areEnoughPairs(resultsOf(QUIET), resultsOf(NOISY), 1), true);
});

test('without an interval, or if one of several cases is not known well enough, more pairs are needed', () => {
  assert.equal(areEnoughPairs(resultsOf(QUIET.slice(0, 5)), resultsOf(QUIET.slice(0, 5)), 1), false);
  assert.equal(areEnoughPairs([], [], 1), false);
  const two = (times: readonly number[]) => [...resultsOf(QUIET), ...resultsOf(times, 'B')];
  assert.equal(areEnoughPairs(two(QUIET), two(QUIET), 0.05), true);
  assert.equal(areEnoughPairs(two(QUIET), two(NOISY), 0.05), false);
});
