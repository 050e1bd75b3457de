import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRestored } from '../../../../src/source/lines/restoredText';
import { LineMap } from '../../../../src/source/lines/lineMap';

test('the nearest line to a deleted one is the line above it that still exists', () => {
  const map = LineMap.unchanged.edit([
    { startLine: 1, removedLines: 1, insertedLines: 0, editedLines: 0 },
    { startLine: 4, removedLines: 2, insertedLines: 0, editedLines: 0 },
    { startLine: 8, removedLines: 0, insertedLines: 3, editedLines: 0 },
  ]);
  const places = [1, 2, 3, 4, 5, 6, 7, 8].map((line) => map.nearestCurrent(line));
  assert.deepEqual(places, [1, 1, 2, 2, 2, 3, 4, 8]);
});

test('a range of the current text gives its captured ranges, cut at its ends', () => {
  const map = LineMap.unchanged.edit([
    { startLine: 3, removedLines: 0, insertedLines: 2, editedLines: 0 },
    { startLine: 6, removedLines: 1, insertedLines: 1, editedLines: 1 },
    { startLine: 8, removedLines: 1, insertedLines: 0, editedLines: 0 },
  ]);
  assert.deepEqual(map.runsBetween(2, 12), [
    { captured: 2, current: 2, length: 1, edited: false },
    { captured: 3, current: 5, length: 3, edited: false },
    { captured: 6, current: 8, length: 1, edited: true },
    { captured: 7, current: 9, length: 1, edited: false },
    { captured: 9, current: 10, length: 2, edited: false },
  ]);
  assert.deepEqual(map.runsBetween(3, 5), []);
  assert.deepEqual(map.runsBetween(6, 7), [{ captured: 4, current: 6, length: 1, edited: false }]);
});

test('a text is as captured once every line is back, and only edited places are compared', () => {
  const captured = Array.from({ length: 1000 }, (_, i) => `line ${i + 1}`);
  const other = (line: number) => captured.map((text, i) => (i === line - 1 ? 'other' : text));
  const typed = LineMap.unchanged.edit([{ startLine: 500, removedLines: 1, insertedLines: 1, editedLines: 1 }]);
  const seen: number[] = [];
  const reading = (lines: readonly string[]) => (line: number) => {
    seen.push(line);
    return lines[line - 1];
  };
  assert.equal(isRestored(captured, typed, 1000, reading(captured)), true);
  assert.deepEqual(seen, [500]);
  assert.equal(isRestored(captured, typed, 1000, reading(other(500))), false);
  const taken = typed.edit([{ startLine: 200, removedLines: 1, insertedLines: 0, editedLines: 0 }]);
  assert.equal(isRestored(captured, taken, 999, reading(captured)), false);
  const putBack = taken.edit([{ startLine: 200, removedLines: 0, insertedLines: 1, editedLines: 0 }]);
  assert.equal(isRestored(captured, putBack, 1000, reading(captured)), true);
  assert.equal(isRestored(captured, putBack, 1000, reading(other(200))), false);
  const atEnd = LineMap.unchanged.edit([{ startLine: 1000, removedLines: 1, insertedLines: 1, editedLines: 0 }]);
  assert.equal(isRestored(captured, atEnd, 1000, reading(other(1000))), false);
});
