import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../../src/timeline/csv';
import { nearestIndex, thin, type Timeline } from '../../../src/timeline/window';

function timelineOf(times: readonly number[], ...columns: readonly (readonly number[])[]): Timeline {
  const [floats, ...others] = [times, ...columns].map((each) => Float64Array.from(each));
  return { count: times.length, times: floats!, columns: others };
}

test('a few rows are points of their own, with a row beside the range at each end', () => {
  const timeline = timelineOf([0, 1, 2, 3, 4, 5], [10, 11, NaN, 13, 14, 15]);
  assert.deepEqual(thin(timeline, { from: 2, to: 3 }, 100), {
    rows: [1, 2, 3, 4], times: [1, 2, 3, 4], counts: [1, 1, 1, 1],
    low: [[11, null, 13, 14]], high: [[11, null, 13, 14]],
  });
});

test('of many rows, each part keeps the least and the largest figure, so that no peak is lost', () => {
  const count = 100_000;
  const values = Array.from({ length: count }, () => 5);
  values[777] = 90;
  values[99_000] = -3;
  const { times, counts, low, high } = thin(timelineOf(values.map((_, i) => i), values), { from: 0, to: count }, 200);
  assert.equal(times.length, 200);
  assert.equal(counts.reduce((sum, n) => sum + n), count);
  assert.equal(Math.max(...high[0]!.map(Number)), 90);
  assert.equal(Math.min(...low[0]!.map(Number)), -3);
  assert.equal(high[0]!.filter((value) => value !== 5).length, 1);
});

test('parts without rows have no points, and a part without figures has null', () => {
  const times = Array.from({ length: 100 }, (_, i) => (i < 50 ? 0 : 90) + i / 10);
  const timeline = timelineOf(times, times.map((time) => (time < 50 ? NaN : 1)));
  const { counts, high } = thin(timeline, { from: 0, to: 100 }, 10);
  assert.deepEqual(counts, [50, 50]);
  assert.deepEqual(high, [[null, 1]]);
});

test('the row nearest to a moment is found, the earlier of two that are equally near', () => {
  const times = [0, 10, 20];
  assert.deepEqual([-5, 4, 5, 6, 99].map((moment) => nearestIndex(times, 3, moment)), [0, 0, 0, 1, 2]);
  assert.equal(nearestIndex([], 0, 5), -1);
});

test('a line of CSV quotes cells with commas, quotes and line ends', () => {
  assert.equal(csvLine(['1.5', '', 'a,b', 'x "y"', 'two\nlines']), '1.5,,"a,b","x ""y""","two\nlines"\r\n');
});
