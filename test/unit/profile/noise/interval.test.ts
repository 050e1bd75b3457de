import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countInterval, effectiveSamples, relativeReach, shareInterval } from '../../../../src/profile/noise/interval';

const rounded = (interval: readonly number[], digits = 3) => interval.map((bound) => Number(bound.toFixed(digits)));

/** The natural logarithm of n!. */
function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
}

test("the interval of a share is Wilson's", () => {
  assert.deepEqual(rounded(shareInterval(3, 100)), [0.01, 0.085]);
  assert.deepEqual(rounded(shareInterval(0, 100)), [0, 0.037]);
  assert.deepEqual(rounded(shareInterval(100, 100)), [0.963, 1]);
  assert.deepEqual(shareInterval(0, 0), [0, 1]);
});

test('about 95% of the intervals of shares contain the true share', () => {
  const n = 120;
  const coverages = Array.from({ length: 50 }, (_, i) => (i + 1) / 100).map((share) => {
    let coverage = 0;
    for (let k = 0; k <= n; k++) {
      const [from, to] = shareInterval(k, n);
      const choices = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
      const log = choices + k * Math.log(share) + (n - k) * Math.log(1 - share);
      if (from <= share && share <= to) coverage += Math.exp(log);
    }
    return coverage;
  });
  const mean = coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length;
  assert.ok(mean > 0.94 && mean < 0.96, `${mean}`);
});

test('the interval of a large count k is about k ± 1.96·√k', () => {
  const [from, to] = countInterval(10_000);
  assert.deepEqual(rounded([from / 10_000, to / 10_000]), [0.981, 1.02]);
  assert.equal(relativeReach(10_000, [from, to]).toFixed(4), '0.0196');
});

test('about 95% of the intervals of counts contain the true count, even for small counts', () => {
  const coverages = Array.from({ length: 60 }, (_, i) => 1 + i).map((mean) => {
    let coverage = 0;
    for (let k = 0; k <= 200; k++) {
      const [from, to] = countInterval(k);
      if (from <= mean && mean <= to) coverage += Math.exp(k * Math.log(mean) - mean - logFactorial(k));
    }
    return coverage;
  });
  const mean = coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length;
  assert.ok(mean > 0.94 && mean < 0.96, `${mean}`);
});

test('effectiveSamples is the number of samples of equal weight that would be as reliable', () => {
  assert.equal(effectiveSamples(7, 7), 7);
  assert.equal(effectiveSamples(101, 1 + 100 ** 2).toFixed(2), '1.02');
  assert.equal(effectiveSamples(5, 0), Infinity);
  assert.equal(effectiveSamples(0, 0), 0);
});
