import { declaredFunctions, type FunctionAt } from './functionExtent';
import type { LinePairs } from './linePairs';

/** A function in both texts, or all lines outside functions. Lines are 0-based. */
export interface Section {
  /** As declared: `Parse`, `Reader.Read`; undefined for the lines outside functions. */
  readonly name: string | undefined;
  readonly newName: string | undefined;
  readonly old: readonly number[];
  readonly now: readonly number[];
  /** Whether its lines were paired with those of others; now they are unpaired. */
  readonly isMixed: boolean;
}

/** The least share of the lines that a renamed function has in common with its earlier version. */
const MIN_SHARED = 0.5;
const OUTSIDE = -1;

/**
 * Finds the functions that both texts declare, and removes the pairs of lines that belong to different functions: in
 * the shortest difference of two texts, a new function often takes lines from the one that it was written above.
 * @returns the functions that have lines without a pair, and the lines outside functions
 */
export function pairFunctions(before: readonly string[], after: readonly string[], pairs: LinePairs): Section[] {
  const [old, now] = [declaredFunctions(before), declaredFunctions(after)];
  const [oldOf, nowOf] = [functionOfLines(old, before.length), functionOfLines(now, after.length)];
  const partner = partners(old, now);
  addRenamed(partner, { before, after, old, now, nowOf, pairs });
  const isSame = (line: number, fresh: number) => {
    const [a, b] = [oldOf[line], nowOf[fresh]];
    return a === OUTSIDE ? b === OUTSIDE : partner.get(a) === b;
  };
  const mixed = new Set<number>();
  const owner = new Map([...partner].map(([a, b]) => [b, a]));
  for (let line = 0; line < before.length; line++) {
    const fresh = pairs.newOf(line);
    if (fresh === undefined || isSame(line, fresh)) continue;
    mixed.add(oldOf[line]);
    mixed.add(owner.get(nowOf[fresh]) ?? OUTSIDE);
    pairs.removeOld(line);
  }
  const isPaired = ({ start, end }: FunctionAt, pairOf: (line: number) => number | undefined) => {
    for (let line = start - 1; line < end; line++) if (pairOf(line) === undefined) return false;
    return true;
  };
  const sections = [...partner].flatMap(([a, b]): Section[] => {
    const isMixed = mixed.has(a);
    const isWhole = isPaired(old[a], (line) => pairs.newOf(line)) && isPaired(now[b], (line) => pairs.oldOf(line));
    if (!isMixed && isWhole) return [];
    const lines = { old: linesOf(old[a]), now: linesOf(now[b]) };
    if (isMixed) {
      lines.old.forEach((line) => pairs.removeOld(line));
      lines.now.forEach((line) => pairs.removeNew(line));
    }
    return [{ name: old[a].name, newName: now[b].name, ...lines, isMixed }];
  });
  const outside = { old: linesOutside(oldOf), now: linesOutside(nowOf) };
  return [...sections, { name: undefined, newName: undefined, ...outside, isMixed: false }];
}

/** Functions of equal names, by index. Of several functions with one name, such as `init`, the first is the first. */
function partners(old: readonly FunctionAt[], now: readonly FunctionAt[]): Map<number, number> {
  const [oldNames, newNames] = [indexesByName(old), indexesByName(now)];
  const partner = new Map<number, number>();
  for (const [name, indexes] of oldNames) {
    const others = newNames.get(name) ?? [];
    if (others.length === indexes.length) indexes.forEach((index, i) => partner.set(index, others[i]));
  }
  return partner;
}

function indexesByName(functions: readonly FunctionAt[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  functions.forEach(({ name }, index) => {
    const known = indexes.get(name);
    if (known) known.push(index);
    else indexes.set(name, [index]);
  });
  return indexes;
}

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly old: readonly FunctionAt[];
  readonly now: readonly FunctionAt[];
  readonly nowOf: Int32Array;
  readonly pairs: LinePairs;
}

/** Adds functions that have another name now, but most of their lines. */
function addRenamed(partner: Map<number, number>, { before, after, old, now, nowOf, pairs }: Texts): void {
  const taken = new Set(partner.values());
  const isCode = (line: string) => /\w/.test(line);
  for (let index = 0; index < old.length; index++) {
    if (partner.has(index)) continue;
    const shared = new Map<number, number>();
    for (const line of linesOf(old[index])) {
      const fresh = pairs.newOf(line);
      if (fresh === undefined || nowOf[fresh] === OUTSIDE || taken.has(nowOf[fresh]) || !isCode(before[line])) continue;
      shared.set(nowOf[fresh], (shared.get(nowOf[fresh]) ?? 0) + 1);
    }
    const [best, count] = [...shared].sort((a, b) => b[1] - a[1])[0] ?? [OUTSIDE, 0];
    if (best === OUTSIDE) continue;
    // The line that declares it differs, and tells nothing.
    const sizeOf = (lines: readonly string[], at: FunctionAt) => lines.slice(at.start, at.end).filter(isCode).length;
    if (count < MIN_SHARED * Math.max(sizeOf(before, old[index]), sizeOf(after, now[best]))) continue;
    partner.set(index, best);
    taken.add(best);
  }
}

function functionOfLines(functions: readonly FunctionAt[], count: number): Int32Array {
  const indexes = new Int32Array(count).fill(OUTSIDE);
  functions.forEach(({ start, end }, index) => indexes.fill(index, start - 1, end));
  return indexes;
}

function linesOf({ start, end }: FunctionAt): number[] {
  return Array.from({ length: end - start + 1 }, (_, i) => start - 1 + i);
}

function linesOutside(indexes: Int32Array): number[] {
  const lines: number[] = [];
  indexes.forEach((index, line) => {
    if (index === OUTSIDE) lines.push(line);
  });
  return lines;
}
