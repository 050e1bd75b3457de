import type { FleetQuery, TimeRange } from '../fleetQuery';
import type { FleetSeries, FleetType, SeriesOptions } from '../fleetStore';
import type { ProfileOutline } from '../outlineReader';
import { type Labels, labelTest } from './labelTest';

/** A profile of a store that does not merge: what its labels are, and what it says of itself. */
export interface SingleProfile {
  readonly labels: Labels;
  /** When it was taken: milliseconds since the epoch; 0 if it does not say. */
  readonly timeMs: number;
  readonly type: FleetType;
  /** The sum of its values, of the type. */
  readonly total: number;
}

/** Whether a profile answers a query. */
export function queryTest(query: FleetQuery, serviceLabel: string | undefined): (profile: SingleProfile) => boolean {
  const { service, type, range } = query;
  const own = service === undefined || serviceLabel === undefined ? [] : [{ name: serviceLabel, operator: '=', value: service } as const];
  const isMatch = labelTest([...own, ...query.filters]);
  return (profile) => (type === '' || profile.type.id === type) && isWithin(profile.timeMs, range) && isMatch(profile.labels);
}

export function isWithin(timeMs: number, { from, to }: TimeRange): boolean {
  return from <= timeMs && timeMs < to;
}

/** The words that tell kinds of profiles apart, in a sample type, and what the kind is called. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^cpu\//, 'cpu'], [/^(?:inuse|alloc)_space\//, 'heap'], [/^contentions\//, 'contention'], [/^goroutine\//, 'goroutine'],
  [/^threadcreate\//, 'threadcreate'],
];

/** The type of profiles with these sample types: its id is `samples/count cpu/nanoseconds`. */
export function typeOf({ sampleTypes, defaultType }: Pick<ProfileOutline, 'sampleTypes' | 'defaultType'>): FleetType {
  const shown = sampleTypes[shownColumn({ sampleTypes, defaultType })] ?? '';
  const slash = shown.lastIndexOf('/');
  const sampleType = shown.slice(0, slash);
  const [, kind] = KINDS.find(([word]) => sampleTypes.some((type) => word.test(type))) ?? [];
  const isOfMoment = /^inuse_|^goroutine$|^threadcreate$/.test(sampleType);
  return { id: sampleTypes.join(' '), name: kind ?? sampleType, sampleType, unit: shown.slice(slash + 1), isDelta: !isOfMoment };
}

/** The index of the sample type that is shown first, as in pprof: the default one, else the last. */
export function shownColumn({ sampleTypes, defaultType }: Pick<ProfileOutline, 'sampleTypes' | 'defaultType'>): number {
  const named = sampleTypes.findIndex((type) => type.startsWith(`${defaultType}/`));
  return defaultType === '' || named < 0 ? sampleTypes.length - 1 : named;
}

/**
 * The cost over time. A step has the sum of its profiles; of what is in use at a moment, their mean, because a process
 * may have several moments in a step.
 */
export function seriesOf(profiles: readonly SingleProfile[], { stepSeconds, groupBy }: SeriesOptions): FleetSeries[] {
  const stepMs = 1000 * stepSeconds;
  const groups = new Map<string, Map<number, { sum: number; count: number }>>();
  for (const { labels, timeMs, total } of profiles) {
    for (const value of groupBy === undefined ? [''] : labels[groupBy] ?? ['']) {
      const steps = groups.get(value) ?? new Map<number, { sum: number; count: number }>();
      groups.set(value, steps);
      const at = Math.floor(timeMs / stepMs) * stepMs;
      const { sum, count } = steps.get(at) ?? { sum: 0, count: 0 };
      steps.set(at, { sum: sum + total, count: count + 1 });
    }
  }
  const isDelta = profiles[0]?.type.isDelta ?? true;
  return [...groups].map(([value, steps]) => ({
    labels: groupBy === undefined || value === '' ? {} : { [groupBy]: value },
    points: [...steps]
      .map(([at, { sum, count }]) => ({ at, value: isDelta ? sum : sum / count }))
      .sort((a, b) => a.at - b.at),
  }));
}

/** Each type once, by its id. */
export function typesOf(profiles: readonly SingleProfile[]): FleetType[] {
  const byId = new Map<string, FleetType>();
  for (const { type } of profiles) byId.set(type.id, type);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** More values are not sorted, because that takes long. */
const MAX_SORTED = 5000;

/** The values of a label, each once. */
export function valuesOf(profiles: readonly SingleProfile[], name: string): string[] {
  const values = new Set<string>();
  for (const { labels } of profiles) for (const value of labels[name] ?? []) values.add(value);
  return values.size > MAX_SORTED ? [...values] : [...values].sort();
}
