import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowPlaces } from '../../../../webview/benchmarks/rowPlaces';

/** As in benchmarks.css. */
const H = 24;

test('rows follow each other, and a chart moves the rows below it down', () => {
  const places = new RowPlaces(10, [[7, 50], [2, 100]]);
  const tops = [0, 2, 3, 7, 8, 10].map((row) => places.top(row));
  assert.deepEqual(tops, [0, 2 * H, 3 * H + 100, 7 * H + 100, 8 * H + 150, 10 * H + 150]);
});

test('the rows between two heights include rows that are partly in view', () => {
  const places = new RowPlaces(100_000, [[2, 100]]);
  assert.deepEqual(places.between(0, H), { from: 0, to: 2 });
  assert.deepEqual(places.between(2 * H + 1, 3 * H + 50), { from: 2, to: 3 }, 'a chart belongs to its row');
  assert.deepEqual(places.between(3 * H + 100, 4 * H + 99), { from: 3, to: 4 });
  assert.deepEqual(places.between(99_999 * H + 100, 1e9), { from: 99_999, to: 100_000 });
  assert.deepEqual(places.between(50, 50), { from: 2, to: 2 });
});

test('the row at a height is the last row that starts at or above it', () => {
  const places = new RowPlaces(40, [[0, 10], [5, 77], [39, 5]]);
  for (let height = 0; height < places.top(40); height += 3) {
    const { from } = places.between(height, height + 1);
    assert.ok(places.top(from) <= height && height < places.top(from + 1), `${height} in ${from}`);
  }
});

test('rows of a narrow panel are higher', () => {
  const places = new RowPlaces(10, [[2, 100]], 38);
  assert.deepEqual([places.top(2), places.top(3), places.top(10)], [76, 214, 480]);
  assert.deepEqual(places.between(214, 250), { from: 3, to: 4 });
});
