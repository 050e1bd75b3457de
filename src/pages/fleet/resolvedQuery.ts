import { CaptureError } from '../../common/captureError';
import type { ChosenQuery, RangeChoice } from '../../fleet/chosenQuery';
import {
  filterOf, lookBackRange, noDeployText, type SeenVersions, sinceDeploy, versionsOf, versionsOfCommit, withFilter,
} from '../../fleet/deploys';
import type { FleetQuery, TimeRange } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import { isCut } from '../../fleet/storeAge';
import { durationText } from '../../fleet/timePieces';
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
  const versions = await versionsOf(asked, label, store, parts.signal);
  return query.range.kind === 'deploy'
    ? ofDeploy(asked, versions, label, now)
    : await ofCommit(asked, versions, label, parts);
}

function ofDeploy(asked: FleetQuery, versions: SeenVersions, label: string, now: number): ResolvedQuery {
  const { query, version, first } = sinceDeploy(asked, versions, label);
  if (first === undefined) return { asked: query, notes: [noDeployText(asked.range, label, version)] };
  return { asked: query, notes: [`Only ${label} = ${version}, which was first seen ${whenText(first, now)}.`] };
}

async function ofCommit(
  asked: FleetQuery, { seen, stepMs }: SeenVersions, label: string, { commit, signal }: ResolveParts,
): Promise<ResolvedQuery> {
  const digits = await commit(signal);
  if (digits === undefined) {
    throw new CaptureError('failed', 'The folder that is open has no commit: choose another range.');
  }
  const own = versionsOfCommit(seen, digits);
  if (own.length === 0) {
    const short = digits.slice(0, 8);
    const text = `No value of ${label} names the commit ${short} in the last ${durationText(asked.range.to - asked.range.from)}: it may not be deployed.`;
    throw new CaptureError('failed', text);
  }
  const from = Math.max(asked.range.from, Math.min(...own.map(({ first }) => first)));
  const to = Math.min(asked.range.to, Math.max(...own.map(({ last }) => last)) + stepMs);
  const filter = filterOf(label, own.map(({ version }) => version));
  return { asked: { ...withFilter(asked, filter), range: { from, to } }, notes: [`Only ${label} ${filter.operator} ${filter.value}.`] };
}

/** The range of a choice; of a commit or a deploy, that in which it is searched. */
export function plainRange(choice: RangeChoice, store: FleetStore, now: number): TimeRange {
  if (choice.kind === 'between') return { from: choice.from, to: choice.to };
  if (choice.kind === 'last') return { from: now - choice.seconds * 1000, to: now };
  return lookBackRange(store, now);
}

export function fleetQuery({ type = '', service, filters }: ChosenQuery, range: TimeRange): FleetQuery {
  return { type, ...(service !== undefined && { service }), filters, range };
}

function ageNotes(range: TimeRange, { store, source, now }: ResolveParts): string[] {
  if (!isCut(store, range, now)) return [];
  return [`${source.name} answers only about the last ${durationText(store.maxAgeMs!)}, unless its operator chose another limit: earlier costs may be missing.`];
}
