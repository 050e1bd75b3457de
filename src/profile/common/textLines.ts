import type { Steps } from './guard';

/**
 * Reads untrusted text line by line, in one pass. The text may be one line of 8 MB, or 8 million lines. Regular
 * expressions applied to a line must take linear time.
 */

/** Longer lines are shortened to their beginning and end. */
const MAX_LINE_LENGTH = 8192;
/** Characters per step: a few milliseconds for a slow reader. */
const STEP_LENGTH = 8192;

export interface LineSearch {
  /** Only lines that contain this text. */
  readonly having?: string;
  /** Offset of the first line. Default: 0. */
  readonly from?: number;
  /** Offset of the end. Default: the end of the text. */
  readonly until?: number;
}

/**
 * Calls `take` with each line, without its line ending, and the offset of its start.
 * @param take returns true to stop
 */
export function* eachLine(
  text: string,
  take: (line: string, start: number) => boolean | void,
  { having = '', from = 0, until = text.length }: LineSearch = {},
): Steps<void> {
  let pauseAt = from + STEP_LENGTH;
  for (let at = from; at <= until; ) {
    const foundAt = having === '' ? at : text.indexOf(having, at);
    if (foundAt === -1 || foundAt > until) return;
    const start = foundAt === at ? at : Math.max(at, text.lastIndexOf('\n', foundAt - 1) + 1);
    const end = endOfLine(text, foundAt, until);
    if (take(lineBetween(text, start, end), start) === true) return;
    at = end + 1;
    if (at < pauseAt) continue;
    pauseAt = at + STEP_LENGTH;
    yield;
  }
}

/** The first result of `read` that is not undefined. */
export function* findInLines<T>(
  text: string,
  read: (line: string, start: number) => T | undefined,
  search?: LineSearch,
): Steps<T | undefined> {
  let result: T | undefined;
  yield* eachLine(text, (line, start) => (result = read(line, start)) !== undefined, search);
  return result;
}

/** The line before the one that starts at `start`; undefined if there is none. */
export function lineBefore(text: string, start: number): string | undefined {
  if (start === 0) return undefined;
  return lineBetween(text, start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1, start - 1);
}

/** The line after the one that starts at `start`; undefined if there is none. */
export function lineAfter(text: string, start: number): string | undefined {
  const end = text.indexOf('\n', start);
  return end === -1 ? undefined : lineBetween(text, end + 1, endOfLine(text, end + 1, text.length));
}

function endOfLine(text: string, from: number, until: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 || end > until ? until : end;
}

/** The line without a carriage return at its end; only the beginning and the end of a long one. */
export function lineBetween(text: string, start: number, end: number): string {
  const last = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
  if (last - start <= MAX_LINE_LENGTH) return text.slice(start, last);
  return `${text.slice(start, start + MAX_LINE_LENGTH / 2)}…${text.slice(last - MAX_LINE_LENGTH / 2, last)}`;
}

/** The lines of a text without line endings. Splitting at `\n` alone is ten times as fast. */
export function splitLines(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}
