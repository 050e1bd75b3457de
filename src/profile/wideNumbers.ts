import { Float64Column, Uint32Column, filledFloat64, filledUint32, pushFloat64, pushUint32 } from './common/columns';
import type { Growth } from './common/columns';

/**
 * 64-bit integers in columns of floats. A float is exact to 2^53; the rest of a larger integer is stored outside the
 * column (in a WeakMap; memo.ts has the rule), by ascending row:
 *
 *     integer        float          rest
 *     2^53 + 1       2^53           1
 *     2^63 − 1       2^63           −1
 *
 * Sums and comparisons use the floats. Code that prints or encodes all digits uses `exactAt`.
 */
interface Rests {
  readonly rows: Uint32Array;
  readonly rests: Float64Array;
}

const restsOf = new WeakMap<Float64Array, Rests>();

/** Collects the rests of a growing column. */
export class RestRows {
  private rows: Uint32Column | undefined;
  private rests: Float64Column | undefined;

  constructor(private readonly growth: Growth) {}

  /** Adds a rest; rows must be added in ascending order. */
  note(row: number, rest: number): void {
    if (rest === 0) return;
    pushUint32((this.rows ??= new Uint32Column(this.growth)), row);
    pushFloat64((this.rests ??= new Float64Column(this.growth)), rest);
  }

  /** Attaches the rests to the column and returns it. */
  of(column: Float64Array): Float64Array {
    const { rows, rests } = this;
    if (rows !== undefined) restsOf.set(column, { rows: filledUint32(rows), rests: filledFloat64(rests!) });
    return column;
  }
}

/** The integer in a row minus its float. */
function restAt(column: Float64Array | Uint32Array, row: number): number {
  const rests = column instanceof Float64Array ? restsOf.get(column) : undefined;
  if (rests === undefined) return 0;
  let low = 0;
  let high = rests.rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rests.rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return rests.rows[low] === row ? rests.rests[low] : 0;
}

/** Whether no row of the column has a rest. */
export function isAllFloats(column: Float64Array | Uint32Array): boolean {
  return !(column instanceof Float64Array) || !restsOf.has(column);
}

/** The exact integer in a row. */
export function exactAt(column: Float64Array | Uint32Array, row: number): bigint {
  return wholeOf(column[row]) + BigInt(restAt(column, row));
}

/** The exact digits of the number in a row. A cost per operation may be a fraction. */
export function exactText(column: Float64Array | Uint32Array, row: number): string {
  const value = column[row];
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return String(value);
  return within64(exactAt(column, row)).toString();
}

/** The float nearest to an integer, and the rest. */
export function split(exact: bigint): { readonly float: number; readonly rest: number } {
  const float = Number(exact);
  return { float, rest: Number(exact - BigInt(float)) };
}

/** Copies rests to a column whose row `i` is row `rows[i]` of `from`, and returns that column. */
export function pickRests(from: Float64Array | Uint32Array, to: Float64Array, rows: ArrayLike<number>): Float64Array {
  return isAllFloats(from) ? to : withRests(to, (row) => restAt(from, rows[row]));
}

/** Attaches `restOf(row)` to each row of the column whose float may not be exact, and returns the column. */
export function withRests(column: Float64Array, restOf: (row: number) => number): Float64Array {
  const rows: number[] = [];
  const rests: number[] = [];
  for (let row = 0; row < column.length; row++) {
    const rest = Number.isSafeInteger(column[row]) ? 0 : restOf(row);
    if (rest === 0) continue;
    rows.push(row);
    rests.push(rest);
  }
  if (rows.length > 0) restsOf.set(column, { rows: Uint32Array.from(rows), rests: Float64Array.from(rests) });
  return column;
}

/** Copies the rests of two columns to their concatenation `to`, and returns it. */
export function joinRests(
  to: Float64Array,
  first: Float64Array | Uint32Array,
  second: Float64Array | Uint32Array,
): Float64Array {
  if (isAllFloats(first) && isAllFloats(second)) return to;
  return withRests(to, (row) => (row < first.length ? restAt(first, row) : restAt(second, row - first.length)));
}

/** `exact` if `float` is its nearest float, else `float` as an integer. */
export function exactOf(float: number, exact: bigint | undefined): bigint {
  return exact !== undefined && Number(exact) === float ? exact : wholeOf(float);
}

/** The value as an integer. It is rounded, because costs per operation are fractions. */
export function wholeOf(value: number): bigint {
  return BigInt(Math.round(value));
}

/** The largest int64; no float equals it. */
const MAX_INT64 = 2n ** 63n - 1n;

/** Limits a value to the largest int64, whose nearest float is 2^63. The smallest int64 is exact as a float. */
export function within64(value: bigint): bigint {
  return value > MAX_INT64 ? MAX_INT64 : value;
}
