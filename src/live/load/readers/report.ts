import type { ErrorText, Latency, LoadErrors, LoadResult } from '../loadResult';

/** What a reader finds in a report, before its end is added. */
export type Report = Omit<LoadResult, 'output'>;

/** The messages of errors that are kept. */
const MOST_TEXTS = 5;
const MOST_CHARACTERS = 200;

/** Removes the fields that are not known. */
export function known<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The latency from its known fields; undefined if there are none. */
export function latencyOf(fields: Latency): Latency | undefined {
  const latency = known(fields);
  return Object.keys(latency).length > 0 ? latency : undefined;
}

/** @param failed the number of answers with status 400 or above */
export function errorsOf(failed: number, unanswered: number, texts: readonly ErrorText[]): LoadErrors {
  return { count: failed + unanswered, unanswered, texts: mostFrequent(texts) };
}

function mostFrequent(texts: readonly ErrorText[]): ErrorText[] {
  const sorted = [...texts].sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  return sorted.slice(0, MOST_TEXTS).map(({ text, ...rest }) => ({ text: cleanText(text), ...rest }));
}

function cleanText(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS - 1)}…` : clean;
}

/** How many answers have a status of 400 or above. */
export function failedIn(statuses: Readonly<Record<string, number>>): number {
  return sum(Object.entries(statuses).filter(([status]) => /^[4-9]/.test(status)).map(([, count]) => count));
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

/** Answers and successes per second, from a rate that counts `counted` requests. */
export function ratesOf(rate: number, counted: number, answered: number, failed: number) {
  const partOf = (count: number) => (count === counted ? rate : (rate * count) / counted);
  return { answeredPerSecond: partOf(answered), successesPerSecond: partOf(answered - failed) };
}

/** The lines of a text from a position on, one at a time, so that a reader may stop early. */
export function* linesFrom(text: string, start: number): Generator<string> {
  for (let at = start; at < text.length;) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    yield text.slice(at, stop).replace(/\r$/, '');
    at = stop + 1;
  }
}
