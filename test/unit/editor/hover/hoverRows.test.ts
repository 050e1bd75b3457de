import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOfRows, shownTypes } from '../../../../src/editor/hover/hoverRows';
import type { LineDetail } from '../../../../src/profile/answers/lines';

function values(...types: readonly (readonly [type: string, unit: string, cum: number])[]): LineDetail['values'] {
  return types.map(([type, unit, cum]) => ({ sampleType: { type, unit }, flat: 0, cum, total: 9 }));
}

const COUNTED = values(['samples', 'count', 3], ['cpu', 'nanoseconds', 30]);
const HEAP = values(['alloc_objects', 'count', 2], ['alloc_space', 'bytes', 64], ['inuse_space', 'bytes', 0]);

test('the shown sample type comes first, and other types without costs are left out', () => {
  assert.deepEqual(shownTypes(HEAP, 1), [1, 0]);
  assert.deepEqual(shownTypes(HEAP, 2), [2, 0, 1]);
});

test('the sample count has no row, unless it is the shown sample type', () => {
  assert.deepEqual(shownTypes(COUNTED, 1), [1]);
  assert.deepEqual(shownTypes(COUNTED, 0), [0, 1]);
});

test('in a comparison, a sample type is shown if either profile has costs', () => {
  const delta = values(['alloc_space', 'bytes', 5], ['inuse_space', 'bytes', 0]);
  assert.deepEqual(shownTypes(delta, 0, values(['alloc_space', 'bytes', 5], ['inuse_space', 'bytes', 7])), [0, 1]);
  assert.deepEqual(shownTypes(delta, 0, undefined), [0]);
});

test('memory in use, which means nothing in a difference between two moments, is left out unless it is shown', () => {
  const heap = values(['alloc_space', 'bytes', 64], ['inuse_objects', 'count', 1], ['inuse_space', 'bytes', 32]);
  const sampleTypes = heap.map(({ sampleType }) => sampleType);
  const measured = (durationNanos: number) => ({ sampleTypes, durationNanos });
  assert.deepEqual(shownTypes(heap, 0, undefined, measured(5e9)), [0]);
  assert.deepEqual(shownTypes(heap, 2, undefined, measured(5e9)), [2, 0]);
  assert.deepEqual(shownTypes(heap, 0, undefined, measured(0)), [0, 1, 2]);
});

test('rows of a moment are named by it, unless the columns of a comparison are', () => {
  assert.deepEqual([labelOfRows('heap, 55.0 s', false), labelOfRows('heap, 55.0 s', true)], ['heap, 55.0 s', 'heap']);
});
