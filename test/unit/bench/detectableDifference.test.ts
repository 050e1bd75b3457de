import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectable, relativeSpread } from '../../../src/bench/detectableDifference';
import { compareSamples } from '../../../src/bench/statistics/compareSamples';
import { noDifference } from '../../../src/bench/verdictWords';
import { normalNoise } from '../../shared/benchmarkSamples';

const noise = normalNoise(7);
const sample = (n: number, middle: number, spread: number) =>
  Array.from({ length: n }, () => middle * (1 + spread * noise()));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the estimated spread is close to the spread of the noise, even for few runs', () => {
  for (const n of [4, 10, 30]) {
    const spread = mean(Array.from({ length: 500 }, () => {
      return relativeSpread({ before: sample(n, 100, 0.02), now: sample(n, 50, 0.02) });
    }));
    assert.ok(Math.abs(spread / 0.02 - 1) < 0.15, `${n} runs: ${spread}`);
  }
});

test('three disturbed runs of twenty do not double the spread', () => {
  const before = sample(20, 100, 0.01);
  const disturbed = before.map((value, i) => (i % 7 === 0 ? value * 3 : value));
  const now = sample(20, 100, 0.01);
  assert.ok(relativeSpread({ before: disturbed, now }) < 2 * relativeSpread({ before, now }));
});

test('a difference of the detectable size is significant in about four of five tries', () => {
  for (const runs of [10, 40]) {
    const share = detectable({ before: sample(2000, 100, 0.03), now: sample(2000, 100, 0.03) }, runs)!;
    const power = Array.from({ length: 300 }, () => {
      return compareSamples(sample(runs, 100, 0.03), sample(runs, 100 * (1 + share), 0.03)).isChanged;
    }).filter((isChanged) => isChanged).length / 300;
    assert.ok(power > 0.7 && power < 0.9, `${runs} runs: ${power}`);
  }
});

test('if a verdict names a difference that more runs would show, they show it in at least four of five tries', () => {
  // Percent of noise before and now; the noise is measured by the runs that showed no difference.
  for (const [before, now] of [[2, 2], [1, 4]] as const) {
    for (const runs of [5, 10, 20]) {
      let [found, tries] = [0, 0];
      while (tries < 400) {
        const measured = { unit: 'ns/op', before: sample(runs, 100, before / 100), now: sample(runs, 100, now / 100) };
        const [, more, percent] = /; (\d+) would show ([\d.]+)\u202f%$/.exec(noDifference(measured, runs, '').whole)!.map(Number);
        const changed = sample(more!, 100 + percent!, now / 100);
        if (compareSamples(sample(more!, 100, before / 100), changed).isChanged) found++;
        tries++;
      }
      assert.ok(found / tries >= 0.8, `${runs} runs, noise of ${before} and ${now} %: ${found / tries}`);
    }
  }
});

test('four times as many runs detect half the difference; equal or NaN figures have no detectable difference', () => {
  const samples = { before: sample(10, 100, 0.03), now: sample(10, 100, 0.03) };
  assert.ok(Math.abs(detectable(samples, 10)! / detectable(samples, 40)! - 2) < 1e-9);
  assert.equal(detectable({ before: [1, 1], now: [2, 2] }, 10), undefined);
  assert.equal(detectable({ before: [NaN], now: [1] }, 10), undefined);
});
