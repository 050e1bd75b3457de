import { CaptureError } from '../common/captureError';
import { quoteMeta } from '../profile/common/quoteMeta';
import type { FleetQuery, LabelFilter, TimeRange } from './fleetQuery';
import type { FleetSeries, FleetStore } from './fleetStore';
import { seriesInPieces } from './seriesInPieces';
import { DAY_MS, durationText } from './timePieces';

const LOOK_BACK_MS = 7 * DAY_MS;
/** How exactly the beginning of a deploy is known. */
const STEP_SECONDS = 300;

/** The time in which builds and deploys are looked for. */
export function lookBackRange({ maxAgeMs = Infinity }: Pick<FleetStore, 'maxAgeMs'>, now: number): TimeRange {
  return { from: now - Math.min(LOOK_BACK_MS, maxAgeMs), to: now };
}

/** The versions of a time, and the distance of the points by which they are known, in milliseconds. */
export interface SeenVersions {
  readonly seen: readonly SeenVersion[];
  readonly stepMs: number;
}

/**
 * Asks which values of the version label were seen in the query's time, whatever its filter of this label. Throws
 * CaptureError if there are none, and like `seriesInPieces`.
 */
export async function versionsOf(
  query: FleetQuery,
  label: string,
  store: Pick<FleetStore, 'series' | 'maxRangeMs'>,
  signal: AbortSignal,
): Promise<SeenVersions> {
  const options = { stepSeconds: STEP_SECONDS, groupBy: label };
  const everyVersion = { ...query, filters: query.filters.filter(({ name }) => name !== label) };
  const { series } = await seriesInPieces(store, everyVersion, options, signal);
  const seen = seenVersions(series, label);
  if (seen.length > 0) return { seen, stepMs: 1000 * STEP_SECONDS };
  const { from, to } = query.range;
  const sentence = `No profile of the last ${durationText(to - from)} has the label ${label}`;
  throw new CaptureError('noProfile', `${sentence}: choose a time, or another version label.`);
}

/** A query since a version was first seen, with only this version. */
export interface SinceDeploy {
  readonly query: FleetQuery;
  readonly version: string;
  /** undefined if it was there before the search began, so that no deploy was seen. */
  readonly first: number | undefined;
}

/** The query since the newest version was first seen. */
export function sinceDeploy(query: FleetQuery, { seen, stepMs }: SeenVersions, label: string): SinceDeploy {
  const { version, first } = seen.at(-1)!;
  const ofVersion = withFilter(query, filterOf(label, [version]));
  // It may have been there before the search began.
  if (first < query.range.from + stepMs) return { query: ofVersion, version, first: undefined };
  return { query: { ...ofVersion, range: { from: first, to: query.range.to } }, version, first };
}

export function noDeployText({ from, to }: TimeRange, label: string, version: string): string {
  return `No deploy was seen in the last ${durationText(to - from)}: ${label} = ${version} the whole time.`;
}

/** Instead of other filters of this label. */
export function withFilter<Q extends Pick<FleetQuery, 'filters'>>(query: Q, filter: LabelFilter): Q {
  return { ...query, filters: [...query.filters.filter(({ name }) => name !== filter.name), filter] };
}

/** When a value of the version label was seen, in milliseconds since the epoch, as the series' points are. */
export interface SeenVersion {
  readonly version: string;
  readonly first: number;
  readonly last: number;
}

/** The values of the version label that were seen, in the order in which they came. */
export function seenVersions(series: readonly FleetSeries[], versionLabel: string): SeenVersion[] {
  const seen = new Map<string, SeenVersion>();
  for (const { labels, points } of series) {
    const version = Object.hasOwn(labels, versionLabel) ? labels[versionLabel] : '';
    if (version === '') continue;
    for (const { at, value } of points) {
      if (!(value > 0)) continue;
      const { first, last } = seen.get(version) ?? { first: at, last: at };
      seen.set(version, { version, first: Math.min(first, at), last: Math.max(last, at) });
    }
  }
  return [...seen.values()].sort((a, b) => a.first - b.first);
}

/** Digits that name a commit well enough. */
const ENOUGH_DIGITS = 7;

/** The versions that name a commit, such as `4f0d1c2`, `v1.4.2-3-g4f0d1c2` or all 40 digits of it. */
export function versionsOfCommit(versions: readonly SeenVersion[], commit: string): SeenVersion[] {
  const digits = commit.toLowerCase();
  return versions.filter(({ version }) => {
    const runs = version.toLowerCase().match(/[0-9a-f]+/g) ?? [];
    return runs.some((run) => run.length >= ENOUGH_DIGITS && digits.startsWith(run));
  });
}

/** A filter that only these values of a label pass. */
export function filterOf(name: string, values: readonly string[]): LabelFilter {
  if (values.length === 1) return { name, operator: '=', value: values[0] };
  return { name, operator: '=~', value: values.map(quoteMeta).join('|') };
}
