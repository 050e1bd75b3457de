import type { LineMove, MovedFile, MovedFunction } from '../../profile/refine/moveLines';
import { packagesIn } from './codeLine';
import { lineMapFromTexts } from './matchLines';
import { splitLines } from '../../profile/common/textLines';
import type { LineMap } from './lineMap';
import { type FunctionElsewhere, functionsElsewhere, type Lines } from './functionsElsewhere';

/** Texts of sources, by absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** The last result for each map of paths, cached because comparing many texts is slow. */
const lastResults = new WeakMap<object, { readonly states: readonly unknown[]; readonly moved: MovedFile[] }>();

/**
 * Finds the current lines of each file whose text differs between `before` and `now`, or whose functions are in another
 * file now. Callers may add files to `before` and `now`, but never change a text in them.
 * @param paths absolute paths, by file name in the profile
 */
export function movedFiles(paths: ReadonlyMap<string, string>, before: Texts, now: Texts): readonly MovedFile[] {
  const states = [before, before.size, now, now.size];
  const last = lastResults.get(paths);
  if (last && states.every((state, i) => state === last.states[i])) return last.moved;
  const moved = [...paths].flatMap(([file, path]): MovedFile[] => {
    const [old, text] = [before.get(path), now.get(path)];
    if (old === undefined || old === text) return [];
    const elsewhere = functionsElsewhere(path, before, now);
    if (text === undefined && elsewhere.length === 0) return [];
    const moves = text === undefined ? [] : movesOf(lineMapFromTexts(old, text));
    if (elsewhere.length === 0) return [{ file, moves }];
    const functions = elsewhere.map((each) => movedFunction(each, old, now.get(each.now.path)!, { file, path }));
    return [{ file, moves: withoutFunctions(moves, functions), functions }];
  });
  lastResults.set(paths, { states, moved });
  return moved;
}

/** @param of the file that contained the function before */
function movedFunction(
  { name, before, now }: FunctionElsewhere,
  old: string,
  text: string,
  of: { readonly file: string; readonly path: string },
): MovedFunction {
  const [count, toCount] = [before, now].map(({ start, end }) => end - start + 1);
  const packages = new Set([old, text].flatMap((each) => [...packagesIn(splitLines(each))]));
  const map = lineMapFromTexts(textOf(old, before), textOf(text, now), packages);
  const moves = movesOf(map).filter(({ from }) => from <= count).map((move) => ({
    ...move,
    from: move.from + before.start - 1,
    to: move.to + now.start - 1,
    count: Math.min(move.count, count + 1 - move.from),
  }));
  // The paths of a package's files differ only in the base name.
  const toFile = of.file.slice(0, of.file.length - baseOf(of.path).length) + baseOf(now.path);
  return { name, from: before.start, count, toFile, to: now.start, toCount, moves };
}

function textOf(text: string, { start, end }: Lines): string {
  return text.split('\n').slice(start - 1, end).join('\n');
}

function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The moves without the lines of these functions. */
function withoutFunctions(moves: readonly LineMove[], functions: readonly MovedFunction[]): LineMove[] {
  return functions.reduce((left: LineMove[], { from: start, count }) => left.flatMap((move) => {
    const [from, end] = [move.from, move.from + move.count];
    const parts = [[from, Math.min(end, start)], [Math.max(from, start + count), end]];
    return parts.flatMap(([first, last]) => {
      return first < last ? [{ ...move, from: first, to: move.to + first - from, count: last - first }] : [];
    });
  }), [...moves]);
}

/** The moves of lines that are in both texts, ascending by `from`. */
function movesOf(map: LineMap): LineMove[] {
  const moves = map.runsBetween(1, Infinity).map(({ captured, current, length, edited }): LineMove => {
    return { from: captured, to: current, count: length, ...(edited && { changed: true }) };
  });
  return moves.sort((a, b) => a.from - b.from);
}
