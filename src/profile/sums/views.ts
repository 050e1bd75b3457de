import { isAllFloats, pickRests } from '../wideNumbers';
import type { LabelColumns, StackColumns } from '../model';
import { float64Array } from '../work/largeArrays';
import { pickLabels, pickStacks, putShifted, shownStacks } from './pickRows';

/**
 * Stacks that stand in other columns already. They are copied out when somebody reads them one after the other; sums
 * over them do without: see viewSums.
 */
abstract class StackView implements StackColumns {
  private copied: StackColumns | undefined;

  get offsets(): Uint32Array {
    return (this.copied ??= this.copyOut()).offsets;
  }

  get locations(): Uint32Array {
    return (this.copied ??= this.copyOut()).locations;
  }

  protected abstract copyOut(): StackColumns;
}

/** The stacks of those samples that have a 1 in `kept`. */
export class PickedStacks extends StackView {
  constructor(
    readonly source: StackColumns,
    readonly kept: Uint8Array,
    private readonly count: number,
  ) {
    super();
  }

  protected copyOut(): StackColumns {
    return pickStacks(this.source, this.kept, this.count);
  }
}

/** Stacks without those locations that have a 0 in `shown`. */
export class ShownStacks extends StackView {
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

/** The stacks of the samples with a 1 in `kept`, which are `count`; a small part does not hold on to the whole. */
export function pickedStacks(stacks: StackColumns, kept: Uint8Array, count: number): StackColumns {
  if (2 * count > kept.length) return new PickedStacks(stacks, kept, count);
  if (!(stacks instanceof ShownStacks)) return pickStacks(stacks, kept, count);
  return new ShownStacks(pickStacks(stacks.source, kept, count), stacks.shown);
}

/** Stacks of one profile among those of several; its locations come behind those of the parts before it. */
export interface StackPart {
  readonly stacks: StackColumns;
  readonly sampleCount: number;
  readonly firstLocation: number;
  readonly locationCount: number;
}

/** The stacks of several profiles, one behind the other. */
export class JoinedStacks extends StackView {
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

/** Labels that are put together when somebody reads them, which most reports do not. */
export class LazyLabels implements LabelColumns {
  private made: LabelColumns | undefined;

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
    return (this.made ??= this.make());
  }
}

/** The labels of the samples with a 1 in `kept`, which are `count`; a small part does not hold on to the whole. */
export function pickedLabels(labels: LabelColumns, kept: Uint8Array, count: number): LabelColumns {
  return 2 * count > kept.length
    ? new LazyLabels(() => pickLabels(labels, kept, count))
    : pickLabels(labels, kept, count);
}
