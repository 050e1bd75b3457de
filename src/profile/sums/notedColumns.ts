import { oncePer } from '../memo';
import type { Profile, StackColumns } from '../model';

interface Sizes {
  /** The sum of |value|. */
  readonly sum: number;
  readonly areWhole: boolean;
}

/** See memo.ts for caches keyed by an object. */
const sizes = new WeakMap<Float64Array, Sizes>();

/** Notes the sum of |value| of a column of whole numbers, added in order, which saves a scan. */
export function noteSizes(column: Float64Array, sum: number): void {
  sizes.set(column, { sum, areWhole: true });
}

/** The sum of |value|. */
export function sumOfSizes(column: Float64Array): number {
  return sizesOf(column).sum;
}

/** Whether every sum of these values is exact, in any order. */
export function areSumsExact(column: Float64Array): boolean {
  const { sum, areWhole } = sizesOf(column);
  return areWhole && sum <= Number.MAX_SAFE_INTEGER;
}

function sizesOf(column: Float64Array): Sizes {
  let known = sizes.get(column);
  if (known === undefined) sizes.set(column, (known = scanned(column)));
  return known;
}

function scanned(column: Float64Array): Sizes {
  let sum = 0;
  let areWhole = true;
  for (let sample = 0; sample < column.length; sample++) {
    const size = Math.abs(column[sample]);
    areWhole &&= Number.isInteger(size);
    sum += size;
  }
  return { sum, areWhole };
}

/**
 * Indexes of columns. Adjacent columns with zeros in the same samples form a pair, such as Go's `alloc_objects` and
 * `alloc_space`, or `samples` and `cpu`.
 */
export function pairsOf(columns: readonly Float64Array[]): (readonly [number, number?])[] {
  const pairs: [number, number?][] = [];
  for (let next = 0; next < columns.length; next++) {
    const [first, second] = [columns[next], columns[next + 1]];
    pairs.push(second !== undefined && haveSameZeros(first, second) ? [next, ++next] : [next]);
  }
  return pairs;
}

/** For a column: whether other columns have zeros in the same samples. See memo.ts for caches keyed by an object. */
const sameZeros = oncePer((_column: Float64Array) => new WeakMap<Float64Array, boolean>());

/** Notes whether the columns have zeros in the same samples, which saves a scan. */
export function noteZeros(first: Float64Array, second: Float64Array, isSame: boolean): void {
  sameZeros(first).set(second, isSame);
}

function haveSameZeros(first: Float64Array, second: Float64Array): boolean {
  const known = sameZeros(first).get(second);
  if (known !== undefined) return known;
  const isSame = scanZeros(first, second);
  noteZeros(first, second, isSame);
  return isSame;
}

function scanZeros(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i] === 0) !== (b[i] === 0)) return false;
  return true;
}

/** For stacks that use exactly the locations 0 … count − 1: the count. See memo.ts for caches keyed by an object. */
const seenCounts = new WeakMap<StackColumns, number>();

/** Notes that these stacks use exactly the locations 0 … count − 1, which saves locationsInStacks the scan. */
export function noteSeen(stacks: StackColumns, count: number): void {
  seenCounts.set(stacks, count);
}

/** For each location: 1 if it is in a stack. Profiles that Go wrote need no scan: their locations are in order. */
export function locationsInStacks({ stacks, sampleCount, locations: { count } }: Profile): Uint8Array {
  const { offsets, locations } = stacks;
  const seen = new Uint8Array(count);
  const seenCount = seenCounts.get(stacks);
  if (seenCount !== undefined) return seen.fill(1, 0, seenCount);
  const end = offsets[sampleCount];
  let unseen = count;
  for (let index = offsets[0]; index < end && unseen > 0; index++) {
    const location = locations[index];
    if (seen[location] === 1) continue;
    seen[location] = 1;
    unseen--;
  }
  return seen;
}
