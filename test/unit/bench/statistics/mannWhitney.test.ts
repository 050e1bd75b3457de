import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mannWhitneyU, type UTest } from '../../../../src/bench/statistics/mannWhitney';
import { probabilityWithTies, probabilityWithoutTies } from '../../../../src/bench/statistics/uDistribution';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-12, `${actual}`);

/** P(2U ≤ doubled), by counting all ways to choose the first sample from the values. */
function pByCount(values: readonly number[], n1: number, doubled: number): number {
  let [below, total] = [0, 0];
  for (let mask = 0; mask < 1 << values.length; mask++) {
    const first = values.filter((_, i) => (mask >> i) & 1);
    if (first.length !== n1) continue;
    const second = values.filter((_, i) => !((mask >> i) & 1));
    const u = first.flatMap((a) => second.map((b) => 1 + Math.sign(a - b))).reduce((sum, x) => sum + x, 0);
    total++;
    if (u <= doubled) below++;
  }
  return below / total;
}

test('for samples that do not overlap, p follows from the number of ways to choose a sample', () => {
  assert.deepEqual(mannWhitneyU([1, 2, 3], [4, 5, 6]), { u: 0, p: 0.10000000000000002, exact: true });
  near((mannWhitneyU(range(0, 10), range(10, 10)) as UTest).p, 2 / 184756);
});

test('samples whose ranks are balanced have p = 1', () => {
  assert.deepEqual(mannWhitneyU([1, 4], [2, 3]), { u: 2, p: 1, exact: true });
});

test('the exact distribution equals a count of all ways to choose the first sample', () => {
  for (let u = 0; u <= 5; u++) near(probabilityWithoutTies(4, 3, u), pByCount(range(1, 7), 3, 2 * u));
  const values = [1, 1, 2, 3, 3, 3, 4, 5, 5];
  for (let u = 0.5; u <= 10; u += 0.5) near(probabilityWithTies(4, 5, [2, 1, 3, 1, 2], u), pByCount(values, 4, 2 * u));
});

test('with ties, p is not limited to 1, as in benchstat', () => {
  const { p, exact } = mannWhitneyU([1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) as UTest;
  assert.ok(exact);
  near(p, 4 / 3);
});

test('samples of more than 50 values use the normal distribution; with ties, samples of more than 25', () => {
  assert.equal((mannWhitneyU(range(0, 50), range(25, 50).map((x) => x + 0.5)) as UTest).exact, true);
  assert.equal((mannWhitneyU(range(0, 51), range(0, 51).map((x) => x + 0.5)) as UTest).exact, false);
  assert.equal((mannWhitneyU(range(0, 25), range(0, 25)) as UTest).exact, true);
  const { p, exact } = mannWhitneyU(range(0, 26), range(5, 26)) as UTest;
  assert.equal(exact, false);
  assert.equal(p.toFixed(4), '0.0322');
});

test('samples that are all equal or contain NaN cannot be tested', () => {
  assert.equal(mannWhitneyU([1, 1], [1, 1, 1]), 'all samples are equal');
  assert.equal(mannWhitneyU(Array(60).fill(1), Array(70).fill(1)), 'all samples are equal');
  assert.equal(mannWhitneyU([1, NaN], [2]), 'samples contain NaN');
});

test('infinite values rank highest', () => {
  assert.equal((mannWhitneyU([1, 2, 3], [Infinity, Infinity, 9]) as UTest).u, 0);
});
