import type { AnsweredRequests } from '../../captures/disk/answeredRequests';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import type { AskedQuery } from '../../fleet/measuredFleet';
import { countRequests } from '../../fleet/requests/countRequests';
import { isCut } from '../../fleet/storeAge';
import { isAbort } from '../../profile/common/guard';
import type { SavedSources } from '../targets/savedSources';
import type { TakenFleet } from './takeFleet';

/** How many requests an answer is of, or why that is not known, without a period; neither if it has no use. */
export interface CountedRequests {
  readonly requests?: AnsweredRequests;
  readonly why?: string;
}

/** Counts the requests that a store's answer will be of, where the source says how. Never rejects. */
export async function requestsOf(
  { source, asked }: { readonly source: FleetSource; readonly asked: AskedQuery },
  query: FleetQuery,
  store: FleetStore,
  sources: SavedSources,
  signal: AbortSignal,
): Promise<CountedRequests> {
  const { requests: counter, kind, name } = source;
  // Others have profiles of parts of the time only.
  if (!counter || !asked.type.isDelta || kind !== 'pyroscope') return {};
  if (isCut(store, query.range, Date.now())) return { why: `${name} has left out a part of the time` };
  try {
    const connection = await sources.openCounter(source, counter);
    const count = await countRequests(counter, query, connection, signal);
    if (count === undefined) return { why: 'its query for requests counts none in this time' };
    const seconds = (query.range.to - query.range.from) / 1000;
    return { requests: { count: Math.max(1, Math.round(count)), perSecond: count / seconds, seconds } };
  } catch (error) {
    // What has come may be kept, and lacks a part then.
    if (isAbort(error)) return {};
    return { why: (error as Error).message.replace(/\.$/, '') };
  }
}

/** The same once the answer is known, which may lack a part of the time. */
export function ofWhole(
  { requests, why }: CountedRequests,
  { missing, unreadable }: Pick<TakenFleet, 'missing' | 'unreadable'>,
): CountedRequests {
  if (requests && missing.length > 0) return { why: 'a part of the time is missing' };
  if (requests && unreadable > 0) return { why: 'a part of the profiles could not be read' };
  return { ...(requests && { requests }), ...(why !== undefined && { why }) };
}
