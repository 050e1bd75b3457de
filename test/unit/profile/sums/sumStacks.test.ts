import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE } from '../../../../src/profile/model';
import { pairsOf } from '../../../../src/profile/sums/notedColumns';
import { sumStacks, sumStacksInSteps } from '../../../../src/profile/sums/sumStacks';

/** Locations 0 to 2 have one frame each: key 0, key 1 and no key. Location 3 has key 1 inlined into key 0. */
const FRAMES = { offsets: Uint32Array.of(0, 1, 2, 3, 5), keys: Uint32Array.of(0, 1, NONE, 1, 0), count: 2 };

function sums(stacks: readonly number[][], values: readonly number[]) {
  return sumsOfTypes(stacks, [values])[0];
}

/** Flat, cum, samples and seen locations of each column of values. */
function sumsOfTypes(stacks: readonly number[][], columns: readonly (readonly number[])[]) {
  const offsets = Uint32Array.from([0, ...stacks.map((_, i) => stacks.slice(0, i + 1).flat().length)]);
  const locations = Uint32Array.from(stacks.flat());
  const values = columns.map((column) => Float64Array.from(column));
  return sumStacks({ offsets, locations }, values, FRAMES).map(({ flat, cum, samples, seenLocation }) =>
    [flat, cum, samples, seenLocation].map((column) => [...column]));
}

test('a sample counts once for a recurring key, and flat goes to the leaf', () => {
  assert.deepEqual(sums([[0, 1, 0]], [5]), [[5, 0], [5, 5], [1, 1], [1, 1, 0, 0]]);
});

test('flat goes to the innermost frame of the leaf', () => {
  assert.deepEqual(sums([[3, 0]], [2]), [[0, 2], [2, 2], [1, 1], [1, 0, 0, 1]]);
});

test('samples with value 0 and empty stacks do not count', () => {
  assert.deepEqual(sums([[0], []], [0, 7]), [[0, 0], [0, 0], [0, 0], [0, 0, 0, 0]]);
});

test('a frame without a key is not summed, but its callers are', () => {
  assert.deepEqual(sums([[2, 1]], [3]), [[0, 0], [0, 3], [0, 1], [0, 1, 1, 0]]);
});

test('adjacent columns with zeros in the same samples are summed in pairs, and other columns alone', () => {
  const stacks = [[0, 1], [1], [2, 1]];
  const columns = [[1, 0, 4], [10, 0, 40], [0, 2, 0], [7, 7, 7]];
  assert.deepEqual(pairsOf(columns.map((column) => Float64Array.from(column))), [[0, 1], [2], [3]]);
  assert.deepEqual(sumsOfTypes(stacks, columns), [
    [[1, 0], [1, 5], [1, 2], [1, 1, 1, 0]],
    [[10, 0], [10, 50], [1, 2], [1, 1, 1, 0]],
    [[0, 2], [0, 2], [0, 1], [0, 1, 0, 0]],
    [[7, 7], [7, 21], [1, 3], [1, 1, 1, 0]],
  ]);
});

test('a sum over many samples is computed in several steps', () => {
  const count = 200_000;
  const stacks = { offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i), locations: new Uint32Array(count) };
  const steps = sumStacksInSteps(stacks, [new Float64Array(count).fill(1)], FRAMES);
  let stepCount = 0;
  let result = steps.next();
  for (; !result.done; result = steps.next()) stepCount++;
  assert.ok(stepCount > 2, `${stepCount} steps`);
  assert.deepEqual([...result.value[0]!.cum], [count, 0]);
});
