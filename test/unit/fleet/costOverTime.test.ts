import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOverTime, stepSecondsOf } from '../../../src/fleet/costOverTime';
import type { FleetSeries } from '../../../src/fleet/fleetStore';
import { finish } from '../../../src/profile/common/guard';

const RANGE = { from: 60_000, to: 150_000 };

function series(labels: Record<string, string>, ...points: (readonly [at: number, value: number])[]): FleetSeries {
  return { labels, points: points.map(([at, value]) => ({ at, value })) };
}

function cost(all: readonly FleetSeries[], { isDelta = true, split = 'pod', most = 8 } = {}) {
  return finish(costOverTime(all, { range: RANGE, stepSeconds: 60, isDelta, split, most }));
}

test('what lasts is a rate, also in the last step, which the end of the range cuts', () => {
  const { times, series: lines, all } = cost([series({ pod: 'a' }, [60_000, 120], [120_000, 120])]);
  assert.deepEqual(times, [60_000, 120_000]);
  assert.deepEqual(lines, [{ name: 'a', values: [2, 4] }]);
  assert.deepEqual(all, [2, 4]);
});

test('points of one step are added up, or their mean is taken if they are what is in use at a moment', () => {
  const twice = [series({ pod: 'a' }, [60_000, 10], [75_000, 30])];
  assert.deepEqual(cost(twice).series[0]!.values, [40 / 60]);
  assert.deepEqual(cost(twice, { isDelta: false }).series[0]!.values, [20]);
});

test('series of one value, such as those of the pieces of a range, are one line', () => {
  const { series: lines } = cost([series({ pod: 'a' }, [60_000, 60]), series({ pod: 'a' }, [120_000, 30])]);
  assert.deepEqual(lines, [{ name: 'a', values: [1, 1] }]);
});

test('the largest values of the label are lines, and the sum is of all of them', () => {
  const { series: lines, others, all } = cost(
    [1, 3, 2].map((rate) => series({ pod: `p${rate}` }, [60_000, rate * 60])), { most: 2 },
  );
  assert.deepEqual([lines.map(({ name }) => name), others, all], [['p3', 'p2'], 1, [6]]);
});

test('10^5 values of a label need no more memory than the largest of them', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => series({ pod: `p${i}` }, ...(i % 2 ? [[60_000, i]] as const : [])));
  const before = process.memoryUsage().arrayBuffers;
  const { others, series: lines } = cost(many, { most: 2 });
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e6);
  assert.deepEqual([others, lines.map(({ name }) => name)], [49_998, ['p99999', 'p99997']]);
});

test('a step without data is a gap, not a zero, and points outside of the range are left out', () => {
  const { times, series: lines } = cost([
    series({ pod: 'a' }, [0, 60], [60_000, 60], [900_000, 60]), series({ pod: '__proto__' }, [120_000, 30], [121_000, NaN]),
  ]);
  assert.deepEqual(times, [60_000, 120_000]);
  assert.deepEqual(lines, [{ name: 'a', values: [2 / 2, null] }, { name: '__proto__', values: [null, 1] }]);
});

test('a service that is profiled once a minute has the same cost per second in each step', () => {
  const range = { from: 0, to: 630_000 };
  const minutes = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10].map((minute) => [60_000 * minute + 20_000, 30] as const);
  const found = (stepSeconds: number, isDelta = true) =>
    finish(costOverTime([series({}, ...minutes)], { range, stepSeconds, isDelta, most: 8 }));
  assert.deepEqual([15, 60, 120].map((step) => found(step).stepSeconds), [60, 60, 120]);
  assert.deepEqual([15, 60, 120].map((step) => found(step).all[0]), [0.5, 0.5, 0.5]);
  assert.equal(found(15).all.at(-1), 0.5, 'the end of the range cuts no profile');
  assert.equal(found(15, false).stepSeconds, 15, 'what is in use at a moment has no time');
});

test('a profile in nearly each step needs no longer steps, however long a silence is', () => {
  const at = [0, 1, 2, 4, 5, 6, 7, 20, 21, 22].map((step) => [15_000 * step, 15] as const);
  const options = { range: { from: 0, to: 400_000 }, stepSeconds: 15, isDelta: true, most: 8 };
  const found = finish(costOverTime([series({ pod: 'a' }, ...at)], options));
  assert.deepEqual([found.stepSeconds, new Set(found.series[0]!.values)], [15, new Set([1])]);
});

test('a chart has at most 300 points, at whole steps', () => {
  const hour = 3_600_000;
  for (const [hours, step] of [[0.25, 15], [1, 15], [24, 300], [168, 3600], [720, 10_800]] as const) {
    assert.equal(stepSecondsOf({ from: 0, to: hours * hour }), step);
  }
  const years = stepSecondsOf({ from: 0, to: 20 * 365 * 24 * hour });
  assert.ok((20 * 365 * 86_400) / years <= 300);
});

test('each point is read once, whether or not steps are joined', () => {
  let reads = 0;
  const points = [0, 1, 2, 3, 4, 5].map((minute) => ({
    get at() {
      reads++;
      return minute * 60_000;
    },
    value: 30,
  }));
  const options = { range: { from: 0, to: 360_000 }, stepSeconds: 15, isDelta: true, split: 'pod', most: 8 };
  const found = finish(costOverTime([{ labels: { pod: 'a' }, points }], options));
  const values = points.map(() => 0.5);
  assert.deepEqual([found.stepSeconds, found.series[0]!.values, reads], [60, values, points.length]);
});

test('joined steps are whole numbers of the steps that were asked for', () => {
  const at = [0, 2, 4, 6, 8].map((step) => [120_000 * step, 240] as const);
  const options = { range: { from: 0, to: 1_200_000 }, stepSeconds: 120, isDelta: true, most: 8 };
  const found = finish(costOverTime([series({}, ...at)], options));
  assert.deepEqual([found.stepSeconds, found.times, found.all], [600, [0, 600_000], [1.2, 0.8]]);
});
