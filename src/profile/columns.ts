import { ProfileError } from './errors';
import { label } from './measurement';

/**
 * Typed arrays that grow while a profile is decoded. Callers reserve first and write then: a write past the end of a
 * typed array is silent.
 */

const FIRST_CAPACITY = 1024;
/** A column that is full grows by this at least. */
const LEAST_GROWTH = 1.5;
/** Room for a file that gets denser towards its end; pages never written cost no memory. */
const SPARE = 1.25;

/** Columns of one profile may hold this much; a profile of 10^6 samples needs a tenth. */
const MOST_BYTES = 4 * 1024 ** 3;

/** How much longer the columns of one profile are expected to become than they are: all bytes / bytes read. */
export class Growth {
  private factor = LEAST_GROWTH;
  private spent = 0;

  /** @param mostBytes what all columns together may hold */
  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** @param allBytes 0 where unknown */
  expect(allBytes: number, readBytes: number): void {
    this.factor = Math.max(LEAST_GROWTH, (SPARE * allBytes) / readBytes);
  }

  /**
   * Elements to make room for; `bytes` more are needed than before.
   * @throws ProfileError before memory runs out
   */
  capacity(needed: number, bytes: number): number {
    this.spent += bytes;
    if (this.spent > this.mostBytes) {
      const most = label(this.mostBytes, 'bytes');
      throw new ProfileError('decode', `The profile needs more than ${most} of memory, which is all that Linecost gives it.`);
    }
    return Math.ceil(needed * this.factor) + FIRST_CAPACITY;
  }
}

export class Uint32Column {
  array = new Uint32Array(FIRST_CAPACITY);
  length = 0;
  /** Elements that `growth` knows of. */
  counted = 0;

  constructor(readonly growth: Growth) {}
}

export class Float64Column {
  array = new Float64Array(FIRST_CAPACITY);
  length = 0;
  /** Elements that `growth` knows of. */
  counted = 0;

  constructor(readonly growth: Growth) {}
}

/** Makes room for `extra` more elements. */
export function reserveUint32(column: Uint32Column, extra: number): void {
  const needed = column.length + extra;
  if (needed <= column.array.length) return;
  const grown = new Uint32Array(column.growth.capacity(needed, 4 * (needed - column.counted)));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
  column.counted = needed;
}

/** Makes room for `extra` more elements. */
export function reserveFloat64(column: Float64Column, extra: number): void {
  const needed = column.length + extra;
  if (needed <= column.array.length) return;
  const grown = new Float64Array(column.growth.capacity(needed, 8 * (needed - column.counted)));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
  column.counted = needed;
}

export function pushUint32(column: Uint32Column, value: number): void {
  if (column.length === column.array.length) reserveUint32(column, 1);
  column.array[column.length++] = value;
}

export function pushFloat64(column: Float64Column, value: number): void {
  if (column.length === column.array.length) reserveFloat64(column, 1);
  column.array[column.length++] = value;
}

/** The filled part. Copied only where the spare room is worth it; pages never written cost no memory. */
export function filledUint32(column: Uint32Column): Uint32Array {
  const { array, length } = column;
  return array.length > 2 * length ? array.slice(0, length) : array.subarray(0, length);
}

export function filledFloat64(column: Float64Column): Float64Array {
  const { array, length } = column;
  return array.length > 2 * length ? array.slice(0, length) : array.subarray(0, length);
}
