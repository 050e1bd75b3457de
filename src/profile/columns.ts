import { claim, hasRoom } from './checkpoint';
import { MemoryError } from './errors';

/**
 * Typed arrays that grow while a profile is decoded. Callers reserve first and write then: a write past the end of a
 * typed array is silent.
 */

const FIRST_CAPACITY = 1024;
/** A column that is full grows by this at least. */
const LEAST_GROWTH = 1.5;
/** Room for a file that gets denser towards its end; pages never written cost no memory. */
const SPARE = 1.25;

/** How much longer the columns of one profile are expected to become than they are: all bytes / bytes read. */
export class Growth {
  private factor = LEAST_GROWTH;

  /** @param allBytes 0 where unknown */
  expect(allBytes: number, readBytes: number): void {
    this.factor = Math.max(LEAST_GROWTH, (SPARE * allBytes) / readBytes);
  }

  /**
   * Elements of so many bytes to make room for. What is only expected is not taken where it would leave little.
   * @throws MemoryError before memory runs out
   */
  capacity(needed: number, elementBytes: number): number {
    const expected = Math.ceil(needed * this.factor) + FIRST_CAPACITY;
    if (hasRoom(2 * expected * elementBytes)) return expected;
    const least = Math.ceil(needed * LEAST_GROWTH);
    claim(least * elementBytes);
    return least;
  }
}

export class Uint32Column {
  array = new Uint32Array(FIRST_CAPACITY);
  length = 0;

  constructor(readonly growth: Growth) {}
}

export class Float64Column {
  array = new Float64Array(FIRST_CAPACITY);
  length = 0;

  constructor(readonly growth: Growth) {}
}

/** Makes room for `extra` more elements. */
export function reserveUint32(column: Uint32Column, extra: number): void {
  const needed = column.length + extra;
  if (needed <= column.array.length) return;
  const capacity = column.growth.capacity(needed, Uint32Array.BYTES_PER_ELEMENT);
  const grown = allocated(() => new Uint32Array(capacity));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
}

/** Makes room for `extra` more elements. */
export function reserveFloat64(column: Float64Column, extra: number): void {
  const needed = column.length + extra;
  if (needed <= column.array.length) return;
  const capacity = column.growth.capacity(needed, Float64Array.BYTES_PER_ELEMENT);
  const grown = allocated(() => new Float64Array(capacity));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
}

/**
 * What `allocate` gives. Where memory, or the length of an array, comes to its end, JavaScript says RangeError.
 * @throws MemoryError
 */
export function allocated<T>(allocate: () => T): T {
  try {
    return allocate();
  } catch {
    throw new MemoryError();
  }
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
