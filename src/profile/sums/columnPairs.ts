import { oncePer } from '../memo';

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
