import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineMap } from '../../../src/source/lineMap';

test('of a deleted line, the one before it that still stands is the nearest', () => {
  const map = LineMap.unchanged.edit([
    { startLine: 1, removedLines: 1, insertedLines: 0, editedLines: 0 },
    { startLine: 4, removedLines: 2, insertedLines: 0, editedLines: 0 },
    { startLine: 8, removedLines: 0, insertedLines: 3, editedLines: 0 },
  ]);
  const places = [1, 2, 3, 4, 5, 6, 7, 8].map((line) => map.nearestCurrent(line));
  assert.deepEqual(places, [1, 1, 2, 2, 2, 3, 4, 8]);
});
