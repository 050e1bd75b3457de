import type { LabelFilter } from './fleetQuery';
import type { FleetSeries } from './fleetStore';

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
  const escaped = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { name, operator: '=~', value: escaped.join('|') };
}
