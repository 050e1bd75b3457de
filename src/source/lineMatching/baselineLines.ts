import type { LineMove, MovedFile, MovedFunction } from '../../profile/refine/moveLines';
import { lineMapFromTexts } from './matchLines';
import type { LineMap, LineRun } from './lineMap';
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
  const moves = movesOf(lineMapFromTexts(textOf(old, before), textOf(text, now))).map((move) => ({
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
  const functionRuns = functions.map(({ from, count }) => ({ captured: from, current: 0, length: count }));
  return moves.flatMap((move) => {
    const outside = subtractRuns({ from: move.from, to: move.from + move.count }, functionRuns, 'captured');
    return outside.map(({ from, to }): LineMove => {
      return { ...move, from, to: move.to + from - move.from, count: to - from };
    });
  });
}

/**
 * The moves of lines that are in both texts, and of replaced lines, which are paired one to one: if more lines were
 * removed than added, the surplus lines map to the last added line. Skips removed lines without a replacement.
 */
function movesOf(map: LineMap): LineMove[] {
  const moves: LineMove[] = [];
  const runs = map.runsBetween(1, Infinity);
  const moved = runs.filter((run) => run.moved);
  let [old, now] = [1, 1];
  for (const { captured, current, length, edited, moved: isMoved } of runs) {
    const move = { from: captured, to: current, count: length };
    moves.push(edited ? { ...move, changed: true } : move);
    if (isMoved) continue;
    const removed = subtractRuns({ from: old, to: captured }, moved, 'captured');
    const added = subtractRuns({ from: now, to: current }, moved, 'current');
    moves.push(...replacementMoves(removed, added));
    [old, now] = [captured + length, current + length];
  }
  return moves.sort((a, b) => a.from - b.from);
}

/** The lines [from, to). */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The lines of a gap that are not in the runs. */
function subtractRuns(
  gap: Gap,
  runs: readonly Pick<LineRun, 'captured' | 'current' | 'length'>[],
  side: 'captured' | 'current',
): Gap[] {
  let gaps = [gap];
  for (const run of runs) {
    gaps = gaps.flatMap(({ from, to }) => {
      const [start, end] = [Math.max(from, run[side]), Math.min(to, run[side] + run.length)];
      return start < end ? [{ from, to: start }, { from: end, to }] : [{ from, to }];
    });
  }
  return gaps.filter(({ from, to }) => from < to);
}

function replacementMoves(old: readonly Gap[], now: readonly Gap[]): LineMove[] {
  const [removed, added] = [old, now].map((gaps) => gaps.flatMap(({ from, to }) => {
    return Array.from({ length: to - from }, (_, i) => from + i);
  }));
  if (removed.length === 0 || added.length === 0) return [];
  const moves: LineMove[] = [];
  removed.forEach((from, i) => {
    const to = added[Math.min(i, added.length - 1)];
    const last = moves.at(-1);
    const isNext = last && from === last.from + last.count && to === last.to + last.count;
    if (isNext) moves[moves.length - 1] = { ...last, count: last.count + 1 };
    else moves.push({ from, to, count: 1, changed: true });
  });
  return moves;
}
