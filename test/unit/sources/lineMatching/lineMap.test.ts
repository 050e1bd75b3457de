import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRestored } from '../../../../src/sources/lineMatching/lineEdits';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';

test('the nearest line to a deleted line is the remaining line above it', () => {
  const map = LineMap.unchanged.edit([
    { startLine: 1, removedLines: 1, insertedLines: 0, editedLines: 0 },
    { startLine: 4, removedLines: 2, insertedLines: 0, editedLines: 0 },
    { startLine: 8, removedLines: 0, insertedLines: 3, editedLines: 0 },
  ]);
  const lines = [1, 2, 3, 4, 5, 6, 7, 8].map((line) => map.nearestCurrent(line));
  assert.deepEqual(lines, [1, 1, 2, 2, 2, 3, 4, 8]);
});

test('the place of a line says whether it was edited or deleted', () => {
  const map = LineMap.unchanged.edit([
    { startLine: 1, removedLines: 1, insertedLines: 1, editedLines: 1 },
    { startLine: 3, removedLines: 1, insertedLines: 0, editedLines: 0 },
  ]);
  const places = [1, 2, 3, 4].map((line) => map.placeOf(line));
  assert.deepEqual(places.map(({ line, state }) => `${line} ${state}`), ['1 edited', '2 same', '2 removed', '3 same']);
});

test('runsBetween returns the captured runs of a current range, cut off at its ends', () => {
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

test('a text is restored when every line is as captured, and only edited lines are compared', () => {
  const captured = Array.from({ length: 1000 }, (_, i) => `line ${i + 1}`);
  const withChangedLine = (line: number) => captured.map((text, i) => (i === line - 1 ? 'other' : text));
  const edited = LineMap.unchanged.edit([{ startLine: 500, removedLines: 1, insertedLines: 1, editedLines: 1 }]);
  const compared: number[] = [];
  const readerOf = (lines: readonly string[]) => (line: number) => {
    compared.push(line);
    return lines[line - 1];
  };
  assert.equal(isRestored(captured, edited, 1000, readerOf(captured)), true);
  assert.deepEqual(compared, [500]);
  assert.equal(isRestored(captured, edited, 1000, readerOf(withChangedLine(500))), false);
  const shorter = edited.edit([{ startLine: 200, removedLines: 1, insertedLines: 0, editedLines: 0 }]);
  assert.equal(isRestored(captured, shorter, 999, readerOf(captured)), false);
  const restored = shorter.edit([{ startLine: 200, removedLines: 0, insertedLines: 1, editedLines: 0 }]);
  assert.equal(isRestored(captured, restored, 1000, readerOf(captured)), true);
  assert.equal(isRestored(captured, restored, 1000, readerOf(withChangedLine(200))), false);
  const atEnd = LineMap.unchanged.edit([{ startLine: 1000, removedLines: 1, insertedLines: 1, editedLines: 0 }]);
  assert.equal(isRestored(captured, atEnd, 1000, readerOf(withChangedLine(1000))), false);
});
