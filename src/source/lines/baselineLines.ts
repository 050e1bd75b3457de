import type { LineMove, MovedFile } from '../../profile/refine/moveLines';
import { lineMapFromTexts } from './lineDiff';
import type { LineMap } from './lineMap';

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
  let [old, now] = [1, 1];
  for (const { captured, current, length, edited } of map.runsBetween(1, Infinity)) {
    moves.push(...replaced({ from: old, to: captured }, { from: now, to: current }));
    const move = { from: captured, to: current, count: length };
    moves.push(edited ? { ...move, changed: true } : move);
    [old, now] = [captured + length, current + length];
  }
  return moves;
}

/** The lines [from, to). */
interface Gap {
  readonly from: number;
  readonly to: number;
}

function replaced(old: Gap, now: Gap): LineMove[] {
  const [removed, added] = [old.to - old.from, now.to - now.from];
  if (removed <= 0 || added <= 0) return [];
  const pairs = Math.min(removed, added);
  const rest = Array.from({ length: removed - pairs }, (_, i): LineMove => {
    return { from: old.from + pairs + i, to: now.to - 1, count: 1, changed: true };
  });
  return [{ from: old.from, to: now.from, count: pairs, changed: true }, ...rest];
}
