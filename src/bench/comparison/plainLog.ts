import type { Steps } from '../../profile/common/guard';
import { quoteMeta } from '../../profile/common/quoteMeta';

/**
 * The output of `go test` in a log, as `go test` printed it: without colors and other control sequences of a terminal,
 * and without what a CI system or a container runtime puts before each line, such as a time or `test  | `. Such a
 * prefix is known by lines whose rest only `go test` prints. Lines stay lines. Runs in steps.
 */
export function* plainLog(text: string): Steps<string> {
  const hasControls = text.includes('\x1b');
  const prefixes = yield* linePrefixes(text);
  if (!hasControls && prefixes.length === 0) return text;
  const lines: string[] = [];
  yield* eachWholeLine(text, (line) => void lines.push(withoutPrefix(withoutControls(line), prefixes)));
  return lines.join('\n');
}

/** Characters per step: about a millisecond. */
const STEP_LENGTH = 1 << 17;
/** Limit for the length of a prefix. Markers further right are not looked for. */
const MAX_PREFIX = 160;
const MAX_PREFIXES = 16;

/** The patterns of the prefixes, shortest first; none if a line without a prefix is a result. */
function* linePrefixes(text: string): Steps<RegExp[]> {
  const patterns = new Map<string, number>();
  let isPlain = false;
  yield* eachWholeLine(text, (line) => {
    if (!/goos: |pkg: |Benchmark|\{"/.test(line)) return false;
    const plain = withoutControls(line.slice(0, MAX_LOOKED_AT));
    isPlain = /^Benchmark\S*\s+\d+\s+[\d.]/.test(plain);
    const prefix = isPlain ? undefined : PREFIXED.exec(plain)?.[1];
    const pattern = prefix && patternOf(prefix);
    if (pattern && patterns.size < MAX_PREFIXES) patterns.set(pattern, prefix.length);
    return isPlain;
  });
  if (isPlain) return [];
  return [...patterns].sort(([, a], [, b]) => a - b).map(([pattern]) => new RegExp(`^${pattern}`));
}

const MAX_LOOKED_AT = 1000;
/** A prefix that ends with a space or a mark, and the start of a line that only `go test` prints. */
const PREFIXED = new RegExp(
  `^(.{0,${MAX_PREFIX}}?[\\s|>\\])])(?:goos: \\w+\\s*$|pkg: \\S+\\s*$|Benchmark\\S*\\s+\\d+\\s+[\\d.]+(?:e[+-]?\\d+)?\\s+\\S`
    + '|\\{"(?:Time|Action|ImportPath)":)',
);

/** A regular expression for the prefixes of other lines, whose numbers differ: `\s*\d+:\s*\d+ ` for `10:32 `. */
function patternOf(prefix: string): string {
  const words = prefix.split(/(\d+)/);
  return words.map((word, i) => (i % 2 === 1 ? '\\s*\\d+' : quoteMeta(word))).join('');
}

function withoutPrefix(line: string, prefixes: readonly RegExp[]): string {
  const start = line.slice(0, MAX_LOOKED_AT);
  for (const prefix of prefixes) {
    const match = prefix.exec(start);
    if (match) return line.slice(match[0].length);
  }
  return line;
}

/** Control sequences of a terminal: colors, cursor movements, titles. */
const CONTROLS = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,1000}(?:\x07|\x1b\\)|[@-Z\\^_])/g;

function withoutControls(line: string): string {
  return line.includes('\x1b') ? line.replace(CONTROLS, '') : line;
}

/** Calls `take` with each line, however long, until it returns true. */
function* eachWholeLine(text: string, take: (line: string) => boolean | void): Steps<void> {
  let pauseAt = STEP_LENGTH;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (take(text.slice(start, end)) === true) return;
    start = end + 1;
    if (start < pauseAt) continue;
    pauseAt = start + STEP_LENGTH;
    yield;
  }
}
