/**
 * Reads what `go test -bench` prints.
 * Format: https://go.dev/design/14313-benchmark-format, read as golang.org/x/perf/benchfmt does.
 */

export { formatResult } from './format';

export interface BenchmarkValue {
  readonly value: number;
  /** As printed: `ns/op`, `B/op`, `MB/s`, or the benchmark's own. */
  readonly unit: string;
}

/** One result line. */
export interface BenchmarkResult {
  /** The whole name as printed: `BenchmarkJoin/size=10-8`. */
  readonly name: string;
  /** The Go function: `BenchmarkJoin`. */
  readonly baseName: string;
  /** Names of the sub-benchmarks, outermost first, with slashes between: `size=10`; empty where there is none. */
  readonly subName: string;
  /** GOMAXPROCS; `go test` leaves the suffix out where it is 1. */
  readonly procs: number;
  readonly iterations: number;
  /** In the order printed; never empty. */
  readonly values: readonly BenchmarkValue[];
  /** `key: value` lines that were in force: goos, goarch, pkg, cpu and whatever the program printed. */
  readonly config: Readonly<Record<string, string>>;
  /** 1-based line of the output where the figures stand. */
  readonly line: number;
}

/** A line that looks like a result and is none. */
export interface BenchmarkProblem {
  /** 1-based line of the output. */
  readonly line: number;
  readonly message: string;
}

/** What a `Unit` line says of a unit, for example `{ unit: 'ns/op', key: 'better', value: 'lower' }`. */
export interface BenchmarkUnit {
  readonly unit: string;
  readonly key: string;
  readonly value: string;
}

export interface BenchmarkOutput {
  readonly results: readonly BenchmarkResult[];
  readonly units: readonly BenchmarkUnit[];
  readonly problems: readonly BenchmarkProblem[];
}

/**
 * Reads the output of `go test -bench`. Never throws: a line that cannot be read is left out, and named in `problems`
 * where it began like a result.
 *
 * A benchmark that prints splits its own result line, since `go test` writes the name before it runs and the figures
 * after it: `BenchmarkX-8 \tloading…\ndone      10\t 312 ns/op`. The name waits for the next figures then.
 */
export function parseBenchmarks(text: string): BenchmarkOutput {
  const reader = new OutputReader();
  for (const [index, raw] of text.split('\n').entries()) {
    reader.take(raw.endsWith('\r') ? raw.slice(0, -1) : raw, index + 1);
  }
  return reader.finish();
}

class OutputReader {
  private readonly results: BenchmarkResult[] = [];
  private readonly units: BenchmarkUnit[] = [];
  private readonly problems: BenchmarkProblem[] = [];
  private config: Record<string, string> = {};
  /** A name whose figures have not come yet. */
  private waiting: (BenchmarkProblem & { readonly name: string }) | undefined;

  take(content: string, line: number): void {
    const read = readResultLine(content);
    if (typeof read === 'object') return this.add(read.name, read, line);
    const figures = this.waiting === undefined ? undefined : readFigures(content);
    if (this.waiting !== undefined && figures !== undefined) {
      const { name } = this.waiting;
      this.waiting = undefined;
      return this.add(name, figures, line);
    }
    if (read !== undefined) return this.doubt(content, line, read);
    const unit = /^Unit\s+(\S+)\s+(.*)$/.exec(content);
    if (unit !== null) this.units.push(...readUnitLine(unit[1] ?? '', unit[2] ?? ''));
    else this.config = withConfigLine(this.config, content);
  }

  finish(): BenchmarkOutput {
    this.giveUpWaiting();
    return { results: this.results, units: this.units, problems: this.problems };
  }

  private add(name: string, { iterations, values }: Figures, line: number): void {
    this.giveUpWaiting();
    this.results.push({ ...splitName(name), iterations, values, config: this.config, line });
  }

  private doubt(content: string, line: number, message: string): void {
    // The testing package pads the name and ends it with a tab; anything else is the program's own words.
    const name = /^(\S+) *\t/.exec(content)?.[1];
    const figures = name === undefined ? undefined : readFigures(content);
    if (name === undefined) {
      this.problems.push({ line, message });
    } else if (figures !== undefined) {
      this.add(name, figures, line);
    } else {
      this.giveUpWaiting();
      this.waiting = { line, message, name };
    }
  }

