import type { QueryEngine } from '../../engine/client';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetProfile, FleetStore } from '../../fleet/fleetStore';
import { askInPieces, type MissingPiece, type PiecesProgress } from '../../fleet/pieces';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { FleetSum } from './fleetSum';

export interface TakeFleetOptions {
  readonly signal: AbortSignal;
  /**
   * Aborted when no more pieces are to be asked for. What `keeps` answers then decides whether what has come becomes
   * the capture, or the signal's reason is thrown.
   */
  readonly stop: AbortSignal;
  readonly keeps: (came: number, all: number) => Promise<boolean>;
  readonly report: (stage: string) => void;
}

/** What a store answered, added up. */
export interface TakenFleet {
  /** Gzipped. */
  readonly bytes: Uint8Array;
  readonly unknown: FleetProfile['unknown'];
  readonly notes: readonly string[];
  readonly missing: readonly MissingPiece[];
  /** How many profiles that came could not be read. */
  readonly unreadable: number;
}

/**
 * Asks a store for a profile of a range of any length, in pieces, and adds them up. undefined if there is no data. A
 * piece that fails keeps the others. Throws CaptureError if all fail, EngineError, or a signal's reason on abort.
 */
export async function takeFleet(
  store: FleetStore,
  query: FleetQuery,
  how: TakeFleetOptions,
  engine: QueryEngine,
): Promise<TakenFleet | undefined> {
  const sum = new FleetSum(engine, how.signal);
  try {
    return await takeInto(sum, store, query, how);
  } finally {
    sum.dispose();
  }
}

async function takeInto(
  sum: FleetSum,
  store: FleetStore,
  query: FleetQuery,
  { signal, stop, keeps, report }: TakeFleetOptions,
): Promise<TakenFleet | undefined> {
  const { profiles, pieces, missing, notes } = await askInPieces(store, query, {
    signal: AbortSignal.any([signal, stop]),
    maxUnpackedBytes: memoryLimit(),
    onProfile: (profile) => sum.add(profile),
    onProgress: (progress) => report(progressText(progress)),
  });
  signal.throwIfAborted();
  if (stop.aborted && (profiles === 0 || !(await keeps(pieces - missing.length, pieces)))) throw stop.reason;
  if (profiles === 0) return undefined;
  report('adding up the profiles');
  const { bytes, unknown, notes: ofSum, unreadable } = await sum.end();
  return { bytes, unknown, notes: [...notes, ...ofSum], missing, unreadable };
}

/** `3 of 7 pieces · 4.2 MB received`. */
function progressText({ done, all, read, receivedBytes, retryInMs }: PiecesProgress): string {
  const parts = [
    all > 1 && `${done} of ${all} pieces`,
    read && `${read.count}${read.all === undefined ? '' : ` of ${read.all}`} profiles read`,
    receivedBytes > 0 && `${(receivedBytes / 1e6).toFixed(1)} MB received`,
    retryInMs !== undefined && `the store is busy: asked again in ${Math.ceil(retryInMs / 1000)} s`,
  ];
  return parts.filter(Boolean).join(' · ') || 'waiting for the store';
}
