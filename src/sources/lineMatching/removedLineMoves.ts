import type { LineMove, MovedFile } from '../../profile/refine/moveLines';

/**
 * Maps each removed line to the line after the nearest remaining line above it, or to line 1 if there is none. Does not
 * map other lines, or lines of functions that are now in another file.
 *
 *     a.go before   a.go after   moves
 *     1 f()         1 f()
 *     2 g()                      2 → 2: it was below line 1
 *     3 h()         2 h()
 */
export function removedLineMoves(files: readonly MovedFile[]): MovedFile[] {
  return files.flatMap(({ file, moves, functions = [] }): MovedFile[] => {
    const isElsewhere = (line: number) => functions.some(({ from, count }) => line >= from && line < from + count);
    const removed = removedBetween(moves).filter(({ from }) => !isElsewhere(from));
    return removed.length > 0 ? [{ file, moves: removed }] : [];
  });
}

function removedBetween(moves: readonly LineMove[]): LineMove[] {
  const removed: LineMove[] = [];
  let [next, above] = [1, 0];
  for (const { from, to, count } of moves) {
    for (; next < from; next++) removed.push({ from: next, to: above + 1, count: 1 });
    next = from + count;
    above = to + count - 1;
  }
  return removed;
}
