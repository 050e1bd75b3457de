import { isDigit } from './headerLine';
import { isObject } from '../profile/common/shapes';

/**
 * Lines of programs stand in logs behind prefixes (`2026-01-02T15:04:05Z stderr F `, `web-1  | `), in JSON
 * (`{"log":"…"}`), or as one line with `\n` in it.
 */

/** Fields of a JSON line that may have what a program printed: those of Docker, journald, loggers and go test -json. */
const FIELDS = [
  'log', 'MESSAGE', 'message', 'msg', 'textPayload', 'Output', 'error', 'stack', 'stacktrace', 'stackTrace', 'stack_trace',
];

/** The end of a goroutine's first line, and what an escaped line end looks like. */
const HEADER_IN_LINE = /[\]}]:\\n/;
const COLORS = /\x1b\[[\d;]*[A-Za-z]/g;

/** Calls `take` with each line that a program printed, which stand in a line of a log. */
export function linesIn(logged: string, take: (line: string) => void): void {
  const line = logged.includes('\x1b') ? logged.replace(COLORS, '') : logged;
  const printed = line.charCodeAt(0) === 0x7b ? printedIn(line) : undefined;
  if (printed) {
    for (const text of printed) takeAll(text.split('\n'), take);
    return;
  }
  if (HEADER_IN_LINE.test(line)) {
    takeAll([...line.replaceAll('\\t', '\t').split('\\n'), ''], take);
    return;
  }
  take(line);
}

/** A text of several lines ends what it contains; one of one line, with its end, may go on in the next line. */
function takeAll(lines: readonly string[], take: (line: string) => void): void {
  const isOne = lines.length === 1 || (lines.length === 2 && lines[1] === '');
  if (isOne) return take(lines[0]);
  for (const line of lines) take(line);
  take('');
}

/** The texts in a line of JSON; undefined if it is none, or has none. */
function printedIn(line: string): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const texts = FIELDS.flatMap((field) => (typeof value[field] === 'string' ? value[field] : []));
  return texts.length > 0 ? texts : undefined;
}

/**
 * The line without a prefix that is the prefix of an earlier line, but for the numbers in it. The whole line if it has
 * no such prefix.
 */
export function withoutPrefix(line: string, prefix: string): string {
  if (prefix === '') return line;
  if (line.startsWith(prefix)) return line.slice(prefix.length);
  let at = 0;
  for (let i = 0; i < prefix.length;) {
    if (isDigit(prefix.charCodeAt(i))) {
      if (!isDigit(line.charCodeAt(at))) return line;
      while (isDigit(prefix.charCodeAt(i))) i++;
      while (isDigit(line.charCodeAt(at))) at++;
      continue;
    }
    // Some loggers cut the spaces at the end of an empty line.
    if (at === line.length) return prefix.slice(i).trim() === '' ? '' : line;
    if (line[at] !== prefix[i]) return line;
    i++;
    at++;
  }
  return line.slice(at);
}
