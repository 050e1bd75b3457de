import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeText, summarize, summarizeExact } from '../../../../src/bench/statistics/summary';

const rangeOf = (center: number, lo: number, hi: number): string =>
  rangeText({ center, lo, hi, confidence: 1, warnings: [] });

test("the center is the median, to the last bit (Hyndman and Fan's definition 8)", () => {
  assert.equal(summarize([3, 1, 2]).center, 2);
  assert.equal(summarize([4, 1]).center, 2.5);
  assert.equal(summarize([1.5e-6, 3.0060000000000005e-6]).center, 2.2530000000000003e-6);
});

test('six values give a 95 % interval of the median, five do not', () => {
  const { lo, hi, confidence, warnings } = summarize([6, 5, 4, 3, 2, 1]);
  assert.deepEqual({ lo, hi, confidence, warnings }, { lo: 1, hi: 6, confidence: 1 - 2 / 64, warnings: [] });
  assert.deepEqual(summarize([1, 2, 3, 4, 5]).warnings, ['need >= 6 samples for confidence interval at level 0.95']);
});

test('of two equally good intervals, the left one is chosen', () => {
  const { lo, hi } = summarize([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9);
  assert.deepEqual([lo, hi], [2, 8]);
});

test('the interval of many values uses the normal distribution', () => {
  const { lo, hi } = summarize(Array.from({ length: 100 }, (_, i) => i + 1));
  assert.deepEqual([lo, hi], [40, 60]);
});

test('no sample size is enough for a confidence of 1', () => {
  assert.deepEqual(summarize([1, 2], 1).warnings, ['need > 50 samples for confidence interval at level 1']);
});

test('the range is a percentage of the center', () => {
  assert.equal(rangeOf(100, 98, 103), '3%');
  assert.equal(rangeOf(-100, -103, -98), '-2%');
  assert.equal(rangeOf(1, -Infinity, 1), '∞');
  assert.equal(rangeOf(1, -1, 2), '?');
  assert.equal(rangeOf(NaN, NaN, NaN), '?');
  assert.equal(rangeOf(0, 0, 0), '0%');
  // With a confidence of 0, the center may be outside of its interval.
  assert.equal(rangeOf(2, 4, 4), '100%');
});

test('the center of exact values is the most frequent one, with a warning if the values differ', () => {
  assert.deepEqual(summarizeExact([7, 7]), { center: 7, lo: 7, hi: 7, confidence: 1, warnings: [] });
  const { center, warnings } = summarizeExact([3e6, 1, 2, 2]);
  assert.equal(center, 2);
  assert.ok(Object.is(summarizeExact([0, -0, -0]).center, 0));
  assert.deepEqual(warnings, ['exact distribution expected, but values range from 1 to 3e+06']);
});
