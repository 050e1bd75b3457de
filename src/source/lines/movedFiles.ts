import type { LineMove, MovedFile } from '../../profile/refine/moveLines';
import { lineMapFromTexts } from './lineDiff';
import type { LineMap } from './lineMap';

/** Texts of sources, by absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** The last answer, by the paths asked for: comparing many texts takes its time. */
const known = new WeakMap<object, { readonly states: readonly unknown[]; readonly moved: MovedFile[] }>();

/**
 * Where the lines of a profile's files stand in another state of the sources; of files that both states have, and that
 * differ. A state may grow, but its texts stay what they are.
 * @param paths of the profile's files, by the names that the profile has for them
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
 * The way of lines that live on, and of lines that gave way to others: what came in their place is what they are
 * compared with, one after the other, the last with all that are left. Lines that nothing came in place of are gone.
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

/** Lines from the first up to, without, the other. */
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
