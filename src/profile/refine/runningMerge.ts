import type { Profile } from '../model';
import { haveSameTypes } from './comparable';
import { durationOf, withoutZeros } from './merge';
import { mergedHeader, withMapping } from './mergedHeader';
import { MergedRows } from './mergedRows';

/**
 * Like mergeOfSameTime, one profile after the other: memory is that of the sum and of one profile. All must have
 * the same sample types: see haveSameTypes.
 */
export class RunningMerge {
  private header: ReturnType<typeof mergedHeader>;
  private longest: bigint;
  /** A single profile is returned unchanged. */
  private first: Profile | undefined;
  private rows: MergedRows | undefined;

  constructor(first: Profile) {
    this.first = first;
    this.header = mergedHeader([first]);
    this.longest = durationOf(first);
  }

  /** The sum is of no use if this throws. */
  add(profile: Profile): void {
    if (this.first) {
      this.rows = new MergedRows([this.first]);
      this.rows.add(withMapping(this.first));
      this.first = undefined;
    }
    this.rows!.add(withMapping(profile));
    const duration = durationOf(profile);
    this.longest = duration > this.longest ? duration : this.longest;
    this.header = mergedHeader([this.header, profile]);
  }

  /** Whether `add` can add this profile. */
  fits(profile: Profile): boolean {
    return haveSameTypes(this.header, profile);
  }

  sum(): Profile {
    if (this.first) return this.first;
    const { header, longest } = this;
    const merged = { ...header, ...this.rows!.columns(), durationNanos: Number(longest), exactDurationNanos: longest };
    return withoutZeros(merged);
  }
}
