import { formatValue, percentage, percentColumn } from '../profile/text/reportColumns';
import type { ValueFormat } from '../profile/answers/table';
import { scale, scaledLabel } from '../profile/text/measurement';
import type { Profile } from '../profile/model';
import type { ReportOptions } from './reportOptions';
import { baseName, isUrl } from './paths';
import { formatTime } from './time';
import type { PrintedGraph, ReportRequest } from './prepare';

/** The name of the main binary; empty if unknown. */
export function titleOf({ mappings }: Profile): string {
  const { file, buildId } = mappings[0] ?? { file: '', buildId: '' };
  return file === '' || (buildId === '' && isUrl(file)) ? '' : baseName(file);
}

/** The lines that describe a profile. Source: google/pprof internal/report, ProfileLabels. */
export function profileLabels(request: ReportRequest, format: ValueFormat, spelling = pprofSpelling(format)): string[] {
  const { profile } = request;
  const { comments, docUrl, exactTimeNanos, durationNanos, mappings } = profile;
  return [
    ...field('File', titleOf(profile)),
    ...field('Build ID', mappings[0]?.buildId ?? ''),
    ...comments.filter((comment) => !comment.startsWith('#')),
    ...field('Type', typeName(request)),
    ...field('Doc', docUrl),
    ...(exactTimeNanos === 0n ? [] : [`Time: ${formatTime(exactTimeNanos)}`]),
    ...(durationNanos === 0 ? [] : [durationLabel(durationNanos, format, spelling)]),
  ];
}

/** The name of the sample type: `cpu`, `mean_alloc_space`. */
export function typeName({ profile, sampleType, options }: ReportRequest): string {
  const { type } = profile.sampleTypes[sampleType];
  return options.refinement.mean === true ? `mean_${type}` : type;
}

/** How the figures of a header are written. */
export interface Spelling {
  value(value: number): string;
  share(value: number, total: number): string;
  /** The share in the column of a report. */
  shareColumn(value: number, total: number): string;
  duration(nanos: number): string;
  /** A number of nodes or edges. */
  count(count: number): string;
}

function pprofSpelling(format: ValueFormat): Spelling {
  return {
    value: (value) => formatValue(value, format),
    share: percentage,
    shareColumn: percentColumn,
    duration: (nanos) => scaledLabel(nanos, 'nanoseconds', 'auto'),
    count: String,
  };
}

const field = (name: string, value: string): string[] => (value === '' ? [] : [`${name}: ${value}`]);

function durationLabel(durationNanos: number, format: ValueFormat, spelling: Spelling): string {
  const duration = spelling.duration(durationNanos);
  const inTime = scale(format.total, format.unit, 'nanoseconds');
  const share = inTime.unit === 'ns' && inTime.value !== 0
    ? `(${spelling.shareColumn(wholeNanos(inTime.value), durationNanos)})`
    : '';
  return `Duration: ${duration}, Total samples = ${spelling.value(format.total)} ${share}`;
}

/** Go's conversion of a float64 to an int64; numbers out of range become -2^63. */
function wholeNanos(value: number): number {
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2 ** 63);
}

/** The lines above a text report, or in the legend of a graph. Source: google/pprof internal/report, reportLabels. */
export function reportLabels(
  request: ReportRequest,
  printed: PrintedGraph,
  isPicture: boolean,
  spelling = pprofSpelling(printed.format),
): string[] {
  const { options } = request;
  return [
    ...(isPicture || !options.compactLabels ? profileLabels(request, printed.format, spelling) : []),
    ...activeFilters(options),
    ...selectionLabels(printed, options, isPicture, spelling),
    ...(isPicture ? ['\nSee https://git.io/JfYMW for how to read the graph'] : []),
  ];
}

const FILTERS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide',
] as const;
/** The length to which pprof truncates a filter before it appends `…`. */
const MAX_FILTER_BYTES = 80;

function activeFilters({ refinement }: ReportOptions): string[] {
  const filters = FILTERS.filter((name) => refinement[name]).map((name) => `${name}=${refinement[name]}`);
  return filters.length === 0 ? [] : ['Active filters:', ...filters.map((filter) => `   ${cutFilter(filter)}`)];
}

function cutFilter(filter: string): string {
  const bytes = new TextEncoder().encode(filter);
  return bytes.length <= MAX_FILTER_BYTES ? filter : `${new TextDecoder().decode(bytes.subarray(0, MAX_FILTER_BYTES))}…`;
}

function selectionLabels(
  printed: PrintedGraph,
  options: ReportOptions,
  isPicture: boolean,
  spelling: Spelling,
): string[] {
  const { selected, rows, flatSum, format: { total } } = printed;
  const { droppedNodes, droppedEdges, originalCount } = selected;
  const { nodeFraction, edgeFraction } = options;
  const { value, share, count } = spelling;
  const summary = `Showing nodes accounting for ${value(flatSum)}, ${share(flatSum, total)} of ${value(total)} total`;
  if (total === 0) return [summary];
  const limit = (fraction: number): string => value(cutOff(total, fraction));
  const counted = (dropped: number, noun: string): string => `${count(dropped)} ${noun}${dropped > 1 ? 's' : ''}`;
  return [
    summary,
    ...(droppedNodes > 0 ? [`Dropped ${counted(droppedNodes, 'node')} (cum <= ${limit(nodeFraction)})`] : []),
    ...(isPicture && droppedEdges > 0 ? [`Dropped ${counted(droppedEdges, 'edge')} (freq <= ${limit(edgeFraction)})`] : []),
    ...(rows.length > 0 && rows.length < originalCount ? [`Showing top ${count(rows.length)} nodes out of ${count(originalCount)}`] : []),
  ];
}

/** The limit that a report names if it dropped nodes or edges. */
export const cutOff = (total: number, fraction: number): number => Math.abs(Math.trunc(total * fraction));
