import type { Steps } from './guard';

/**
 * Text from outside may be any text: one line of 8 MB, or 8 million lines. Readers see it line by line through these
 * functions, which go over it once. Expressions for a line must themselves be linear in its length.
 */

/** A longer line keeps its beginning and its end. */
const MOST_OF_LINE = 8192;
/** Text between two steps: some milliseconds where a reader takes its time. */
const STEP_LENGTH = 8192;

export interface LineSearch {
  /** Only lines with this text in them. */
  readonly having?: string;
  /** Offset of the first line, and where the text ends; the whole text otherwise. */
  readonly from?: number;
  readonly until?: number;
}

/**
 * Calls `take` with each line, without its line end, and with the offset where it begins.
 * @param take answers true where no more lines are wanted
 */
export function* eachLine(
  text: string,
  take: (line: string, start: number) => boolean | void,
  { having = '', from = 0, until = text.length }: LineSearch = {},
): Steps<void> {
  let pauseAt = from + STEP_LENGTH;
  for (let at = from; at <= until; ) {
    const found = having === '' ? at : text.indexOf(having, at);
    if (found === -1 || found > until) return;
    const start = found === at ? at : Math.max(at, text.lastIndexOf('\n', found - 1) + 1);
    const end = endOfLine(text, found, until);
    if (take(lineBetween(text, start, end), start) === true) return;
    at = end + 1;
    if (at < pauseAt) continue;
    pauseAt = at + STEP_LENGTH;
    yield;
  }
}

/** What `read` first makes of a line; undefined: of none. */
export function* findInLines<T>(
  text: string,
  read: (line: string, start: number) => T | undefined,
  search?: LineSearch,
): Steps<T | undefined> {
  let found: T | undefined;
  yield* eachLine(text, (line, start) => (found = read(line, start)) !== undefined, search);
  return found;
}

/** The line before the one that begins at `start`; undefined: there is none. */
export function lineBefore(text: string, start: number): string | undefined {
  if (start === 0) return undefined;
  return lineBetween(text, start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1, start - 1);
}

/** The line after the one that begins at `start`; undefined: there is none. */
export function lineAfter(text: string, start: number): string | undefined {
  const end = text.indexOf('\n', start);
  return end === -1 ? undefined : lineBetween(text, end + 1, endOfLine(text, end + 1, text.length));
}

function endOfLine(text: string, from: number, until: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 || end > until ? until : end;
}

function lineBetween(text: string, start: number, end: number): string {
  const last = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
  if (last - start <= MOST_OF_LINE) return text.slice(start, last);
  return `${text.slice(start, start + MOST_OF_LINE / 2)}…${text.slice(last - MOST_OF_LINE / 2, last)}`;
}
