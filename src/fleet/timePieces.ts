import { CaptureError } from '../common/captureError';
import type { TimeRange } from './fleetQuery';

/** A store that answers shorter ranges only would be asked for hours. */
const MAX_PIECES = 2000;

/** A range that is longer than a store allows. The store knows its limit now: a shorter range can be asked. */
export class RangeLimitError extends CaptureError {}

/**
 * Pieces of a range, in the order of time: all are `pieceMs` long but the last, which may be shorter. Throws
 * CaptureError if they are too many.
 * @param pieceMs undefined: one piece
 */
export function cutRange(range: TimeRange, pieceMs: number | undefined): TimeRange[] {
  const { from, to } = range;
  if (pieceMs === undefined || to - from <= pieceMs) return [range];
  const count = Math.ceil((to - from) / pieceMs);
  if (count > MAX_PIECES) {
    const sentence = `The range would take ${count} questions, because the store allows ${durationText(pieceMs)} for each`;
    throw new CaptureError('httpStatus', `${sentence}: ask for a shorter time.`);
  }
  const starts = Array.from({ length: count }, (_, i) => from + i * pieceMs);
  return starts.map((start) => ({ from: start, to: Math.min(to, start + pieceMs) }));
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `24 h`, `7 days`, `90 s`, `2 h 3 min`. */
export function durationText(ms: number): string {
  const inUnit = (size: number): number => Math.round((ms / size) * 10) / 10;
  if (ms < 2 * MINUTE_MS) return ms === MINUTE_MS ? '1 min' : `${inUnit(SECOND_MS)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 120) return minutes === 60 ? '1 h' : `${minutes} min`;
  if (minutes * MINUTE_MS >= 2 * DAY_MS) return `${inUnit(DAY_MS)} days`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** In the time zone of this machine: `2026-11-07 00:00 to 2026-11-08 00:00`. */
export function rangeText({ from, to }: TimeRange): string {
  return `${timeText(from)} to ${timeText(to)}`;
}

function timeText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Calls `act` for each item in order, a few at once. Throws its first failure, after those under way have ended. */
export async function fewAtOnce<T, R>(items: readonly T[], limit: number, act: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const rest = items.entries();
  let failure: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (const [i, item] of rest) {
      if (failure) return;
      try {
        results[i] = await act(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failure) throw failure.error;
  return results;
}
