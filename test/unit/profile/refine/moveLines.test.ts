import assert from 'node:assert/strict';
import test from 'node:test';
import { lineCosts } from '../../../shared/inOneStep';
import { type MovedFile, moveLines } from '../../../../src/profile/refine/moveLines';
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

test('a deleted line has a place: the line above it now, plus 1', () => {
  const placesOf = (moved: MovedFile) => {
    const { line, removedAt } = moveLines(profile, [moved]).lines;
    return [...line].map((at, row) => `${profile.lines.line[row]} ${at === 0 ? `below ${removedAt![row]! - 1}` : `is ${at}`}`);
  };
  const kept = { from: 1, to: 11, count: 3 };
  assert.deepEqual(placesOf({ file: 'a.go', moves: [kept] }), ['2 is 12', '5 below 13', '2 is 2', '6 below 13']);
  const last = { from: 6, to: 1, count: 9 };
  assert.deepEqual(placesOf({ file: 'a.go', moves: [last] }), ['2 below 0', '5 below 0', '2 is 2', '6 is 1']);
  assert.equal(moveLines(profile, [{ file: 'a.go', moves: [{ ...kept, count: 99 }] }]).lines.removedAt, undefined);
});

test('a deleted line of a function that is in another file now has no place', () => {
  const functions = [{ name: 'g', from: 4, count: 3, toFile: 'b.go', to: 31, toCount: 2, moves: [{ from: 4, to: 31, count: 2 }] }];
  const { line, removedAt } = moveLines(profile, [{ file: 'a.go', moves: [{ from: 1, to: 1, count: 3 }], functions }]).lines;
  assert.deepEqual([[...line], removedAt], [[2, 32, 2, 0], undefined]);
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
