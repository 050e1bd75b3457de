import type { Profile } from '../model';
import { withTypes } from './comparable';

/** Fields of a profile that are not true. */
export interface UnknownFields {
  readonly period?: true;
  readonly duration?: true;
  readonly time?: true;
  /** How many samples there are. */
  readonly counts?: true;
}

/** The profile with these fields unset. A profile of nothing but counts keeps them. */
export function withoutFields(profile: Profile, { period, duration, time, counts }: UnknownFields): Profile {
  return withoutCounts({
    ...profile,
    ...(period && { period: 0, exactPeriod: 0n }),
    ...(duration && { durationNanos: 0, exactDurationNanos: 0n }),
    ...(time && { timeNanos: 0, exactTimeNanos: 0n }),
  }, counts);
}

function withoutCounts(profile: Profile, areUnknown = false): Profile {
  const { sampleTypes } = profile;
  const kept = sampleTypes.flatMap(({ type, unit }, i) => (type === 'samples' && unit === 'count' ? [] : [i]));
  if (!areUnknown || kept.length === 0 || kept.length === sampleTypes.length) return profile;
  return withTypes(profile, kept);
}
