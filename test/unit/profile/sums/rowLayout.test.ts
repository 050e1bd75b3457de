import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE } from '../../../../src/profile/model';
import { rowLayout } from '../../../../src/profile/sums/keySums';

const layout = (locations: readonly (readonly number[])[], count: number) => {
  const offsets = Uint32Array.from([0, ...locations.map((_, i) => locations.slice(0, i + 1).flat().length)]);
  const { rowOf, shared, ...rest } = rowLayout({ offsets, keys: Uint32Array.from(locations.flat()), count });
  return { rowOf: [...rowOf], offsets: [...rest.offsets], shared: [...shared], count: rest.count };
};

test('a key in one location has the row of that location, and a key in several locations has a row of its own', () => {
  const expected = { rowOf: [0, 0, 4, 1], offsets: [0, 0, 1, 2], shared: [4, 4], count: 5 };
  assert.deepEqual(layout([[0, 1], [2, 3], [2]], 4), expected);
});

test('a key that recurs within its only location has the row of that location', () => {
  assert.deepEqual(layout([[0, 1, 0]], 2).rowOf, [0, 0]);
});

test('an unused key has the empty row, and a frame without a key has no row', () => {
  assert.deepEqual(layout([[NONE], [1]], 2), { rowOf: [2, 1], offsets: [0, 0, 0], shared: [], count: 3 });
});
