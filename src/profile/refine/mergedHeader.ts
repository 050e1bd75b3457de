import { exactOf } from '../wideNumbers';
import type { Mapping, Profile } from '../model';
import { namedOrLast } from '../sampleType';

type Header = Pick<
  Profile,
  | 'sampleTypes'
  | 'defaultSampleType'
  | 'namedSampleType'
  | 'dropFrames'
  | 'keepFrames'
  | 'timeNanos'
  | 'exactTimeNanos'
  | 'durationNanos'
  | 'exactDurationNanos'
  | 'periodType'
  | 'period'
  | 'exactPeriod'
  | 'comments'
  | 'docUrl'
>;

/** Merges the headers of profiles. Source: google/pprof profile, combineHeaders. */
export function mergedHeader(profiles: readonly Header[]): Header {
  const { sampleTypes, dropFrames, keepFrames, periodType } = profiles[0];
  const first = (text: (profile: Header) => string): string => profiles.map(text).find((value) => value !== '') ?? '';
  const times = profiles.map((profile) => profile.exactTimeNanos);
  const exactTimeNanos = times.reduce((earliest, time) => (earliest === 0n || time < earliest ? time : earliest), 0n);
  const durations = profiles.map((profile) => exactOf(profile.durationNanos, profile.exactDurationNanos));
  const exactDurationNanos = BigInt.asIntN(64, durations.reduce((sum, duration) => sum + duration, 0n));
  const periods = profiles.map((profile) => exactOf(profile.period, profile.exactPeriod));
  const exactPeriod = periods.reduce((longest, period) => (longest === 0n || longest < period ? period : longest), 0n);
  const namedSampleType = first((profile) => profile.namedSampleType);
  return {
    sampleTypes,
    namedSampleType,
    defaultSampleType: namedOrLast(sampleTypes, namedSampleType),
    dropFrames,
    keepFrames,
    timeNanos: Number(exactTimeNanos),
    exactTimeNanos,
    durationNanos: Number(exactDurationNanos),
    exactDurationNanos,
    periodType,
    period: Number(exactPeriod),
    exactPeriod,
    comments: [...new Set(profiles.flatMap(({ comments }) => comments))],
    docUrl: first(({ docUrl }) => docUrl),
  };
}

const EMPTY: Mapping = {
  start: 0n,
  limit: 0n,
  offset: 0n,
  file: '',
  buildId: '',
  hasFunctions: false,
  hasFilenames: false,
  hasLineNumbers: false,
  hasInlineFrames: false,
};

/**
 * Adds an empty mapping for all locations to a profile without mappings, as pprof does.
 * Source: google/pprof internal/driver, locateBinaries.
 */
export function withMapping(profile: Profile): Profile {
  if (profile.mappings.length > 0) return profile;
  const { locations } = profile;
  return { ...profile, mappings: [EMPTY], locations: { ...locations, mapping: new Uint32Array(locations.count) } };
}
