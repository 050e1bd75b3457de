import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareExact, compareSamples, deltaText, evidenceText } from '../../../../src/bench/statistics/compareSamples';

test('a difference is a change if p is at most alpha', () => {
  const fast = [10, 11, 12];
  const slow = [20, 21, 22];
  const { p } = compareSamples(fast, slow);
  const atAlpha = compareSamples(fast, slow, p);
  assert.deepEqual(atAlpha, { p, n1: 3, n2: 3, isChanged: true, delta: 21 / 11 - 1, warnings: [] });
  const { isChanged, warnings } = compareSamples(fast, slow);
  assert.equal(isChanged, false);
  assert.deepEqual(warnings, ['need >= 4 samples to detect a difference at alpha level 0.05']);
});

test('there is no warning if the samples are large enough', () => {
  assert.deepEqual(compareSamples([1, 2, 3, 4], [1.5, 2.5, 3.5, 0.5]).warnings, []);
});

test('no sample size is enough for alpha 0', () => {
  assert.deepEqual(compareSamples([1], [2], 0).warnings, ['need > 10 samples to detect a difference at alpha level 0']);
});

test('equal samples are not a change', () => {
  const { p, isChanged, delta, warnings } = compareSamples([5, 5], [5, 5]);
  assert.deepEqual({ p, isChanged, delta, warnings }, { p: 1, isChanged: false, delta: 0, warnings: ['all samples are equal'] });
});

test('samples with NaN are not a change', () => {
  const { isChanged, warnings } = compareSamples([NaN, 1, 2, 3], [11, 12, 13, 14]);
  assert.deepEqual({ isChanged, warnings }, { isChanged: false, warnings: ['samples contain NaN'] });
});

test('every difference of exact values is a change', () => {
  assert.deepEqual(compareExact([4], [5]), { p: 0, n1: 1, n2: 1, isChanged: true, delta: 0.25, warnings: [] });
});

test('a change is printed as benchstat prints it', () => {
  assert.equal(deltaText({ isChanged: false }, 1, 2), '~');
  assert.equal(deltaText({ isChanged: true }, 2, 2), '0.00%');
  assert.equal(deltaText({ isChanged: true }, 0, 2), '?');
  assert.equal(deltaText({ isChanged: true }, 2, 1), '-50.00%');
  assert.equal(deltaText({ isChanged: true }, 1, Infinity), '+Inf%');
  assert.equal(evidenceText({ p: 4 / 3, n1: 5, n2: 10 }), 'p=1.333 n=5+10');
  assert.equal(evidenceText({ p: 0, n1: 2, n2: 2 }), 'n=2');
});
