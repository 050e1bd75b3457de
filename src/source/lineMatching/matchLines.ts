import { diffArrays } from 'diff';
import { LineMap, type LineEdit } from './lineMap';
import { type MovedBlock, movedBlocks } from './movedBlocks';
import { similarLines } from './similarLines';
import { splitLines } from './splitLines';

/** With more differing lines, Myers' algorithm is too slow, because its cost is quadratic. */
const MAX_EDITS = 200;

/**
 * Compares the captured text of a file with its current text. Lines that differ only in surrounding white space are
 * equal. Finds blocks of lines that were moved within the file. Takes bounded time: texts that differ in very many
 * lines are aligned by the lines that occur once in both.
 */
export function lineMapFromTexts(captured: string, now: string): LineMap {
  if (captured === now) return LineMap.unchanged;
  return lineMapFromLines(splitLines(captured), splitLines(now));
}

/** Like `lineMapFromTexts`, for the lines of both texts. */
export function lineMapFromLines(before: readonly string[], after: readonly string[]): LineMap {
  const hunks = withoutSharedEnds(before, after, (old, fresh) => hunksOf(trimmed(old), trimmed(fresh)));
  const moved = movedIn(hunks, before, after);
  const edits = hunks.flatMap((hunk) => editsOf(hunk, before, after, moved));
  return LineMap.unchanged.edit(edits).withMoved(moved.map(({ from, to, length }) => {
    return { captured: from + 1, current: to + 1, length };
  }));
}

function movedIn(hunks: readonly Hunk[], before: readonly string[], after: readonly string[]): MovedBlock[] {
  const [removed, inserted] = [new Set<number>(), new Set<number>()];
  for (const { from, to, newFrom, newTo } of hunks) {
    for (let line = from; line < to; line++) removed.add(line);
    for (let line = newFrom; line < newTo; line++) inserted.add(line);
  }
  return movedBlocks(before, after, { removed, inserted });
}

/** A difference: the lines [newFrom, newTo) replace the captured lines [from, to). 0-based. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Compares only the lines between the equal lines at both ends, which are usually nearly all lines. */
function withoutSharedEnds(
  before: readonly string[],
  after: readonly string[],
  hunks: (before: readonly string[], after: readonly string[]) => Hunk[],
): Hunk[] {
  const [start, end] = sharedEnds(before, after);
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  if (old.length === 0 && fresh.length === 0) return [];
  return hunks(old, fresh).map(({ from, to, newFrom, newTo }) => ({
    from: from + start,
    to: to + start,
    newFrom: newFrom + start,
    newTo: newTo + start,
  }));
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  return withoutSharedEnds(before, after, (old, fresh) => hunksByMyers(old, fresh) ?? hunksByUniqueLines(old, fresh));
}

function hunksByMyers(before: readonly string[], after: readonly string[]): Hunk[] | undefined {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (!changes) return undefined;
  const pairs: [number, number][] = [];
  let old = 0;
  let fresh = 0;
  for (const { added, removed, count } of changes) {
    for (let i = 0; !added && !removed && i < count; i++) pairs.push([old + i, fresh + i]);
    old += added ? 0 : count;
    fresh += removed ? 0 : count;
  }
  return hunksBetween(pairs, before.length, after.length);
}

/**
 * Aligns the lines that occur once in both texts, in the longest common order, and the equal lines beside them, as
 * patience diff does.
 */
function hunksByUniqueLines(before: readonly string[], after: readonly string[]): Hunk[] {
  const indexes = uniqueIndexes(after);
  const anchors = [...uniqueIndexes(before)]
    .map(([text, at]): [number, number | undefined] => [at, indexes.get(text)])
    .filter((pair): pair is [number, number] => pair[1] !== undefined)
    .sort(([a], [b]) => a - b);
  const gaps = hunksBetween(longestIncreasing(anchors), before.length, after.length);
  return gaps.map(({ from, to, newFrom, newTo }) => {
    const [start, end] = sharedEnds(before.slice(from, to), after.slice(newFrom, newTo));
    return { from: from + start, to: to - end, newFrom: newFrom + start, newTo: newTo - end };
  });
}

function uniqueIndexes(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Map(lines.flatMap((line, at): [string, number][] => (counts.get(line) === 1 ? [[line, at]] : [])));
}

/** The longest subsequence in which both numbers increase. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, value], i) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < value) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? ends[low - 1] : -1;
    ends[low] = i;
  });
  const chain: [number, number][] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i]) chain.push(pairs[i]);
  return chain.reverse();
}

/** The differences before, between and after equal lines. */
function hunksBetween(pairs: readonly (readonly [number, number])[], oldLength: number, newLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let from = 0;
  let newFrom = 0;
  for (const [to, newTo] of [...pairs, [oldLength, newLength] as const]) {
    if (to > from || newTo > newFrom) hunks.push({ from, to, newFrom, newTo });
    from = to + 1;
    newFrom = newTo + 1;
  }
  return hunks;
}

/** The number of equal lines at the start, and at the end of the remaining lines. */
function sharedEnds(before: readonly string[], after: readonly string[]): [start: number, end: number] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [start, end];
}

/**
 * Converts a hunk to edits. Each pair of similar lines becomes one edited line; so do the lines between the pairs, if
 * both sides have the same number of them. Moved lines are not compared.
 */
function editsOf(
  hunk: Hunk,
  before: readonly string[],
  after: readonly string[],
  moved: readonly MovedBlock[],
): LineEdit[] {
  const { from, to, newFrom, newTo } = hunk;
  const isMoved = moved.some((block) => {
    const isFromHere = block.from < to && from < block.from + block.length;
    return isFromHere || (block.to < newTo && newFrom < block.to + block.length);
  });
  const old = linesOutside(from, to, moved.map((block) => [block.from, block.length]));
  const fresh = linesOutside(newFrom, newTo, moved.map((block) => [block.to, block.length]));
  const pairs = similarLines(old.map((line) => before[line].trim()), fresh.map((line) => after[line].trim()));
  const edits: LineEdit[] = [];
  let [next, newNext] = [from, newFrom];
  for (const [i, j] of [...pairs.map(([oldAt, freshAt]) => [old[oldAt], fresh[freshAt]]), [to, newTo]]) {
    const [removedLines, insertedLines] = [i - next, j - newNext];
    if (removedLines > 0 || insertedLines > 0) {
      const editedLines = removedLines === insertedLines && !isMoved ? removedLines : 0;
      edits.push({ startLine: next + 1, removedLines, insertedLines, editedLines });
    }
    if (i < to) edits.push({ startLine: i + 1, removedLines: 1, insertedLines: 1, editedLines: 1 });
    [next, newNext] = [i + 1, j + 1];
  }
  return edits;
}

/** The lines [from, to) without those of the blocks. */
function linesOutside(
  from: number,
  to: number,
  blocks: readonly (readonly [start: number, length: number])[],
): number[] {
  const lines: number[] = [];
  for (let line = from; line < to; line++) {
    if (!blocks.some(([start, length]) => line >= start && line < start + length)) lines.push(line);
  }
  return lines;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim());
}
