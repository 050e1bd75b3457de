import { isAllFloats, pickRests } from '../wideNumbers';
import type { LabelColumns, StackColumns } from '../model';
import { float64Array } from '../common/largeArrays';
import { pickLabels, pickStacks, putShifted, shownStacks } from './pickStacks';

/**
 * Stacks that are a view of other columns. They are copied when `offsets` or `locations` is read; sumViews sums them
 * without a copy.
 */
abstract class LazyStacks implements StackColumns {
  /** The copy, once it is made; engine/memoryUse.ts counts it. */
  copied: StackColumns | undefined;

  get offsets(): StackColumns['offsets'] {
    return (this.copied ??= this.copyOut()).offsets;
  }

  get locations(): StackColumns['locations'] {
    return (this.copied ??= this.copyOut()).locations;
  }

  protected abstract copyOut(): StackColumns;
}

/** The stacks of the `count` samples with a 1 in `isPicked`. */
export class PickedStacks extends LazyStacks {
  constructor(
    readonly source: StackColumns,
    readonly isPicked: Uint8Array,
    private readonly count: number,
  ) {
    super();
  }

  protected copyOut(): StackColumns {
    return pickStacks(this.source, this.isPicked, this.count);
  }
}

/** Stacks without the locations that have a 0 in `shown`. */
export class ShownStacks extends LazyStacks {
  constructor(
    readonly source: StackColumns,
    readonly shown: Uint8Array,
  ) {
    super();
  }

  protected copyOut(): StackColumns {
    return shownStacks(this.source, this.shown);
  }
}

/**
 * The stacks of the `count` samples with a 1 in `isPicked`. If at most half are picked, they are copied, so that the
 * original can be freed.
 */
export function pickedStacks(stacks: StackColumns, isPicked: Uint8Array, count: number): StackColumns {
  if (2 * count > isPicked.length) return new PickedStacks(stacks, isPicked, count);
  if (!(stacks instanceof ShownStacks)) return pickStacks(stacks, isPicked, count);
  return new ShownStacks(pickStacks(stacks.source, isPicked, count), stacks.shown);
}

/** The stacks of one of several joined profiles. Its location `i` is location `firstLocation + i` of the whole. */
export interface StackPart {
  readonly stacks: StackColumns;
  readonly sampleCount: number;
  readonly firstLocation: number;
  readonly locationCount: number;
}

/** The concatenated stacks of several profiles. */
export class JoinedStacks extends LazyStacks {
  constructor(readonly parts: readonly StackPart[]) {
    super();
  }

  protected copyOut(): StackColumns {
    const { parts } = this;
    const locations = new Uint32Array(parts.reduce((sum, { stacks }) => sum + stacks.locations.length, 0));
    const offsets = new Uint32Array(parts.reduce((sum, { sampleCount }) => sum + sampleCount, 0) + 1);
    let sample = 0;
    let used = 0;
    for (const { stacks, firstLocation } of parts) {
      putShifted(locations, used, stacks.locations, firstLocation);
      putShifted(offsets, sample, stacks.offsets, used);
      sample += stacks.offsets.length - 1;
      used += stacks.locations.length;
    }
    return { offsets, locations };
  }
}

/** A part of a joined column; with sign −1 its values are negated. */
export interface PartColumn {
  readonly column: Float64Array;
  readonly sign: 1 | -1;
}

/** The parts of each joined column. */
const partColumns = new WeakMap<Float64Array, readonly PartColumn[]>();

/** The concatenated values of several profiles. Digits past 2^53 are lost. */
export function joinedColumn(parts: readonly PartColumn[]): Float64Array {
  const joined = float64Array(parts.reduce((sum, { column }) => sum + column.length, 0));
  let used = 0;
  for (const { column, sign } of parts) {
    joined.set(column, used);
    // 0 − x, not −x: avoids −0.
    if (sign === -1) for (let i = used; i < used + column.length; i++) joined[i] = 0 - joined[i];
    used += column.length;
  }
  partColumns.set(joined, parts);
  return joined;
}

/** The parts of a column that joinedColumn made; undefined for any other column, copies included. */
export function partColumnsOf(column: Float64Array): readonly PartColumn[] | undefined {
  return partColumns.get(column);
}

/** For each picked column: the column that it was picked from. */
const wholeColumns = new WeakMap<Float64Array, Float64Array>();

/** The values of the `count` samples with a 1 in `isPicked`. */
export function pickedColumn(column: Float64Array, isPicked: Uint8Array, count: number): Float64Array {
  const picked = float64Array(count);
  for (let sample = 0, used = 0; used < count; sample++) if (isPicked[sample] === 1) picked[used++] = column[sample];
  // A small part must not keep the whole column in memory.
  if (2 * count > column.length) wholeColumns.set(picked, column);
  if (isAllFloats(column)) return picked;
  const rows = Uint32Array.from(isPicked.keys()).filter((sample) => isPicked[sample] === 1);
  return pickRests(column, picked, rows);
}

/** The column from which pickedColumn made this one, if it picked more than half; else undefined, also for copies. */
export function wholeColumnOf(column: Float64Array): Float64Array | undefined {
  return wholeColumns.get(column);
}

/** Labels that are built on first read, because most reports do not read them. */
export class LazyLabels implements LabelColumns {
  /** The labels, once they are built; engine/memoryUse.ts counts them. */
  copied: LabelColumns | undefined;

  constructor(private readonly make: () => LabelColumns) {}

  get offsets(): Uint32Array {
    return this.columns().offsets;
  }

  get key(): Uint32Array {
    return this.columns().key;
  }

  get str(): Uint32Array {
    return this.columns().str;
  }

  get num(): Float64Array {
    return this.columns().num;
  }

  get numUnit(): Uint32Array {
    return this.columns().numUnit;
  }

  private columns(): LabelColumns {
    return (this.copied ??= this.make());
  }
}

/** The labels of the `count` samples with a 1 in `isPicked`. If at most half are picked, they are copied at once. */
export function pickedLabels(labels: LabelColumns, isPicked: Uint8Array, count: number): LabelColumns {
  return 2 * count > isPicked.length
    ? new LazyLabels(() => pickLabels(labels, isPicked, count))
    : pickLabels(labels, isPicked, count);
}
