import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Change } from '../noise/firmChange';

const WIDTH = 6;

/** Costs in both profiles of a difference, by node and by the function at the leaf. */
export class PairChanges {
  private readonly offsets = new Map<number, Map<number, number>>();
  private readonly sums: number[] = [];

  constructor(private readonly columns: DifferenceColumns) {}

  add(node: number, leaf: number, sample: number): void {
    const { now, before } = this.columns;
    const at = this.offsetOf(node, leaf);
    const { sums } = this;
    sums[at] += now.value[sample];
    sums[at + 1] += now.variance[sample];
    sums[at + 2] += now.events[sample];
    sums[at + 3] += before.value[sample];
    sums[at + 4] += before.variance[sample];
    sums[at + 5] += before.events[sample];
  }

  /** The changes of a node by leaf. */
  *of(node: number): Iterable<readonly [leaf: number, change: Change]> {
    for (const [leaf, at] of this.offsets.get(node) ?? []) yield [leaf, this.changeAt(at)];
  }

  get nodes(): Iterable<number> {
    return this.offsets.keys();
  }

  private changeAt(at: number): Change {
    const [value, variance, events, valueBefore, varianceBefore, eventsBefore] = this.sums.slice(at, at + WIDTH);
    return {
      now: { value, variance, events },
      before: { value: valueBefore, variance: varianceBefore, events: eventsBefore },
    };
  }

  private offsetOf(node: number, leaf: number): number {
    let leaves = this.offsets.get(node);
    if (leaves === undefined) this.offsets.set(node, (leaves = new Map()));
    let at = leaves.get(leaf);
    if (at === undefined) {
      leaves.set(leaf, (at = this.sums.length));
      this.sums.push(0, 0, 0, 0, 0, 0);
    }
    return at;
  }
}
