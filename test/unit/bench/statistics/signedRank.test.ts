import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { neededPairs, signedRankCut, signedRankProbabilities } from '../../../../src/bench/statistics/signedRank';

test('the cut for 95 % is the two-sided critical value of the signed-rank test in tables', () => {
  // Wilcoxon, at a level of 0.05; qsignrank(0.025, n) - 1 in R.
  const table = {
    6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 11: 10, 12: 13, 13: 17, 14: 21, 15: 25, 16: 29, 17: 34, 18: 40, 19: 46, 20: 52,
    25: 89, 30: 137,
  };
  for (const [n, cut] of Object.entries(table)) assert.equal(signedRankCut(Number(n), 0.95), cut, `n = ${n}`);
});

test('fewer values than needed have no interval', () => {
  assert.deepEqual([0.9, 0.95, 0.99, 0.999].map(neededPairs), [5, 6, 8, 11]);
  for (const confidence of [0.9, 0.95, 0.99, 0.999]) {
    const needed = neededPairs(confidence);
    const isKnown = [needed - 1, needed].map((n) => signedRankCut(n, confidence) !== undefined);
    assert.deepEqual(isKnown, [false, true], String(confidence));
  }
  assert.equal(signedRankCut(0, 0.95), undefined);
});

test('the distribution of the statistic is that of all choices of signs', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 11 }), (n) => {
    const counts = new Map<number, number>();
    for (let signs = 0; signs < 2 ** n; signs++) {
      let sum = 0;
      for (let rank = 1; rank <= n; rank++) if (signs & (1 << (rank - 1))) sum += rank;
      counts.set(sum, (counts.get(sum) ?? 0) + 1);
    }
    signedRankProbabilities(n).forEach((probability, w) => assert.equal(probability, (counts.get(w) ?? 0) / 2 ** n));
  }));
});
