import type { Steps } from '../../profile/common/guard';
import { BenchmarkReader, InputError, type ResultLine } from '../benchstat/reader';
import { UnitMetadata } from '../benchstat/unitMetadata';
import { readBenchmarks } from '../parseOutput';
import { standardText } from '../standardFormat';
import { plainLog } from './plainLog';
import { eachLine } from '../../profile/common/textLines';

/** Benchmark results of one run, file or address. */
export interface ReadResults {
  /** In the standard format, perhaps among other lines. */
  readonly text: string;
  /** Number of result lines. */
  readonly count: number;
  /** Messages about the first lines that were left out, wholly or in part: `line 12: missing units`. */
  readonly skipped: readonly string[];
  /** Number of all lines that were left out, wholly or in part. */
  readonly skippedCount: number;
  /** For each key of `key: value` lines, its values over all results; '' if a result lacks the key. */
  readonly config: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Limit for the messages about skipped lines. */
const MAX_SKIPPED = 20;

/**
 * Reads the output of `go test -bench`, with or without `-json`, also in a log (see plainLog), by benchstat's rules, in
 * steps. If that yields no
 * results, or the text has a line that is too long or malformed, `parseOutput` reads the text too, and its results are
 * used if there are more of them. A line is malformed, for example, if a benchmark prints between its name and its
 * figures.
 */
export function* readResults(output: string): Steps<ReadResults> {
  const log = yield* plainLog(output);
  const { text, lineOf } = isTestJson(log) ? yield* textOfTestJson(log) : { text: log };
  const read = yield* readAsBenchstat(text, lineOf);
  if (read !== undefined && read.count > 0 && read.skippedCount === 0) return read;
  const { results, units } = yield* readBenchmarks(text);
  if (read !== undefined && results.length <= read.count) return read;
  return (yield* readAsBenchstat(standardText(results, units))) ?? NO_RESULTS;
}

const NO_RESULTS: ReadResults = { text: '', count: 0, skipped: [], skippedCount: 0, config: new Map() };

/**
 * Reads by benchstat's rules; undefined if a line is too long for benchstat.
 * @param lineOf the line of the file in which a line of the text begins
 */
function* readAsBenchstat(
  text: string,
  lineOf: (line: number) => number = (line) => line,
): Steps<ReadResults | undefined> {
  const config = new ConfigValues();
  const skipped: string[] = [];
  let [count, skippedCount] = [0, 0];
  let lastSkipped = '';
  const reader = new BenchmarkReader(new UnitMetadata(), {
    take: (result) => {
      count++;
      config.add(result);
    },
    warn: (message) => {
      const [line, number] = /^line:(\d+)/.exec(message)!;
      const text = `line ${lineOf(Number(number))}${message.slice(line.length)}`;
      // A `Unit` line may have several malformed parts.
      if (line !== lastSkipped) skippedCount++;
      lastSkipped = line;
      if (skipped.length < MAX_SKIPPED) skipped.push(text);
    },
  });
  try {
    yield* reader.reading(text, 'line', 'input');
  } catch (cause) {
    if (cause instanceof InputError) return undefined;
    throw cause;
  }
  return { text, count, skipped, skippedCount, config: config.values };
}

/** Collects the values of `key: value` lines. */
class ConfigValues {
  readonly values = new Map<string, Set<string>>();
  private version: number | undefined;
  /** Number of configurations so far. */
  private count = 0;

  add({ config }: ResultLine): void {
    if (config.version === this.version) return;
    this.version = config.version;
    const missing = new Set(this.values.keys());
    config.forEach((key, value) => {
      missing.delete(key);
      // A key that first appears here was missing in earlier results.
      const values = this.values.get(key) ?? new Set(this.count > 0 ? [''] : []);
      this.values.set(key, values.add(value));
    });
    for (const key of missing) this.values.get(key)?.add('');
    this.count++;
  }
}

/** Whether a text is the output of `go test -json`. */
function isTestJson(text: string): boolean {
  return /^\s*\{"(?:Time|Action|ImportPath)":/.test(text.slice(0, 200));
}

/** The text in the output of `go test -json`. */
interface TestText {
  readonly text: string;
  /** The line of the output in which a line of the text begins. Both are 1-based. */
  lineOf(line: number): number;
}

interface PackageText {
  readonly pieces: string[];
  /** For each line of the text, the line of the output in which it begins. */
  readonly lines: number[];
  endsLine: boolean;
}

/**
 * The text in the output of `go test -json`. Packages run at the same time, so their lines are interleaved; the result
 * has each package's text in one piece. Lines that are not JSON are left out. Runs in steps.
 */
function* textOfTestJson(output: string): Steps<TestText> {
  const packages = new Map<string, PackageText>();
  let number = 0;
  yield* eachLine(output, (line) => {
    number++;
    const { Package: name = '', Output: piece } = eventOf(line);
    if (typeof name !== 'string' || typeof piece !== 'string' || piece === '') return;
    const text = packages.get(name) ?? { pieces: [], lines: [], endsLine: true };
    packages.set(name, text);
    if (text.endsLine) text.lines.push(number);
    for (let at = piece.indexOf('\n'); at >= 0 && at < piece.length - 1; at = piece.indexOf('\n', at + 1)) {
      text.lines.push(number);
    }
    text.endsLine = piece.endsWith('\n');
    text.pieces.push(piece);
  });
  const all = [...packages.values()];
  // Between two packages is a newline, which is a line of its own if the text before it ends with one.
  const lines = all.flatMap((text) => (text.endsLine ? [...text.lines, number] : text.lines));
  return { text: all.map(({ pieces }) => pieces.join('')).join('\n'), lineOf: (line) => lines[line - 1] ?? number };
}

function eventOf(line: string): { readonly Package?: unknown; readonly Output?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object;
  } catch {
    return {};
  }
}
