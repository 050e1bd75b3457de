import { percentage, scale, scaledLabel } from '../profile/measurement';
import type { Profile } from '../profile/model';
import { baseName, isUrl } from './paths';
import { formatTime } from './time';

/** How a report prints values: the profile's total and unit, and the unit to print in. */
export interface ValueFormat {
  readonly total: number;
  readonly unit: string;
  readonly outputUnit: string;
}

export function formatValue(value: number, { unit, outputUnit }: ValueFormat): string {
  return scaledLabel(value, unit, outputUnit);
}

/** As it stands in a column: six wide. */
export function percentOfTotal(value: number, { total }: ValueFormat): string {
  return percentage(value, total).padStart(6);
}

/** The lines that describe a profile. Source: google/pprof internal/report, ProfileLabels. */
export function profileLabels(profile: Profile, sampleType: number, format: ValueFormat): string[] {
  const { comments, docUrl, timeNanos, durationNanos } = profile;
  const { file, buildId } = profile.mappings[0] ?? { file: '', buildId: '' };
  return [
    ...(file === '' || (buildId === '' && isUrl(file)) ? [] : [`File: ${baseName(file)}`]),
    ...(buildId === '' ? [] : [`Build ID: ${buildId}`]),
    ...comments.filter((comment) => !comment.startsWith('#')),
    ...named('Type', profile.sampleTypes[sampleType]!.type),
    ...named('Doc', docUrl),
    ...(timeNanos === 0 ? [] : [`Time: ${formatTime(timeNanos)}`]),
    ...(durationNanos === 0 ? [] : [durationLabel(durationNanos, format)]),
  ];
}

const named = (name: string, value: string): string[] => (value === '' ? [] : [`${name}: ${value}`]);

function durationLabel(durationNanos: number, format: ValueFormat): string {
  const duration = scaledLabel(durationNanos, 'nanoseconds', 'auto');
  const inTime = scale(format.total, format.unit, 'nanoseconds');
  const share = inTime.unit === 'ns' && inTime.value !== 0
    ? `(${percentage(Math.trunc(inTime.value), durationNanos).padStart(6)})`
    : '';
  return `Duration: ${duration}, Total samples = ${formatValue(format.total, format)} ${share}`;
}
