import assert from 'node:assert/strict';
import test from 'node:test';
import { lineCosts } from '../../../../src/profile/lines/lineCosts';
import { moveLines, type MovedFile } from '../../../../src/profile/refine/moveLines';
import { profileOf } from '../../../shared/profileFromText';

const profile = profileOf('1 | f@1 a.go:2 ^ g@4 a.go:5 < main@1 b.go:2\n2 | g@4 a.go:6 < main@1 b.go:2');

/** Each line of a file with its cum, after the moves. */
function linesOf(moved: readonly MovedFile[], file = 'a.go'): [number, number][] {
  const { lines, cum } = lineCosts(moveLines(profile, moved), 0).fileCosts(file);
  return [...lines].map((line, i) => [line, cum[i]!]);
}

test('lines move, even those of inlined frames, and other files do not change', () => {
  const moved = [{ file: 'a.go', moves: [{ from: 1, to: 11, count: 3 }, { from: 4, to: 24, count: Infinity }] }];
  assert.deepEqual(linesOf(moved), [[12, 1], [25, 1], [26, 2]]);
  assert.deepEqual(linesOf(moved, 'b.go'), [[2, 3]]);
  const { functions } = lineCosts(moveLines(profile, moved), 0).fileCosts('a.go');
  assert.deepEqual(functions.map(({ name, startLine }) => [name, startLine]), [['f', 11], ['g', 24]]);
});

test('a deleted line has no cost, but its function is still listed', () => {
  const moved = [{ file: 'a.go', moves: [{ from: 1, to: 1, count: 5 }] }];
  assert.deepEqual(linesOf(moved), [[2, 1], [5, 1]]);
  const { functions } = lineCosts(moveLines(profile, moved), 0).fileCosts('a.go');
  assert.deepEqual(functions.map(({ name }) => name), ['f', 'g']);
});

test('a line that several lines moved to has their cost, with each sample counted once', () => {
  const moved = [{ file: 'a.go', moves: [{ from: 2, to: 7, count: 1 }, { from: 5, to: 7, count: 1 }] }];
  assert.deepEqual(linesOf(moved), [[7, 1]]);
});

test('the original profile does not change', () => {
  linesOf([{ file: 'a.go', moves: [] }]);
  assert.deepEqual(linesOf([]), [[2, 1], [5, 1], [6, 2]]);
  assert.equal(moveLines(profile, []), profile);
});

test('a function that moved to another file has its lines there, whether or not the profile has that file', () => {
  for (const toFile of ['b.go', 'new.go']) {
    const moves = [{ from: 1, to: 31, count: 3 }];
    const functions = [{ name: 'f', from: 1, count: 3, toFile, to: 31, toCount: 3, moves }];
    const moved = [{ file: 'a.go', moves: [{ from: 4, to: 4, count: 9 }], functions }];
    const existing = toFile === 'b.go' ? [[2, 3]] : [];
    assert.deepEqual(linesOf(moved, toFile), [...existing, [32, 1]]);
    assert.deepEqual(linesOf(moved), [[5, 1], [6, 2]]);
  }
});
