import { CaptureError } from '../../common/captureError';
import type { ChosenQuery, RangeChoice } from '../../fleet/chosenQuery';
import { stepSecondsOf } from '../../fleet/costOverTime';
import { filterOf, type SeenVersion, seenVersions, versionsOfCommit } from '../../fleet/deploys';
import type { FleetQuery, LabelFilter, TimeRange } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import { seriesInPieces } from '../../fleet/seriesInPieces';
import { whenText } from '../../ui/whenText';

/** A query whose times are known. */
export interface ResolvedQuery {
  readonly asked: FleetQuery;
  /** What the range means, and what it lacks, as sentences. */
  readonly notes: readonly string[];
}

interface ResolveParts {
  readonly source: FleetSource;
  readonly store: FleetStore;
  readonly now: number;
  readonly signal: AbortSignal;
  commit(signal: AbortSignal): Promise<string | undefined>;
}

const DAY_MS = 86_400_000;
/** How far back deploys are searched, in milliseconds. */
const LOOK_BACK = 7 * DAY_MS;

/**
 * Finds the times of what the user chose. Asks the store when its versions were seen if the range is that of a commit
 * or a deploy. Throws CaptureError if it has none.
 */
export async function resolvedQuery(query: ChosenQuery, parts: ResolveParts): Promise<ResolvedQuery> {
  const { store, source, now } = parts;
  const range = plainRange(query.range, store, now);
  const asked = fleetQuery(query, range);
  if (query.range.kind === 'last' || query.range.kind === 'between') return { asked, notes: ageNotes(range, parts) };
  const label = source.versionLabel;
  if (label === undefined) {
    throw new CaptureError('failed', `Which label of ${source.name} names a version is not known: edit the store to name it.`);
  }
  const options = { stepSeconds: stepSecondsOf(range), groupBy: label };
  const everyVersion = { ...asked, filters: asked.filters.filter(({ name }) => name !== label) };
  const { series } = await seriesInPieces(store, everyVersion, options, parts.signal);
  const seen = seenVersions(series, label);
  if (seen.length === 0) {
    throw new CaptureError('failed', `The label ${label} has no values in the last ${daysText(range)}: choose another range.`);
  }
  const step = options.stepSeconds * 1000;
  return query.range.kind === 'deploy'
    ? sinceDeploy(asked, seen, { label, step, now })
    : await ofCommit(asked, seen, { label, step, now }, parts);
}

interface Found {
  readonly label: string;
  readonly step: number;
  readonly now: number;
}

function sinceDeploy(asked: FleetQuery, seen: readonly SeenVersion[], { label, step, now }: Found): ResolvedQuery {
  const { version, first } = seen.at(-1)!;
  // It may have been there before the search began.
  if (first < asked.range.from + step) {
    const text = `No deploy was seen in the last ${daysText(asked.range)}: ${label} = ${version} the whole time.`;
    return { asked: withFilter(asked, filterOf(label, [version])), notes: [text] };
  }
  const range = { from: first, to: asked.range.to };
  const text = `Only ${label} = ${version}, which was first seen ${whenText(first, now)}.`;
  return { asked: { ...withFilter(asked, filterOf(label, [version])), range }, notes: [text] };
}

async function ofCommit(
  asked: FleetQuery, seen: readonly SeenVersion[], { label, step }: Found, { commit, signal }: ResolveParts,
): Promise<ResolvedQuery> {
  const digits = await commit(signal);
  if (digits === undefined) {
    throw new CaptureError('failed', 'The folder that is open has no commit: choose another range.');
  }
  const own = versionsOfCommit(seen, digits);
  if (own.length === 0) {
    const short = digits.slice(0, 8);
    const text = `No value of ${label} names the commit ${short} in the last ${daysText(asked.range)}: it may not be deployed.`;
    throw new CaptureError('failed', text);
  }
  const from = Math.max(asked.range.from, Math.min(...own.map(({ first }) => first)));
  const to = Math.min(asked.range.to, Math.max(...own.map(({ last }) => last)) + step);
  const filter = filterOf(label, own.map(({ version }) => version));
  return { asked: { ...withFilter(asked, filter), range: { from, to } }, notes: [`Only ${label} ${filter.operator} ${filter.value}.`] };
}

/** Instead of other filters of this label. */
function withFilter(asked: FleetQuery, filter: LabelFilter): FleetQuery {
  return { ...asked, filters: [...asked.filters.filter(({ name }) => name !== filter.name), filter] };
}

/** The range of a choice; of a commit or a deploy, that in which it is searched. */
export function plainRange(choice: RangeChoice, store: FleetStore, now: number): TimeRange {
  if (choice.kind === 'between') return { from: choice.from, to: choice.to };
  const length = choice.kind === 'last' ? choice.seconds * 1000 : Math.min(LOOK_BACK, store.maxAgeMs ?? Infinity);
  return { from: now - length, to: now };
}

export function fleetQuery({ type = '', service, filters }: ChosenQuery, range: TimeRange): FleetQuery {
  return { type, ...(service !== undefined && { service }), filters, range };
}

function ageNotes({ from }: TimeRange, { store: { maxAgeMs }, source, now }: ResolveParts): string[] {
  if (maxAgeMs === undefined || from >= now - maxAgeMs - 60_000) return [];
  const days = daysText({ from: now - maxAgeMs, to: now });
  return [`${source.name} answers only about the last ${days}, unless its operator chose another limit: earlier costs may be missing.`];
}

function daysText({ from, to }: TimeRange): string {
  const hours = Math.round((to - from) / 3_600_000);
  if (hours < 48) return hours === 1 ? 'hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
