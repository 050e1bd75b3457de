import { Float64Column, Uint32Column, filledFloat64, filledUint32, pushFloat64, pushUint32 } from './work/columns';
import type { Growth } from './work/columns';

/**
 * 64-bit integers in columns of floats. A float is exact to 2^53; what a larger integer lacks to its float lies beside
 * the column, in rows that ascend:
 *
 *     integer        float          rest
 *     2^53 + 1       2^53           1
 *     2^63 − 1       2^63           −1
 *
 * Sums and orders use the floats. What is printed digit by digit or written back uses `exactAt`.
 */
interface Rests {
  readonly rows: Uint32Array;
  readonly rests: Float64Array;
}

const restsOf = new WeakMap<Float64Array, Rests>();

/** Gathers what the floats of a growing column lack. */
export class RestRows {
  private rows: Uint32Column | undefined;
  private rests: Float64Column | undefined;

  constructor(private readonly growth: Growth) {}

  /** Rows must come in ascending order. */
  note(row: number, rest: number): void {
    if (rest === 0) return;
    pushUint32((this.rows ??= new Uint32Column(this.growth)), row);
    pushFloat64((this.rests ??= new Float64Column(this.growth)), rest);
  }

  /** Puts them beside the column. */
  of(column: Float64Array): Float64Array {
    const { rows, rests } = this;
    if (rows !== undefined) restsOf.set(column, { rows: filledUint32(rows), rests: filledFloat64(rests!) });
    return column;
  }
}

/** What the float in a row lacks to the integer. */
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

/** Whether all integers of the column are their floats. */
export function isAllFloats(column: Float64Array | Uint32Array): boolean {
  return !(column instanceof Float64Array) || !restsOf.has(column);
}

/** The integer in a row, to the last digit. */
export function exactAt(column: Float64Array | Uint32Array, row: number): bigint {
  return wholeOf(column[row]) + BigInt(restAt(column, row));
}

/** The digits of the number in a row; a cost per operation is a fraction. */
export function exactText(column: Float64Array | Uint32Array, row: number): string {
  const value = column[row];
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return String(value);
  return within64(exactAt(column, row)).toString();
}

/** The float of an integer, and what it lacks. */
export function split(exact: bigint): { readonly float: number; readonly rest: number } {
  const float = Number(exact);
  return { float, rest: Number(exact - BigInt(float)) };
}

/** Puts the rests of the rows `rows` of `from` beside `to`, whose rows they have become. */
export function pickRests(from: Float64Array | Uint32Array, to: Float64Array, rows: ArrayLike<number>): Float64Array {
  return isAllFloats(from) ? to : withRests(to, (row) => restAt(from, rows[row]));
}

/** Puts what `restOf` gives for each row beside the column. */
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

/** Both columns' rests beside the column of the two, one behind the other. */
export function joinRests(
  to: Float64Array,
  one: Float64Array | Uint32Array,
  other: Float64Array | Uint32Array,
): Float64Array {
  if (isAllFloats(one) && isAllFloats(other)) return to;
  return withRests(to, (row) => (row < one.length ? restAt(one, row) : restAt(other, row - one.length)));
}

/** The integer that `float` stands for, where `exact` is not of another number. */
export function exactOf(float: number, exact: bigint | undefined): bigint {
  return exact !== undefined && Number(exact) === float ? exact : wholeOf(float);
}

/** Costs per operation are fractions. */
export function wholeOf(value: number): bigint {
  return BigInt(Math.round(value));
}

/** The largest int64; no float is equal to it. */
const MOST = 2n ** 63n - 1n;

/** A float of 2^63 stands for an integer that was rounded up: no int64 is as large. */
export function within64(value: bigint): bigint {
  return value > MOST ? MOST : value;
}
