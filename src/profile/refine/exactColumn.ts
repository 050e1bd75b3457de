import { exactAt, split, wholeOf, withRests } from '../wideNumbers';

const MAX_EXACT = Number.MAX_SAFE_INTEGER;
const isWide = (value: number): boolean => value > MAX_EXACT || value < -MAX_EXACT;

/** Sums of 64-bit integers by row; overflow wraps around, as in Go. */
export class ExactColumn {
  private readonly floats: Float64Array;
  /** The exact sums of rows whose sum has exceeded 2^53. */
  private readonly exact = new Map<number, bigint>();

  constructor(length: number) {
    this.floats = new Float64Array(length);
  }

  /** Adds the value in a row of another column. */
  add(row: number, column: Float64Array, from: number): void {
    const { floats } = this;
    const before = floats[row];
    const value = column[from];
    const sum = before + value;
    floats[row] = sum;
    if (isWide(sum) || isWide(before) || isWide(value)) this.addExactly(row, before, exactAt(column, from));
  }

  /** The sums of the first `length` rows. */
  filled(length: number): Float64Array {
    const floats = this.floats.slice(0, length);
    if (this.exact.size === 0) return floats;
    return withRests(floats, (row) => split(this.exact.get(row) ?? 0n).rest);
  }

  private addExactly(row: number, before: number, value: bigint): void {
    const exactBefore = this.exact.get(row) ?? wholeOf(before);
    const sum = BigInt.asIntN(64, exactBefore + value);
    this.exact.set(row, sum);
    this.floats[row] = Number(sum);
  }
}
