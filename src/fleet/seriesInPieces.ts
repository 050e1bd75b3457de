import { isAbort } from '../profile/common/guard';
import type { FleetQuery, TimeRange } from './fleetQuery';
import type { FleetSeries, FleetStore, SeriesOptions } from './fleetStore';
import { cutRange, fewAtOnce } from './timePieces';

export interface SeriesOfPieces {
  readonly series: readonly FleetSeries[];
  readonly pieces: number;
  /** How many the store answered for one piece, at most. */
  readonly mostSeries: number;
  /** The ranges of which the store could not answer, in the order of time. */
  readonly missing: readonly TimeRange[];
  /** Why it could not answer the first of them. */
  readonly failure?: unknown;
}

/** Questions to one store at a time. */
const AT_ONCE = 3;

/**
 * The cost over a range of any length, asked in pieces within the limit of the store. The store's series of each piece
 * are separate ones. Throws the failure if all pieces fail, and the signal's reason on abort.
 * @param onPiece called with the number of answered pieces and that of all
 */
export async function seriesInPieces(
  store: Pick<FleetStore, 'series' | 'maxRangeMs'>,
  query: FleetQuery,
  options: SeriesOptions,
  signal: AbortSignal,
  onPiece: (answered: number, all: number) => void = () => undefined,
): Promise<SeriesOfPieces> {
  const step = options.stepSeconds * 1000;
  const limit = store.maxRangeMs;
  const ranges = cutRange(query.range, limit && Math.max(1, Math.floor(limit / step)) * step);
  const failures = new Map<number, unknown>();
  let answered = 0;
  const answers = await fewAtOnce([...ranges.entries()], AT_ONCE, async ([i, range]) => {
    signal.throwIfAborted();
    try {
      return await store.series({ ...query, range }, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isAbort(error)) throw error;
      failures.set(i, error);
      return [];
    } finally {
      onPiece(++answered, ranges.length);
    }
  });
  signal.throwIfAborted();
  const failed = [...failures.keys()].sort((a, b) => a - b);
  if (failed.length === ranges.length) throw failures.get(0);
  return {
    series: answers.flat(),
    mostSeries: Math.max(...answers.map(({ length }) => length)),
    pieces: ranges.length,
    missing: failed.map((i) => ranges[i]),
    ...(failed.length > 0 && { failure: failures.get(failed[0]) }),
  };
}
