import { shortCommit } from '../profile/text/shortCommit';
import type { FleetQuery, LabelFilter, TimeRange } from './fleetQuery';
import type { FleetType } from './fleetStore';
import type { AskedQuery, AskedRange, MeasuredFleet } from './measuredFleet';
import { durationText } from './timePieces';

/** What Go's profiles are called, by the name of the profile and its sample type; `*` stands for every name. */
const WORDS: Readonly<Record<string, string>> = {
  'process_cpu cpu': 'CPU',
  'process_cpu samples': 'CPU samples',
  // Parca multiplies them by their period.
  'parca_agent samples': 'CPU',
  'memory alloc_space': 'Memory allocated',
  'memory alloc_objects': 'Objects allocated',
  'memory inuse_space': 'Memory in use',
  'memory inuse_objects': 'Objects in use',
  'goroutine goroutine': 'Goroutines',
  'goroutines goroutine': 'Goroutines',
  'mutex delay': 'Mutex delay',
  'mutex contentions': 'Mutex contentions',
  'block delay': 'Block delay',
  'block contentions': 'Block contentions',
  'wall wall': 'Wall time',
};

/** The profile types in words: `CPU`, `Memory allocated`; others by their names: `parca_agent cpu`. */
export function typeWords({ name, sampleType }: Pick<FleetType, 'name' | 'sampleType'>): string {
  const known = WORDS[`${name} ${sampleType}`];
  return known ?? (name === sampleType ? name : `${name} ${sampleType}`);
}

/** The kind of profile of a type: see StoredProfile.label. */
export function labelOf({ name, sampleType }: Pick<FleetType, 'name' | 'sampleType'>): string {
  if (sampleType === 'cpu' || name === 'process_cpu' || typeWords({ name, sampleType }) === 'CPU') return 'cpu';
  if (name === 'memory') return sampleType.startsWith('alloc') ? 'allocs' : 'heap';
  return name === 'goroutines' ? 'goroutine' : name;
}

/** `checkout in production`, `production` for all services. */
export function fleetName(store: string, { service }: Pick<AskedQuery, 'service'>): string {
  return service === undefined ? store : `${service} in ${store}`;
}

/** What was sent. */
interface Resolved extends Pick<FleetQuery, 'filters'> {
  /** Set if no deploy was seen, so that the query is of all the time that was searched. */
  readonly hasNoDeploy?: boolean;
}

/** When a text of times is read. */
interface TimeOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the text is stored and read on other days. */
  readonly isKept?: boolean;
}

/** `checkout in production · cpu · region=eu · last 1 h`. */
export function fleetTitle(
  fleet: Pick<MeasuredFleet, 'name' | 'asked'>,
  when: TimeOptions,
  query?: Resolved,
): string {
  const { name, asked } = fleet;
  const { type, filters } = asked;
  const what = typeWords(type);
  const kind = /^[A-Z][a-z]/.test(what) ? `${what.charAt(0).toLowerCase()}${what.slice(1)}` : what.replace(/^CPU\b/, 'cpu');
  return [fleetName(name, asked), kind, ...filters.map(filterText), askedRangeText(asked.range, when, query)].join(' · ');
}

/** `region=eu`. */
export function filterText({ name, operator, value }: LabelFilter): string {
  return `${name}${operator}${value}`;
}

/**
 * `last 1 h`, `28 Nov 12:00–13:00`, `version v1.4.2`, `since the deploy of v1.4.2`.
 * @param query unset while it was not asked
 */
export function askedRangeText(
  range: AskedRange,
  when: TimeOptions,
  query?: Resolved,
): string {
  switch (range.kind) {
    case 'last':
      return `last ${durationText(range.ms)}`;
    case 'between':
      return timesText(range, when);
    case 'build':
      return `${range.label} ${shortValue(range.value)}`;
    case 'deploy': {
      const version = query?.filters.find(({ name }) => name === range.label)?.value;
      if (version === undefined) return 'since the last deploy';
      return query?.hasNoDeploy ? `${range.label} ${shortValue(version)}` : `since the deploy of ${shortValue(version)}`;
    }
    default:
      return range satisfies never;
  }
}

/** `12:00–13:00` of today, `28 Nov 12:00–13:00`, `27 Nov 23:00 – 28 Nov 01:00`, `28 Nov 2025 12:00–13:00`. */
export function timesText({ from, to }: TimeRange, { now, isKept = false }: TimeOptions): string {
  const [first, last, today] = [from, to, now].map((time) => dayOf(time, now));
  if (first !== last) return `${first} ${timeOf(from)} – ${last} ${timeOf(to)}`;
  const times = `${timeOf(from)}–${timeOf(to)}`;
  return first === today && !isKept ? times : `${first} ${times}`;
}

/** The hash of a commit as git shortens it; other values whole. */
function shortValue(value: string): string {
  return /^[0-9a-f]{40}$/.test(value) ? shortCommit(value) : value;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In this machine's time zone, with the year if it is another one than now. */
function dayOf(time: number, now: number): string {
  const date = new Date(time);
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

function timeOf(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
