import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mannWhitneyU } from '../../../../src/bench/statistics/mannWhitney';
import { ratioInterval } from '../../../../src/bench/statistics/ratioInterval';

/** Distinct values around a center, the same in each run. */
function sample(center: number, count: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return center * (0.9 + (0.2 * state) / 2147483647);
  });
}

test('the interval is that of any two values, without those that the test allows to be chance', () => {
  // P(U = 0) of 4 and 4 values is 1 / 70, P(U ≤ 1) is 2 / 70: nothing is left out on either side.
  assert.deepEqual(ratioInterval([1, 2, 4, 8], [3, 6, 12, 24]), { lo: 3 / 8, hi: 24 });
  // Of 5 and 5, P(U ≤ 2) is 4 / 252 and P(U ≤ 3) is 7 / 252: two on either side.
  assert.deepEqual(ratioInterval([1, 1, 1, 1, 1], [2, 3, 4, 5, 6]), { lo: 2, hi: 6 });
});

test('the interval contains 1 just if the test finds no difference', () => {
  let differing = 0;
  for (let seed = 1; seed < 300; seed++) {
    const [old, now] = [sample(1, 8, seed), sample(0.95, 10, seed * 7919)];
    const test = mannWhitneyU(old, now);
    const { lo, hi } = ratioInterval(old, now)!;
    const isDifferent = typeof test !== 'string' && test.p <= 0.05;
    assert.equal(lo > 1 || hi < 1, isDifferent, `seed ${seed}: ${lo} to ${hi}`);
    if (isDifferent) differing++;
  }
  assert.ok(differing > 30 && differing < 250, String(differing));
});

test('the interval of samples that are too large for the exact test contains 1 just if the test finds no difference', () => {
  const nearLimit = [232, 344, 661, 980];
  for (const seed of [...nearLimit, ...Array.from({ length: 100 }, (_, i) => i + 1)]) {
    const [old, now] = [sample(1, 60, seed), sample(0.98, 55, seed * 7919)];
    const test = mannWhitneyU(old, now);
    const { lo, hi } = ratioInterval(old, now)!;
    assert.equal(lo > 1 || hi < 1, typeof test !== 'string' && test.p <= 0.05, `seed ${seed}: ${lo} to ${hi}`);
  }
});

test('large samples have about the interval of the exact distribution', () => {
  const [old, now] = [sample(1, 60, 5), sample(1.2, 60, 11)];
  const [exact, large] = [ratioInterval(old.slice(0, 50), now.slice(0, 50))!, ratioInterval(old, now)!];
  const distance = Math.max(Math.abs(exact.lo - large.lo), Math.abs(exact.hi - large.hi));
  assert.ok(distance < 0.02, JSON.stringify([exact, large]));
});

test('too few values, values of 0 and more pairs than are worth a sort have no interval', () => {
  assert.equal(ratioInterval([1, 2, 3], [4, 5, 6]), undefined);
  assert.equal(ratioInterval([0, 1, 2, 3, 4], [4, 5, 6, 7, 8]), undefined);
  assert.equal(ratioInterval(sample(1, 300, 1), sample(1, 300, 2)), undefined);
  assert.equal(ratioInterval([1, 1, 1, 1], [1, 1, 1, NaN]), undefined);
});
