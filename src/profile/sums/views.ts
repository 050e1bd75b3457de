import type { StackColumns } from '../model';
import { pickStacks, putShifted, shownStacks } from './pickRows';

/**
 * Stacks that stand in other columns already. They are copied out when somebody reads them one after the other; sums
 * over them do without: see viewSums.
 */
abstract class StackView implements StackColumns {
  /** The copy, once it is made; engine/columnBytes.ts counts it. */
  copied: StackColumns | undefined;

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
