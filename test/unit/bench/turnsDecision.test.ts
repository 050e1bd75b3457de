import assert from 'node:assert/strict';
import test from 'node:test';
import { decisionText } from '../../../src/bench/decisionWords';
import type { Samples } from '../../../src/bench/pairedSamples';
import {
  type Better, comparisonsIn, CPU_TIME, decideCase, decisionConfidence, pairsToDecide, widthOf,
} from '../../../src/bench/turnsDecision';
import { normalNoise } from '../../shared/benchmarkSamples';

const better: Better = (unit) => (unit === 'req/s' ? 1 : unit === 'custom' ? 0 : -1);
const ruleFor = (comparisons: number, bound = 0) => ({ confidence: decisionConfidence(comparisons), bound, better });

/** Ten values around a center, as of a machine with noise of 1 %. */
const around = (center: number, seed: number, count = 10, noise = 0.01): number[] => {
  const normal = normalNoise(seed);
  return Array.from({ length: count }, () => center * (1 + noise * normal()));
};
const time = (before: number, now: number, count = 10, noise = 0.01): Samples => {
  return { unit: 'ns/op', before: around(before, 1, count, noise), now: around(now, 2, count, noise) };
};

test('a regression is firm, and past the bound only if its whole interval is', () => {
  const decide = (bound: number) => decideCase([time(100, 110)], ruleFor(1, bound));
  assert.equal(decide(0).main?.outcome, 'worse');
  assert.deepEqual([0, 0.05, 0.1, 0.2].map((bound) => decide(bound).past.length), [1, 1, 0, 0]);
  assert.equal(decideCase([time(110, 100)], ruleFor(1)).main?.outcome, 'better');
  assert.equal(decideCase([time(100, 100)], ruleFor(1)).main?.outcome, 'same');
});

test('the more figures are compared, the surer and so the wider is each interval', () => {
  const widths = [1, 10, 20].map((comparisons) => widthOf(decideCase([time(100, 100, 20)], ruleFor(comparisons))));
  assert.ok(widths[0]! < widths[1]! && widths[1]! < widths[2]!, String(widths));
  assert.deepEqual([1, 2, 16, 100].map(pairsToDecide), [7, 8, 11, 14]);
  const all = [time(100, 101), { unit: 'B/op', before: [8, 8], now: [8, 8] }, { unit: 'custom', before: [1], now: [2] }];
  assert.equal(comparisonsIn(all, better), 1, 'figures that never vary, or without a better direction, raise no alarm');
});

test('of measurements of the same code, at most 1 in 100 has a firm regression, however many benchmarks each has', () => {
  const tries = 1000;
  for (const cases of [1, 8]) {
    let alarms = 0;
    for (let i = 0; i < tries; i++) {
      const all = Array.from({ length: cases }, (_, k) => {
        const seed = 2 * (i * cases + k) + 1;
        return { unit: 'ns/op', before: around(100, seed, 14, 0.1), now: around(100, seed + 1, 14, 0.1) };
      });
      if (all.some((each) => decideCase([each], ruleFor(cases)).past.length > 0)) alarms++;
    }
    // The probability that a rate of 1 in 100 has more than 22 is below 1 in 1000.
    assert.ok(alarms <= 22, `${alarms} of ${tries} with ${cases} benchmarks`);
  }
});

test('the CPU time decides where the time varies too much to tell, and is said to be it', () => {
  const cpu = { ...time(90, 99), unit: CPU_TIME };
  const decision = decideCase([time(100, 110, 10, 0.3), cpu], ruleFor(2));
  assert.deepEqual([decision.main?.unit, decision.main?.outcome], [CPU_TIME, 'worse']);
  assert.match(decisionText(decision), /^[\d.]+ to [\d.]+ % more CPU time; time: .* faster to .* slower \(n = 10\+10\)$/);
  assert.equal(decideCase([time(100, 110), cpu], ruleFor(2)).main?.unit, 'ns/op', 'both are as sure');
});

test('the CPU time of a benchmark that mostly waits decides nothing', () => {
  const cpu = { ...time(9, 12), unit: CPU_TIME };
  const decision = decideCase([time(100, 100, 10, 0.3), cpu], ruleFor(2));
  assert.deepEqual([decision.main?.unit, decision.witness, decision.past], ['ns/op', undefined, []]);
});

test('allocations that grew past the bound are a regression, but not what go test may have cut off', () => {
  const constant = (unit: string, before: number, now: number): Samples => {
    return { unit, before: Array<number>(10).fill(before), now: Array<number>(10).fill(now) };
  };
  const pastOf = (...others: Samples[]) => {
    return decideCase([time(100, 100), ...others], ruleFor(3, 0.05)).past.map(({ unit }) => unit);
  };
  assert.deepEqual(pastOf(constant('B/op', 640, 960), constant('allocs/op', 10, 12)), ['B/op', 'allocs/op']);
  assert.deepEqual(pastOf(constant('B/op', 0, 16), constant('allocs/op', 0, 1)), ['B/op', 'allocs/op']);
  assert.deepEqual(pastOf(constant('B/op', 9, 10)), []);
  assert.deepEqual(pastOf(constant('allocs/op', 9, 10), constant('B/op', 640, 640)), []);
});

test('less of a figure of which more is better is worse', () => {
  const rate = { ...time(100, 90), unit: 'req/s' };
  assert.deepEqual(decideCase([time(100, 100), rate], ruleFor(2, 0.05)).past.map(({ unit }) => unit), ['req/s']);
});

test('runs that do not overlap decide before there are enough for an interval; others are too few', () => {
  const few = decideCase([time(100, 200, 5)], ruleFor(1, 0.05));
  assert.equal(few.past.length, 1);
  assert.match(decisionText(few), /^2\.0× slower; an interval needs 6\+6 \(n = 5\+5\)$/);
  const none = decideCase([time(100, 100, 5)], ruleFor(1));
  assert.equal(decisionText(none), '5 pairs of runs are too few to tell; 6 are needed (n = 5+5)');
});

test('with fewer pairs than so many comparisons need, intervals are less sure, and only clear changes are firm', () => {
  const few = ruleFor(1000);
  assert.ok(pairsToDecide(1000) > 10);
  const same = decideCase([time(100, 100)], few);
  assert.equal(same.main?.outcome, 'same');
  assert.match(decisionText(same), /^no difference: .* faster to .* slower \(n = 10\+10\)$/);
  assert.equal(decideCase([time(100, 120)], few).past.length, 1);
  assert.equal(decideCase([time(100, 101)], few).past.length, 0);
});