  private giveUpWaiting(): void {
    if (this.waiting !== undefined) this.problems.push({ line: this.waiting.line, message: this.waiting.message });
    this.waiting = undefined;
  }
}

const LONGEST_RESULT = 4096;

interface Figures {
  readonly iterations: number;
  readonly values: readonly BenchmarkValue[];
}

/** A result; or what is wrong with a line that begins like one; or undefined: the line has nothing to do with it. */
function readResultLine(line: string): (Figures & { readonly name: string }) | string | undefined {
  if (!line.startsWith('Benchmark')) return readGluedResult(line);
  const fields = line.split(/\s+/).filter((field) => field !== '');
  // `go test -v` prints the bare name when the benchmark starts.
  if (fields.length < 2 && !/\s/.test(line)) return undefined;
  const [name = '', count = '', ...pairs] = fields;
  if (count === '') return 'missing iteration count';
  if (!/^\d+$/.test(count)) return `iteration count is not a number: ${count}`;
  const values = readPairs(pairs);
  return typeof values === 'string' ? values : { name, iterations: Number(count), values };
}

/** Output without a newline at its end stands before the name in `go test -v`: `doneBenchmarkX-8 \t 10\t 312 ns/op`. */
function readGluedResult(line: string): (Figures & { readonly name: string }) | undefined {
  const end = endOf(line);
  const match = /(Benchmark[^\s]*) *\t *\d+(?:\t *\S+ \S+)+\s*$/.exec(end);
  if (match === null) return undefined;
  const read = readResultLine(end.slice(match.index));
  return typeof read === 'object' ? read : undefined;
}

/**
 * The figures at the end of a line whose beginning the benchmark printed itself: the count in a field of at least
 * eight characters, then measurements set apart by tabs.
 */
function readFigures(line: string): Figures | undefined {
  const match = /( *\d+)((?:\t *\S+ \S+)+)\s*$/.exec(endOf(line));
  if (match === null || (match[1] ?? '').length < 8) return undefined;
  const values = readPairs((match[2] ?? '').trim().split(/\s+/));
  return typeof values === 'string' ? undefined : { iterations: Number(match[1]), values };
}

/** Where figures can stand; programs print lines of any length, and most of those without tabs. */
function endOf(line: string): string {
  return line.includes('\t') ? line.slice(-LONGEST_RESULT) : '';
}

function readPairs(fields: readonly string[]): readonly BenchmarkValue[] | string {
  const values: BenchmarkValue[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const value = readNumber(fields[i] ?? '');
    const unit = fields[i + 1];
    if (value === undefined) return `measurement is not a number: ${fields[i]}`;
    if (unit === undefined) return 'missing unit';
    values.push({ value, unit });
  }
  return values.length === 0 ? 'missing measurements' : values;
}

function readNumber(text: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special === null) return undefined;
  if (special[2]?.toLowerCase() === 'nan') return NaN;
  return special[1] === '-' ? -Infinity : Infinity;
}

function splitName(name: string): Pick<BenchmarkResult, 'name' | 'baseName' | 'subName' | 'procs'> {
  const procs = /-(\d+)$/.exec(name);
  const path = procs === null ? name : name.slice(0, procs.index);
  const slash = path.indexOf('/');
  return {
    name,
    baseName: slash === -1 ? path : path.slice(0, slash),
    subName: slash === -1 ? '' : path.slice(slash + 1),
    procs: procs === null ? 1 : Number(procs[1]),
  };
}

function readUnitLine(unit: string, rest: string): BenchmarkUnit[] {
  return rest.split(/\s+/).flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals <= 0 ? [] : [{ unit, key: pair.slice(0, equals), value: pair.slice(equals + 1) }];
  });
}

/** A key begins with a lower-case letter and has neither spaces nor capitals; an empty value takes the key back. */
function withConfigLine(config: Record<string, string>, line: string): Record<string, string> {
  const match = /^(\p{Ll}[^\s\p{Lu}:]*):(?:$|[ \t]+(.*)$)/u.exec(line);
  if (match === null) return config;
  const [, key = '', value = ''] = match;
  const others = Object.entries(config).filter(([name]) => name !== key);
  return Object.fromEntries(value === '' ? others : [...others, [key, value]]);
}
