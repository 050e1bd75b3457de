import { diffArrays } from 'diff';
import { packagesIn } from './codeLine';
import { LineMap } from './lineMap';
import { LinePairs } from './linePairs';
import { movedBlocks } from './movedBlocks';
import { pairFunctions } from './pairFunctions';
import { editContext, similarLines } from './similarLines';
import { splitLines } from '../../profile/common/textLines';

/** With more differing lines, Myers' algorithm is too slow, because its cost is quadratic. */
const MAX_EDITS = 200;

/**
 * Compares the captured text of a file with its current text. Lines that differ only in surrounding white space are
 * equal. A line of a function is paired only with a line of the same function, unless a block of lines was moved, and
 * an edited line only if it was plainly edited: see `similarLines`. Takes bounded time: texts that differ in very many
 * lines are aligned by the lines that occur once in both.
 * @param packages the names of imported packages, for texts without imports
 */
export function lineMapFromTexts(captured: string, now: string, packages?: ReadonlySet<string>): LineMap {
  if (captured === now) return LineMap.unchanged;
  return lineMapFromLines(splitLines(captured), splitLines(now), packages);
}

/** Like `lineMapFromTexts`, for the lines of both texts. */
export function lineMapFromLines(
  before: readonly string[],
  after: readonly string[],
  packages?: ReadonlySet<string>,
): LineMap {
  const pairs = new LinePairs(before.length, after.length);
  addEqualLines(pairs, { from: 0, to: before.length, newFrom: 0, newTo: after.length }, before, after);
  const sections = pairFunctions(before, after, pairs);
  for (const { isMixed, old, now } of sections) {
    if (!isMixed) continue;
    const [from, to, newFrom, newTo] = [old[0], old.at(-1)! + 1, now[0], now.at(-1)! + 1];
    addEqualLines(pairs, { from, to, newFrom, newTo }, before, after);
  }
  const moved = new Set<number>();
  for (const { from, to, length } of movedBlocks(before, after, pairs.unpaired())) {
    for (let i = 0; i < length; i++) moved.add(from + i);
    pairs.addRun(from, to, length);
  }
  const functions = new Map(sections.flatMap(({ name, newName }): [string, string][] => {
    return name === undefined || name === newName ? [] : [[lastPart(name), lastPart(newName!)]];
  }));
  for (const { name, old, now } of sections) {
    const gone = old.filter((line) => pairs.newOf(line) === undefined);
    const added = now.filter((line) => pairs.oldOf(line) === undefined);
    if (gone.length === 0 || added.length === 0) continue;
    packages ??= new Set([...packagesIn(before), ...packagesIn(after)]);
    const textsOf = (lines: readonly number[], texts: readonly string[]) => lines.map((line) => texts[line]);
    const context = editContext(textsOf(gone, before), textsOf(added, after), packages, functions);
    // The line that declares a function is the same line, whatever its parameters are now.
    if (name !== undefined) pairs.addEdited(old[0], now[0]);
    for (const [removed, inserted] of pairs.gaps(old, now, moved)) {
      const oldTexts = trimmed(textsOf(removed, before));
      const newTexts = trimmed(textsOf(inserted, after));
      for (const [i, j] of similarLines(oldTexts, newTexts, context)) {
        pairs.addEdited(removed[i], inserted[j], oldTexts[i] !== newTexts[j]);
      }
    }
  }
  return LineMap.ofRuns(pairs.runs());
}

/** How many lines were added and removed, as git counts them. */
export function lineCounts(before: string, now: string): { readonly added: number; readonly removed: number } {
  if (before === now) return { added: 0, removed: 0 };
  const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  const hunks = withoutSharedEnds(linesOf(before), linesOf(now), hunksOf);
  const sum = (sizeOf: (hunk: Hunk) => number) => hunks.reduce((total, hunk) => total + sizeOf(hunk), 0);
  return { added: sum(({ newFrom, newTo }) => newTo - newFrom), removed: sum(({ from, to }) => to - from) };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The lines [newFrom, newTo) in place of the captured lines [from, to). 0-based. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Pairs the equal lines of two ranges, in order. */
function addEqualLines(pairs: LinePairs, range: Hunk, before: readonly string[], after: readonly string[]): void {
  const [old, fresh] = [before.slice(range.from, range.to), after.slice(range.newFrom, range.newTo)];
  const hunks = withoutSharedEnds(old, fresh, (a, b) => hunksOf(trimmed(a), trimmed(b)));
  let [next, newNext] = [0, 0];
  for (const { from, to, newTo } of [...hunks, { from: old.length, to: 0, newTo: 0 }]) {
    pairs.addRun(range.from + next, range.newFrom + newNext, from - next);
    [next, newNext] = [to, newTo];
  }
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

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim());
}
