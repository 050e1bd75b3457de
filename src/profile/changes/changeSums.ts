import type { Profile } from '../model';
import type { DifferenceColumns, PartColumns } from '../noise/differenceColumns';
import type { Change } from '../noise/firmChange';
import type { FrameKeys, KeySums } from '../sums/keySums';
import { sumViewInSteps } from '../sums/sumViews';
import type { Steps } from '../common/guard';

/** Costs in both profiles of a difference, by key. */
export class ChangeSums {
  constructor(
    private readonly now: PartColumns,
    private readonly before: PartColumns,
  ) {}

  get count(): number {
    return this.now.value.length;
  }

  at(key: number): Change {
    const { now, before } = this;
    return {
      now: { value: now.value[key], variance: now.variance[key], events: now.events[key] },
      before: { value: before.value[key], variance: before.variance[key], events: before.events[key] },
    };
  }
}

export interface FlatAndCum<T> {
  readonly flat: T;
  readonly cum: T;
}

/** Sums the costs in both profiles by the keys of frames. */
export function* changeSumsInSteps(
  { stacks }: Profile,
  { now, before }: DifferenceColumns,
  keys: FrameKeys,
): Steps<FlatAndCum<ChangeSums>> {
  const parts: KeySums[][] = [];
  for (const { value, variance, events } of [now, before]) {
    parts.push(yield* sumViewInSteps(stacks, [value, variance, events], keys));
  }
  return changeSums(parts[0], parts[1]);
}

/** @param now the sums of value, variance and events in `now`; `before`: the same sums in `before` */
export function changeSums(
  now: readonly FlatAndCum<Float64Array>[],
  before: readonly FlatAndCum<Float64Array>[],
): FlatAndCum<ChangeSums> {
  const part = ([value, variance, events]: typeof now, column: 'flat' | 'cum'): PartColumns => {
    return { value: value[column], variance: variance[column], events: events[column] };
  };
  const sumsOf = (column: 'flat' | 'cum') => new ChangeSums(part(now, column), part(before, column));
  return { flat: sumsOf('flat'), cum: sumsOf('cum') };
}

/** `now − before`. */
export function sizeOf({ now, before }: Change): number {
  return now.value - before.value;
}

/** The cost in both profiles together. */
export function costOf({ now, before }: Change): number {
  return now.value + before.value;
}
