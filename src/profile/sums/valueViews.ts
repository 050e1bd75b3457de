import { isAllFloats, pickRests } from '../wideNumbers';
import { float64Array } from '../work/largeArrays';

/** A part's values in a joined column: its own, or less than nothing of them. */
export interface PartColumn {
  readonly column: Float64Array;
  readonly sign: 1 | -1;
}

const partColumns = new WeakMap<Float64Array, readonly PartColumn[]>();

/** Values of several profiles, one behind the other. */
export function joinedColumn(parts: readonly PartColumn[]): Float64Array {
  const joined = float64Array(parts.reduce((sum, { column }) => sum + column.length, 0));
  let used = 0;
  for (const { column, sign } of parts) {
    joined.set(column, used);
    // No zero is negative.
    if (sign === -1) for (let i = used; i < used + column.length; i++) joined[i] = 0 - joined[i];
    used += column.length;
  }
  partColumns.set(joined, parts);
  return joined;
}

/** What a column was joined of. */
export function partColumnsOf(column: Float64Array): readonly PartColumn[] | undefined {
  return partColumns.get(column);
}

const wholeColumns = new WeakMap<Float64Array, Float64Array>();

/** The values of the samples with a 1 in `kept`, which are `count`. */
export function pickedColumn(column: Float64Array, kept: Uint8Array, count: number): Float64Array {
  const picked = float64Array(count);
  for (let sample = 0, used = 0; used < count; sample++) if (kept[sample] === 1) picked[used++] = column[sample];
  // A small part should not hold on to the whole.
  if (2 * count > column.length) wholeColumns.set(picked, column);
  if (isAllFloats(column)) return picked;
  const rows = Uint32Array.from({ length: kept.length }, (_, sample) => sample).filter((sample) => kept[sample] === 1);
  return pickRests(column, picked, rows);
}

/** What a column is the larger part of. */
export function wholeColumnOf(column: Float64Array): Float64Array | undefined {
  return wholeColumns.get(column);
}
