import type { Profile } from '../model';

/** A block of `count` lines that moved from line `from` to line `to` in another version of the file. 1-based. */
export interface LineMove {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The lines at `to` replace those at `from`, with other text. */
  readonly changed?: true;
}

/** The moved lines of a file. Lines in no move were deleted. */
export interface MovedFile {
  /** As named in the profile. */
  readonly file: string;
  /** Ascending by `from`, without overlap. */
  readonly moves: readonly LineMove[];
}

/**
 * Translates line numbers and start lines of functions to another version of the sources; 0 (unknown) for deleted
 * lines.
 *
 *     a.go before      a.go after    moves
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
