import type { Profile } from '../model';
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
  | 'periodType'
  | 'period'
  | 'comments'
  | 'docUrl'
>;

/** What several profiles together say of themselves. Source: google/pprof profile, combineHeaders. */
export function mergedHeader(profiles: readonly Profile[]): Header {
  const { sampleTypes, dropFrames, keepFrames, periodType } = profiles[0]!;
  const first = (text: (profile: Profile) => string): string => profiles.map(text).find((found) => found !== '') ?? '';
  const times = profiles.map((profile) => profile.exactTimeNanos);
  const exactTimeNanos = times.reduce((least, time) => (least === 0n || time < least ? time : least), 0n);
  const namedSampleType = first((profile) => profile.namedSampleType);
  return {
    sampleTypes,
    namedSampleType,
    defaultSampleType: namedOrLast(sampleTypes, namedSampleType),
    dropFrames,
    keepFrames,
    timeNanos: Number(exactTimeNanos),
    exactTimeNanos,
    durationNanos: profiles.reduce((sum, { durationNanos }) => sum + durationNanos, 0),
    periodType,
    period: profiles.reduce((most, { period }) => (most === 0 || most < period ? period : most), 0),
    comments: [...new Set(profiles.flatMap(({ comments }) => comments))],
    docUrl: first(({ docUrl }) => docUrl),
  };
}
