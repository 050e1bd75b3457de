import { exactOf } from '../wideNumbers';
import type { Profile } from '../model';
import { compacted, nonZeroSamples } from './compact';
import { madeComparable } from './comparable';
import { RefinementError } from '../errors';
import { mergedHeader, withMapping } from './mergedHeader';
import { MergedRows } from './mergedRows';

/**
 * Merges profiles: samples with the same stack and labels become one sample with the sums of their values; a sample
 * whose sums are all 0 is dropped. Only common sample types are kept. A single profile is returned unchanged.
 * Source: google/pprof internal/driver, combineProfiles, and profile, Merge.
 * @throws RefinementError if there are no profiles, or they are not comparable: see madeComparable
 */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  if (profiles.length === 0) throw new RefinementError('profiles', 'there are none to merge; valid: one or more');
  return combine(profiles, 'profiles');
}

/**
 * Like mergeProfiles, for profiles of several processes in the same time: the sum is of that time, not of the sum of
 * their durations, as in pprof.
 */
export function mergeOfSameTime(profiles: readonly Profile[]): Profile {
  const merged = mergeProfiles(profiles);
  const exactDurationNanos = profiles.map(durationOf).reduce((longest, each) => (each > longest ? each : longest));
  return { ...merged, durationNanos: Number(exactDurationNanos), exactDurationNanos };
}

export function durationOf({ durationNanos, exactDurationNanos }: Profile): bigint {
  return exactOf(durationNanos, exactDurationNanos);
}

/** Like mergeProfiles; an error names `field`. */
export function combine(profiles: readonly Profile[], field: string): Profile {
  const comparable = madeComparable(profiles, field);
  if (comparable.length === 1) return comparable[0];
  return withoutZeros(mergeRows(comparable.map(withMapping)));
}

/** Without samples whose values are all 0. */
export function withoutZeros(merged: Profile): Profile {
  const isPicked = nonZeroSamples(merged);
  return isPicked.every((flag) => flag === 1) ? merged : compacted(merged, isPicked);
}

function mergeRows(profiles: readonly Profile[]): Profile {
  const merged = new MergedRows(profiles);
  for (const profile of profiles) merged.add(profile);
  return { ...mergedHeader(profiles), ...merged.columns() };
}
