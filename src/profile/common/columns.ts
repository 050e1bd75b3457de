import { claim, hasRoom, MemoryError } from './guard';
import { float64Array, uint32Array } from './largeArrays';

/**
 * Typed arrays that grow while a profile is decoded. Reserve room before writing: a write past the end of a typed array
 * is silently ignored.
 */

const FIRST_CAPACITY = 1024;
/** The minimum factor by which a full column grows. */
const MIN_GROWTH = 1.5;
/** Extra room, in case a file is denser towards its end; unwritten pages cost no memory. */
const SPARE = 1.5;
/** A finished column that has more than this many times the room that it needs is copied, to free memory. */
const WASTE = 4;
/** The first 1/32 of a file is too little to predict the rest. */
const MIN_READ_PARTS = 32;

/** How much longer the columns of a profile are expected to get: total bytes / bytes read. */
export class Growth {
  private factor = MIN_GROWTH;

  /** @param allBytes 0 if unknown */
  expect(allBytes: number, readBytes: number): void {
    if (readBytes * MIN_READ_PARTS < allBytes) return;
    this.factor = Math.max(MIN_GROWTH, (SPARE * allBytes) / readBytes);
  }

  /**
   * The number of elements to make room for: the expected number, or fewer if memory is short.
   * @throws MemoryError before memory runs out
   */
  capacity(needed: number, elementBytes: number): number {
    const expected = Math.ceil(needed * this.factor) + FIRST_CAPACITY;
    if (hasRoom(2 * expected * elementBytes)) return expected;
    const minimum = Math.ceil(needed * MIN_GROWTH);
    claim(minimum * elementBytes);
    return minimum;
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
  if (column.length + extra > column.array.length) growUint32(column, column.length + extra);
}

/** Separate from `reserveUint32`, because a function with a closure allocates its variables on every call. */
function growUint32(column: Uint32Column, needed: number): void {
  const capacity = column.growth.capacity(needed, Uint32Array.BYTES_PER_ELEMENT);
  const grown = allocated(() => uint32Array(capacity));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
}

/** Makes room for `extra` more elements. */
export function reserveFloat64(column: Float64Column, extra: number): void {
  if (column.length + extra > column.array.length) growFloat64(column, column.length + extra);
}

function growFloat64(column: Float64Column, needed: number): void {
  const capacity = column.growth.capacity(needed, Float64Array.BYTES_PER_ELEMENT);
  const grown = allocated(() => float64Array(capacity));
  grown.set(column.array.subarray(0, column.length));
  column.array = grown;
}

/**
 * Calls `allocate`. JavaScript throws RangeError when memory runs out or an array is too long; this throws MemoryError.
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

/** The elements that have been pushed; shares memory with the column unless too much would be wasted. */
export function filledUint32(column: Uint32Column): Uint32Array {
  const { array, length } = column;
  return array.length > WASTE * length ? array.slice(0, length) : array.subarray(0, length);
}

export function filledFloat64(column: Float64Column): Float64Array {
  const { array, length } = column;
  return array.length > WASTE * length ? array.slice(0, length) : array.subarray(0, length);
}
