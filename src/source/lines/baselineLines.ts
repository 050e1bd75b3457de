import type { LineMove, MovedFile } from '../../profile/refine/moveLines';
import { lineMapFromTexts } from './lineDiff';
import type { LineMap, LineRun } from './lineMap';

/** Texts of sources, by absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** The last result by its paths: comparing many texts is slow. */
const known = new WeakMap<object, { readonly states: readonly unknown[]; readonly moved: MovedFile[] }>();

/**
 * Where the lines are now of each file whose text differs between `before` and `now`. Both may gain files; a text in
 * them never changes.
 * @param paths absolute paths, by file name in the profile
 */
export function movedFiles(paths: ReadonlyMap<string, string>, before: Texts, now: Texts): readonly MovedFile[] {
  const states = [before, before.size, now, now.size];
  const last = known.get(paths);
  if (last && states.every((state, i) => state === last.states[i])) return last.moved;
  const moved = [...paths].flatMap(([file, path]): MovedFile[] => {
    const [old, text] = [before.get(path), now.get(path)];
    if (old === undefined || text === undefined || old === text) return [];
    return [{ file, moves: movesOf(lineMapFromTexts(old, text)) }];
  });
  known.set(paths, { states, moved });
  return moved;
}

/**
 * Replaced lines are paired one to one; if more were removed than added, the surplus lines all map to the last added
 * line. Removed lines without a replacement are left out.
 */
function movesOf(map: LineMap): LineMove[] {
  const moves: LineMove[] = [];
  const runs = map.runsBetween(1, Infinity);
  const moved = runs.filter((run) => run.moved);
  let [old, now] = [1, 1];
  for (const { captured, current, length, edited, moved: isElsewhere } of runs) {
    const move = { from: captured, to: current, count: length };
    moves.push(edited ? { ...move, changed: true } : move);
    if (isElsewhere) continue;
    const removed = without({ from: old, to: captured }, moved, 'captured');
    const added = without({ from: now, to: current }, moved, 'current');
    moves.push(...replaced(removed, added));
    [old, now] = [captured + length, current + length];
  }
  return moves.sort((a, b) => a.from - b.from);
}

/** The lines [from, to). */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What is left of a gap without the lines of the runs. */
function without(gap: Gap, runs: readonly LineRun[], side: 'captured' | 'current'): Gap[] {
  let gaps = [gap];
  for (const run of runs) {
    gaps = gaps.flatMap(({ from, to }) => {
      const [start, end] = [Math.max(from, run[side]), Math.min(to, run[side] + run.length)];
      return start < end ? [{ from, to: start }, { from: end, to }] : [{ from, to }];
    });
  }
  return gaps.filter(({ from, to }) => from < to);
}

function replaced(old: readonly Gap[], now: readonly Gap[]): LineMove[] {
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
