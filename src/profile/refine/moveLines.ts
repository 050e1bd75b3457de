import type { Profile } from '../model';

/** Lines that stand elsewhere in another state of their file: so many from `from` on stand from `to` on. 1-based. */
export interface LineMove {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** They are not the same lines: those gave way to these. */
  readonly changed?: true;
}

/** Where the lines of a file have gone. Lines that no move names are gone. */
export interface MovedFile {
  /** As the profile names it. */
  readonly file: string;
  /** Ascending by `from`, without overlap. */
  readonly moves: readonly LineMove[];
}

/**
 * The profile as if it had been taken of another state of its sources: lines, and those where functions start, are
 * those of that state; 0 (unknown) where they are not in it.
 *
 *     a.go as it was   a.go by now   moves
 *     1 f()            1 // new
 *     2 g()            2 f()         1 → 2
 *     3 h()            3 h()         3 → 3       line 2 becomes 0
 */
export function moveLines(profile: Profile, files: readonly MovedFile[]): Profile {
  if (files.length === 0) return profile;
  const { functions, lines, strings } = profile;
  const movesOf = new Map(files.map(({ file, moves }) => [file, moves]));
  const ofFunction = Array.from(functions.filename, (name) => movesOf.get(strings.get(name)));
  const startLine = functions.startLine.map((line, row) => moved(line, ofFunction[row]));
  // A line without a function is in no file.
  const line = lines.line.map((at, row) => moved(at, ofFunction[lines.function[row]]));
  return { ...profile, functions: { ...functions, startLine }, lines: { ...lines, line } };
}

function moved(line: number, moves: readonly LineMove[] | undefined): number {
  if (!moves || line === 0) return line;
  let low = 0;
  let high = moves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle].from <= line) low = middle + 1;
    else high = middle;
  }
  const move = moves[low - 1];
  return move && line < move.from + move.count ? move.to + line - move.from : 0;
}
