import type { Answer } from '../http/httpGet';

const MINUTE_MS = 60_000;
/** A smaller difference matters to no range. */
const MAX_SKEW_MS = MINUTE_MS;

/**
 * How a server's clock differs from this machine's, in milliseconds: negative if it is behind; undefined if the answer
 * has no time.
 * @param begin when the request began, in milliseconds since the epoch
 */
export function skewOf({ headers }: Answer, begin: number): number | undefined {
  const theirs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirs)) return undefined;
  // The header has whole seconds, of some time during the request.
  const now = Date.now();
  if (theirs + 1000 < begin) return theirs + 1000 - begin;
  return theirs > now ? theirs - now : 0;
}

/** Says that the clocks differ; empty if that does not matter. */
export function skewNotes(host: string, skewMs: number): string[] {
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return [];
  const minutes = Math.round(Math.abs(skewMs) / MINUTE_MS);
  const sentence = `The clock of ${host} is ${minutes} min ${skewMs < 0 ? 'behind' : 'ahead of'} that of this machine`;
  return [`${sentence}: the last minutes may be missing.`];
}
