import { readBombardierJson } from './bombardier';
import { readOhaJson } from './heyAndOha';
import type { Report } from './report';
import { readVegetaJson } from './vegeta';

/** How many braces before a key are tried as the beginning of its report. */
const MOST_BEGINNINGS = 8;
/** Characters of the longest report: vegeta lists all messages of errors, bombardier repeats the body that it sends. */
const LONGEST = 1 << 19;
/** Characters that are read, at most, to find the end of a report. */
const MOST_READ = 4 * LONGEST;

type Json = Readonly<Record<string, never>>;

/**
 * The report in JSON that has a key at `at`, with other text around it, on one line or many, its keys in any order.
 * Of objects in one another, the outermost that is a report counts.
 */
export function readJsonReport(text: string, at: number): Report | undefined {
  let report: Report | undefined;
  let left = MOST_READ;
  let start = at;
  for (let i = 0; i < MOST_BEGINNINGS; i++) {
    start = start <= 0 ? -1 : text.lastIndexOf('{', start - 1);
    if (start < 0 || at - start > LONGEST) break;
    const end = endOfObject(text, start, LONGEST);
    left -= (end < 0 ? Math.min(text.length, start + LONGEST) : end) - start;
    if (end > at) report = reportOf(parse(text.slice(start, end))) ?? report;
    if (left < LONGEST) break;
  }
  return report;
}

function reportOf(json: Json | undefined): Report | undefined {
  if (json === undefined) return undefined;
  // The result of bombardier stands for the whole, whose spec may be too long.
  const bombardier = readBombardierJson(json) ?? readBombardierJson({ result: json });
  return readVegetaJson(json) ?? bombardier ?? readOhaJson(json);
}

/** The position after the brace that closes the one at `start`; -1 if it is not within `limit` characters. */
function endOfObject(text: string, start: number, limit: number): number {
  let depth = 0;
  let inString = false;
  const stop = Math.min(text.length, start + limit);
  for (let at = start; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c && inString) at++;
    else if (code === 0x22) inString = !inString;
    else if (inString) continue;
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return -1;
}

function parse(text: string): Json | undefined {
  for (const each of [text, withoutGoEscapes(text)]) {
    try {
      const value: unknown = JSON.parse(each);
      return typeof value === 'object' && value !== null ? (value as Json) : undefined;
    } catch {
      // Tried again without the escapes of Go; then it is no JSON.
    }
  }
  return undefined;
}

/** bombardier quotes texts as Go does, with escapes such as `\x00` that JSON does not have. */
function withoutGoEscapes(text: string): string {
  return text.replace(/\\(?:x[\da-f]{2}|U[\da-f]{8}|[\s\S])/g, (escape) => (/^\\["\\/bfnrtu]/.test(escape) ? escape : '?'));
}
