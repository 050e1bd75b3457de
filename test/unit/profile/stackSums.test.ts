import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE } from '../../../src/profile/model';
import { sumStacks } from '../../../src/profile/stackSums';

/** Three locations with one frame each: keys 0, 1 and none; and one with two frames, key 1 inlined into key 0. */
const FRAMES = { offsets: Uint32Array.of(0, 1, 2, 3, 5), keys: Uint32Array.of(0, 1, NONE, 1, 0), count: 2 };

function sums(stacks: readonly number[][], values: readonly number[]) {
  const offsets = Uint32Array.from([0, ...stacks.map((_, i) => stacks.slice(0, i + 1).flat().length)]);
  const locations = Uint32Array.from(stacks.flat());
  const { flat, cum, samples, seenLocation } = sumStacks({ offsets, locations }, Float64Array.from(values), FRAMES);
  return [flat, cum, samples, seenLocation].map((column) => [...column]);
}

test('a key that recurs gets a sample once, and flat as the leaf has it', () => {
  assert.deepEqual(sums([[0, 1, 0]], [5]), [[5, 0], [5, 5], [1, 1], [1, 1, 0, 0]]);
});

test('the innermost frame of the leaf has the flat', () => {
  assert.deepEqual(sums([[3, 0]], [2]), [[0, 2], [2, 2], [1, 1], [1, 0, 0, 1]]);
});

test('samples of value 0 and empty stacks do not count', () => {
  assert.deepEqual(sums([[0], []], [0, 7]), [[0, 0], [0, 0], [0, 0], [0, 0, 0, 0]]);
});

test('a frame without a key counts towards nothing, its callers do', () => {
  assert.deepEqual(sums([[2, 1]], [3]), [[0, 0], [0, 3], [0, 1], [0, 1, 1, 0]]);
});
