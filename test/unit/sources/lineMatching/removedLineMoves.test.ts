import assert from 'node:assert/strict';
import test from 'node:test';
import { removedLineMoves } from '../../../../src/sources/lineMatching/removedLineMoves';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';

/** Each deleted line, and the current number of the nearest remaining line above it; 0 if there is none. */
function goneAfter(before: string, now: string): [number, number][] {
  const paths = new Map([['a.go', '/a.go']]);
  const moved = movedFiles(paths, new Map([['/a.go', before]]), new Map([['/a.go', now]]));
  return removedLineMoves(moved).flatMap(({ moves }) => moves.map(({ from, to }): [number, number] => [from, to - 1]));
}

test('a deleted line is placed after the nearest remaining line above it', () => {
  assert.deepEqual(goneAfter('a\nb\nc\nd', 'new\na\nd'), [[2, 2], [3, 2]]);
});

test('lines at the start and at the end of a file can be deleted too', () => {
  assert.deepEqual(goneAfter('a\nb\nc', 'b'), [[1, 0], [3, 1]]);
});

test('edited lines are not deleted, and a file without deleted lines is left out', () => {
  assert.deepEqual(goneAfter('a\nx := 1\nz', 'a\nx := 2\nz'), []);
  assert.deepEqual(goneAfter('a\nold\nolder\nz', 'a\nx\nz'), [[2, 1], [3, 1]]);
  assert.deepEqual(removedLineMoves([{ file: 'a.go', moves: [{ from: 1, to: 1, count: Infinity }] }]), []);
});

test('lines of a function that moved to another file are not deleted', () => {
  const functions = [{ name: 'f', from: 2, count: 2, toFile: 'b.go', to: 1, toCount: 2, moves: [] }];
  const gone = removedLineMoves([{ file: 'a.go', moves: [{ from: 1, to: 1, count: 1 }, { from: 5, to: 2, count: 1 }], functions }]);
  assert.deepEqual(gone, [{ file: 'a.go', moves: [{ from: 4, to: 2, count: 1 }] }]);
});
