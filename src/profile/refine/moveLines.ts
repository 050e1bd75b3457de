import type { FunctionColumns, Profile, StringTable } from '../model';
import { withStrings } from '../strings';

/** A block of `count` lines that moved from line `from` to line `to` in another version of the file. 1-based. */
export interface LineMove {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The lines at `to` replace those at `from`, with other text. */
  readonly changed?: true;
}

/** A function that is in another file now. */
export interface MovedFunction {
  /** As in the source: `Parse`, `Reader.Read`. */
  readonly name: string;
  /** Its first line before, and the number of its lines. */
  readonly from: number;
  readonly count: number;
  /** Its file now, as named in the profile, with its first line and the number of its lines there. */
  readonly toFile: string;
  readonly to: number;
  readonly toCount: number;
  /** The moves of its lines; lines in no move were deleted. */
  readonly moves: readonly LineMove[];
}

/** The moved lines of a file. Lines in no move were deleted. */
export interface MovedFile {
  /** As named in the profile. */
  readonly file: string;
  /** Ascending by `from`, without overlap. */
  readonly moves: readonly LineMove[];
  /** Functions that are in another file now. The file's `moves` have none of their lines. */
  readonly functions?: readonly MovedFunction[];
}

/**
 * Translates line numbers and start lines of functions to another version of the sources; 0 (unknown) for deleted
 * lines, with their place in `removedAt`.
 *
 *     a.go before      a.go after    moves
 *     1 f()            1 // new
 *     2 g()            2 f()         1 → 2
 *     3 h()            3 h()         3 → 3       line 2 becomes 0, removed below line 2
 *
 * A function that is in another file now is assigned to that file if the profile has its start line.
 */
export function moveLines(profile: Profile, files: readonly MovedFile[]): Profile {
  if (files.length === 0) return profile;
  const { functions, lines, strings } = profile;
  const movedOf = new Map(files.map((file) => [file.file, file]));
  const moveOfFunction = Array.from(functions.filename, (name, row): MovedFile | MovedFunction | undefined => {
    const file = movedOf.get(strings.get(name));
    return file?.functions?.find((candidate) => isWithin(functions.startLine[row], candidate)) ?? file;
  });
  const startLine = functions.startLine.map((line, row) => movedLine(line, moveOfFunction[row]?.moves));
  // A line without a function is in no file.
  const line = lines.line.map((at, row) => movedLine(at, moveOfFunction[lines.function[row]]?.moves));
  const toFile = moveOfFunction.map((move) => (move && 'toFile' in move ? move.toFile : undefined));
  const removedAt = Uint32Array.from(lines.line, (at, row) => removedPlace(at, moveOfFunction[lines.function[row]]));
  const renamed = withFilesRenamed(profile, toFile);
  return {
    ...profile,
    strings: renamed.strings,
    functions: { ...functions, filename: renamed.filename, startLine },
    lines: { ...lines, line, ...(removedAt.some(Boolean) && { removedAt }) },
  };
}

function isWithin(line: number, { from, count }: { readonly from: number; readonly count: number }): boolean {
  return line >= from && line < from + count;
}

/** @param files the new file of each function; undefined if it stays in its file */
export function withFilesRenamed(
  { functions: { filename }, strings }: Profile,
  files: readonly (string | undefined)[],
): Pick<FunctionColumns, 'filename'> & { readonly strings: StringTable } {
  const newFiles = new Set(files.filter((file) => file !== undefined));
  if (newFiles.size === 0) return { filename, strings };
  // A second index for the same name would be a second file.
  const indexes = new Map([...new Set(filename)].map((index) => [strings.get(index), index]));
  const added = [...newFiles].filter((file) => !indexes.has(file));
  added.forEach((file, i) => indexes.set(file, strings.length + i));
  return {
    filename: filename.map((index, row) => indexes.get(files[row] ?? '') ?? index),
    strings: withStrings(strings, added),
  };
}

function movedLine(line: number, moves: readonly LineMove[] | undefined): number {
  if (!moves || line === 0) return line;
  const move = lastMove(line, moves);
  return move && isWithin(line, move) ? move.to + line - move.from : 0;
}

/** The entry of `removedAt` for a line. Lines of functions that are in another file now have no place. */
function removedPlace(line: number, move: MovedFile | MovedFunction | undefined): number {
  if (!move || 'toFile' in move || line === 0) return 0;
  const last = lastMove(line, move.moves);
  if (last && isWithin(line, last)) return 0;
  return last ? last.to + last.count : 1;
}

/** The last move that starts at or before a line. */
function lastMove(line: number, moves: readonly LineMove[]): LineMove | undefined {
  let low = 0;
  let high = moves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle].from <= line) low = middle + 1;
    else high = middle;
  }
  return moves[low - 1];
}
