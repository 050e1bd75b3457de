import type { LabelColumns } from '../model';
import { pickLabels } from './pickRows';

/** Labels that are put together when somebody reads them, which most reports do not. */
export class LazyLabels implements LabelColumns {
  /** The labels, once they are put together; engine/columnBytes.ts counts them. */
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

/** The labels of the samples with a 1 in `kept`, which are `count`; a small part does not hold on to the whole. */
export function pickedLabels(labels: LabelColumns, kept: Uint8Array, count: number): LabelColumns {
  return 2 * count > kept.length
    ? new LazyLabels(() => pickLabels(labels, kept, count))
    : pickLabels(labels, kept, count);
}
