import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairedRatio } from '../../../../src/bench/statistics/pairedRatio';
import { normalNoise } from '../../../shared/benchmarkSamples';

const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(6)));

test('the interval leaves out as many Walsh averages as the signed-rank test allows', () => {
  // Hollander and Wolfe's depression scores, as in R's wilcox.test: (pseudo)median 0.46, 95 % interval 0.01 to 0.786.
  const x = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const { ratio, lo, hi } = pairedRatio(y.map(Math.exp), x.map(Math.exp))!;
  assert.deepEqual(rounded([ratio, lo, hi].map(Math.log)), [0.46, 0.01, 0.786]);
});

test('six pairs have the interval from the smallest to the largest ratio, and five have none', () => {
  const before = [100, 200, 300, 400, 500, 600];
  const ratios = [1.05, 1.01, 1.04, 1.02, 1.06, 1.03];
  const now = before.map((value, i) => value * ratios[i]!);
  const { lo, hi } = pairedRatio(before, now)!;
  assert.deepEqual(rounded([lo, hi]), [1.01, 1.06]);
  assert.equal(pairedRatio(before.slice(1), now.slice(1)), undefined);
});

test('values that are no pairs, or have no ratio, have no interval', () => {
  const ten = Array.from({ length: 10 }, (_, i) => 100 + i);
  assert.equal(pairedRatio(ten, ten.slice(1)), undefined);
  for (const value of [0, -1, NaN, Infinity]) {
    assert.equal(pairedRatio([...ten, value], [...ten, 5]), undefined, `before ${value}`);
    assert.equal(pairedRatio([...ten, 5], [...ten, value]), undefined, `now ${value}`);
  }
  const many = Array.from({ length: 1001 }, () => 1);
  assert.equal(pairedRatio(many, many), undefined);
});

const time = fc.double({ min: 0.1, max: 10, noNaN: true });
const pairs = fc.array(fc.tuple(time, time), { minLength: 6, maxLength: 30 });
const isClose = (a: number, b: number) => Math.abs(a / b - 1) < 1e-9;

test('exchanged sides have the reciprocal interval, and a common factor of each pair does not matter', () => {
  fc.assert(fc.property(pairs, fc.double({ min: 0.5, max: 2, noNaN: true }), (measured, drift) => {
    const [before, now] = [measured.map(([first]) => first), measured.map(([, second]) => second)];
    const { ratio, lo, hi } = pairedRatio(before, now)!;
    assert.ok(lo <= ratio && ratio <= hi);
    const reverse = pairedRatio(now, before)!;
    assert.ok(isClose(reverse.ratio, 1 / ratio) && isClose(reverse.lo, 1 / hi) && isClose(reverse.hi, 1 / lo));
    const [oldDrifting, drifted] = [before, now].map((side) => side.map((value, i) => value * drift ** i));
    const drifting = pairedRatio(oldDrifting!, drifted!)!;
    assert.ok(isClose(drifting.ratio, ratio) && isClose(drifting.lo, lo) && isClose(drifting.hi, hi));
  }));
});

test('one disturbed pair of ten hardly changes the estimate', () => {
  const [before, now] = [100, 110].map((time) => Array.from({ length: 10 }, (_, i) => time + (i % 3)));
  const disturbed = pairedRatio(before!, now!.map((value, i) => (i === 4 ? 20 * value : value)))!;
  assert.ok(Math.abs(disturbed.ratio / pairedRatio(before!, now!)!.ratio - 1) < 0.005, String(disturbed.ratio));
});

test('about 95 % of intervals contain the true ratio', () => {
  const noise = normalNoise(1);
  const sides = (change: number, count: number) =>
    Array.from({ length: count }, () => change * Math.exp(0.05 * noise()));
  for (const count of [6, 10, 20]) {
    const intervals = Array.from({ length: 1000 }, () => pairedRatio(sides(1, count), sides(1.02, count))!);
    const covered = intervals.filter(({ lo, hi }) => lo <= 1.02 && 1.02 <= hi).length;
    assert.ok(covered >= 930 && covered <= 985, `${covered} of 1000 with ${count} pairs`);
  }
});
