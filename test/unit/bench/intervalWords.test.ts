import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { intervalText } from '../../../src/bench/intervalWords';

const words = (lo: number, hi: number, unit = 'ns/op') => intervalText({ ratio: Math.sqrt(lo * hi), lo, hi }, unit);

test('a change has its interval, with no more digits than the interval carries', () => {
  assert.equal(words(1.0413, 1.0748), '4.1 to 7.5\u202f% slower');
  assert.equal(words(1.0031, 1.0036), '0.31 to 0.36\u202f% slower');
  assert.equal(words(1.12, 1.19), '12 to 19\u202f% slower');
  assert.equal(words(0.81, 0.88), '12 to 19\u202f% faster');
  assert.equal(words(1.0613, 1.1267), '6 to 13\u202f% slower');
  assert.equal(words(1.32041, 1.32068), '32.04 to 32.07\u202f% slower');
  assert.equal(words(0.81, 0.88, 'p99-ns'), '12 to 19\u202f% less p99-ns');
  assert.equal(words(1.12, 1.19, 'p99-ns'), '12 to 19\u202f% more p99-ns');
  assert.equal(words(1.6, 2.2), '60 to 120\u202f% slower');
});

test('a large change has its interval as factors', () => {
  assert.equal(words(2.12, 2.38), '2.1 to 2.4× slower');
  assert.equal(words(1 / 2.38, 1 / 2.12), '52 to 58\u202f% faster');
  assert.equal(words(70.4, 75.2), '70 to 76× slower');
  assert.equal(words(7100, 7300), '7\u202f100 to 7\u202f300× slower');
  assert.equal(words(2.12, 2.38, 'p99-ns'), '2.1 to 2.4× as much p99-ns');
  assert.equal(words(0.01, 0.02, 'p99-ns'), '98 to 99\u202f% less p99-ns');
  assert.equal(words(1.02, 9), '1.02 to 9.0× slower');
});

test('an interval without width is one number', () => {
  assert.equal(words(0.877, 0.877), '12.3\u202f% faster');
  assert.equal(words(0.877 - 1e-12, 0.877 + 1e-12), '12.3\u202f% faster');
  assert.equal(words(2, 2), '2.0× slower');
});

test('a bound does not read like no change, nor like all of it', () => {
  assert.equal(words(1.004, 1.25), '0.4 to 25\u202f% slower');
  assert.equal(words(1.00004, 1.25), 'less than 0.01 to 25\u202f% slower');
  assert.equal(words(0.002, 0.1, 'p99-ns'), '90 to almost 100\u202f% less p99-ns');
});

test('an interval that contains no change has both directions', () => {
  assert.equal(words(0.9962, 1.0748), '0.4\u202f% faster to 7.5\u202f% slower');
  assert.equal(words(0.88, 1.2), '12\u202f% faster to 20\u202f% slower');
  assert.equal(words(0.72393, 1.27645), '28\u202f% faster to 28\u202f% slower', 'the directions tell the bounds apart');
  assert.equal(words(0.88, 1.2, 'p99-ns'), '12\u202f% less to 20\u202f% more p99-ns');
});

test('the range in words contains the interval, to the digits that it has', () => {
  const bound = fc.double({ min: 1.0002, max: 1.9, noNaN: true });
  fc.assert(fc.property(bound, bound, (a, b) => {
    const [lo, hi] = [Math.min(a, b), Math.max(a, b)];
    const [, from, to] = /^(?:less than )?([\d.]+) to ([\d.]+)\u202f% slower$/.exec(words(lo, hi)) ?? [];
    fc.pre(from !== undefined && to !== undefined && !words(lo, hi).startsWith('less'));
    assert.ok(Number(from) <= 100 * (lo - 1) + 1e-6 && 100 * (hi - 1) - 1e-6 <= Number(to), words(lo, hi));
    assert.ok(Number(from) < Number(to));
  }));
});
