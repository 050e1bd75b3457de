import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ascending } from '../../../../src/bench/statistics/ascending';
import { fusedMultiplyAdd } from '../../../../src/bench/statistics/fusedMultiplyAdd';
import { choose, geomean, goExp, goLog } from '../../../../src/bench/statistics/goMath';
import { fixedText, shortestText, signedText } from '../../../../src/bench/statistics/goNumbers';
import { normalCdf, normalQuantile } from '../../../../src/bench/statistics/normal';

test('a tie is rounded to the even digit', () => {
  assert.deepEqual([0.5, 1.5, 2.5, -0.5].map((value) => fixedText(value, 0)), ['0', '2', '2', '-0']);
  assert.deepEqual([1.125, 1.375, 1.135].map((value) => fixedText(value, 2)), ['1.12', '1.38', '1.14']);
  assert.equal(fixedText(42339996247366.765625, 5), '42339996247366.76562');
});

test('large numbers are printed without an exponent, and NaN and infinity as in Go', () => {
  assert.equal(fixedText(1e22, 1), '10000000000000000000000.0');
  assert.deepEqual([NaN, Infinity, -Infinity].map((value) => fixedText(value, 3)), ['NaN', '+Inf', '-Inf']);
  assert.deepEqual([0, 5, -5, NaN].map((value) => signedText(value, 1)), ['+0.0', '+5.0', '-5.0', '+NaN']);
});

test('the shortest form has an exponent for numbers below 1e-4, and for 1e6 and above', () => {
  const texts = [0.95, 123456, 1234567, 1e6, 0.0001, 0.00001, -0, 2.5e-7, 1e21].map(shortestText);
  const expected = ['0.95', '123456', '1.234567e+06', '1e+06', '0.0001', '1e-05', '-0', '2.5e-07', '1e+21'];
  assert.deepEqual(texts, expected);
});

test('logarithms, exponentials and binomial coefficients equal those of Go to the last bit', () => {
  assert.equal(goLog(1.718e-6), -13.274349734402211);
  assert.equal(goExp(-13.274349734402211), 1.717999999999999e-6);
  assert.equal(goExp(1), Math.E);
  assert.equal(choose(20, 10), 184756);
  assert.equal(choose(50, 25), 126410606437749.23);
  assert.deepEqual([goLog(0), goExp(-Infinity), goExp(1000), choose(5, 7)], [-Infinity, 0, Infinity, 0]);
});

test('a fused multiply-add rounds once', () => {
  const x = 1 + 2 ** -30;
  assert.equal(fusedMultiplyAdd(x, x, -1 - 2 ** -29), 2 ** -60);
});

test('the geometric mean needs positive values', () => {
  assert.equal(geomean([2, 8]), 3.999999999999999);
  for (const values of [[], [1, 0], [1, -1], [NaN]]) assert.ok(Number.isNaN(geomean(values)));
});

test('the normal distribution has its known values, and the quantile function inverts it', () => {
  assert.equal(normalCdf(0), 0.5);
  assert.equal(normalCdf(-1.959963984540054).toFixed(12), '0.025000000000');
  assert.equal(normalQuantile(0.5), 0);
  for (const p of [1e-9, 0.001, 0.025, 0.4, 0.9]) assert.ok(Math.abs(normalCdf(normalQuantile(p)) / p - 1) < 1e-12);
});

test('values are sorted as in Go, with NaN first', () => {
  assert.deepEqual(Array.from(ascending([3, NaN, -Infinity, 2])), [NaN, -Infinity, 2, 3]);
  const many = [NaN, ...Array.from({ length: 20 }, (_, i) => -i), NaN];
  assert.deepEqual(Array.from(ascending(many)).slice(0, 4), [NaN, NaN, -19, -18]);
  const sorted = [1, 2, 2];
  assert.equal(ascending(sorted), sorted);
});
