/**
 * Reads what `go test -bench` prints.
 * Format: https://go.dev/design/14313-benchmark-format, by the same grammar as `benchstat/reader.ts`.
 */

import type { Steps } from '../profile/common/guard';
import { eachLine } from '../profile/common/textLines';
import { withoutProcs } from './grammar/benchmarkName';
import { LineFields, readConfig } from './grammar/lineFields';
import type { Misfit } from './misfit';
import {
  type BenchmarkValue, type Figures, figuresOf, type NamedFigures, readFigures, readGluedResult, readResultLine,
  startOfGluedName,
} from './resultLine';

/** One result line. */
export interface BenchmarkResult {
  /** The whole name as printed: `BenchmarkJoin/size=10-8`. */
  readonly name: string;
  /** The Go function: `BenchmarkJoin`. */
  readonly baseName: string;
  /** Names of the sub-benchmarks, outermost first, joined by slashes: `size=10`; empty for the benchmark itself. */
  readonly subName: string;
  /** GOMAXPROCS, from the suffix `-8` of the name; 1 without a suffix, since `go test` prints none for 1. */
  readonly procs: number;
  readonly iterations: number;
  /** In the order printed; never empty. */
  readonly values: readonly BenchmarkValue[];
  /**
   * The `key: value` lines that apply: goos, goarch, pkg, cpu and those that the program printed before; at most 16
   * keys, with values of at most 1000 characters.
   */
  readonly config: Readonly<Record<string, string>>;
  /** 1-based line of the output with the figures. */
  readonly line: number;
  /** The CPU time of an operation, of all threads of the program, without its children; set by withCpuTime only. */
  readonly cpuNanos?: number;
  /** Why the figures are not those of an operation; never set by the parser. */
  readonly misfit?: Misfit;
}

/** A line that looks like a result but is not one. */
export interface BenchmarkProblem {
  /** 1-based line of the output. */
  readonly line: number;
  readonly message: string;
}

/** A `Unit` line, for example `{ unit: 'ns/op', key: 'better', value: 'lower' }`. */
export interface BenchmarkUnit {
  readonly unit: string;
  readonly key: string;
  readonly value: string;
}

export interface BenchmarkOutput {
  readonly results: readonly BenchmarkResult[];
  readonly units: readonly BenchmarkUnit[];
  readonly problems: readonly BenchmarkProblem[];
  /** Number of result lines that are left out because the program printed them itself. */
  readonly displaced: number;
}

/**
 * Reads the output of `go test -bench`. Never throws: skips a line that it cannot read, and reports it in `problems`
 * if it starts like a result.
 *
 * A benchmark that prints splits its own result line, since `go test` writes the name before the run and the figures
 * after it: `BenchmarkX-8 \tloading…\ndone      10\t 312 ns/op`. The name then belongs to the next figures. A benchmark
 * may even print a result line; the last figures before the next name are those of `go test`.
 */
export function* readBenchmarks(text: string): Steps<BenchmarkOutput> {
  const reader = new OutputReader();
  let line = 0;
  yield* eachLine(text, (content) => reader.take(content, ++line));
  return reader.finish();
}

/** A name at the start of a line, and its figures so far. `line` and `message` are the problem if no figures follow. */
interface OpenName extends BenchmarkProblem {
  readonly name: string;
  /** Index of its figures in `results`; undefined if there are none yet. */
  index: number | undefined;
  /** Whether the figures of `go test` are still to come; any earlier figures come from the benchmark itself. */
  isUnfinished: boolean;
}

/** Reads one line after the other; see `readBenchmarks`. */
export class OutputReader {
  private readonly results: BenchmarkResult[] = [];
  private readonly units: BenchmarkUnit[] = [];
  private readonly problems: BenchmarkProblem[] = [];
  private readonly config = new Map<string, string>();
  /** A copy of `config` that results share until it changes. */
  private snapshot: Readonly<Record<string, string>> | undefined = {};
  private open: OpenName | undefined;
  private displaced = 0;
  /** Number of results before the last PASS; undefined if no PASS was read. */
  private passedAt: number | undefined;

  take(content: string, line: number): void {
    if (content === '') return;
    const result = readResultLine(content);
    if (typeof result === 'object') return this.takeResult(result, line);
    const lineName = /^(Benchmark\S*) *\t/.exec(content)?.[1];
    const gluedAt = lineName === undefined && !this.open?.isUnfinished ? startOfGluedName(content) : undefined;
    if (gluedAt !== undefined) return this.takeMalformed(content.slice(gluedAt), line, 'missing iteration count');
    const figures = this.canFollow(lineName) ? readFigures(content) : undefined;
    if (this.open !== undefined && figures !== undefined && this.accepts(this.open, figures)) {
      return this.setFigures(this.open, figures, line, lineName !== undefined);
    }
    if (result !== undefined) return this.takeMalformed(content, line, result);
    if (isEndOfResult(content)) return this.endResult(content);
    if (content.startsWith('Unit')) this.readUnits(content);
    else this.readConfigLine(content);
  }

  /** How many entries the lists of the output have. */
  get size(): number {
    return this.results.length + this.problems.length + this.units.length;
  }

  /** The number of complete results. */
  get count(): number {
    const { open, results: { length } } = this;
    const isLastOpen = open?.isUnfinished === true && open.index === length - 1;
    return Math.min(length - (isLastOpen ? 1 : 0), this.passedAt ?? Infinity);
  }

  /** The complete results of the lines so far. */
  soFar(): BenchmarkOutput {
    const { units, problems, displaced } = this;
    return { results: this.results.slice(0, this.count), units, problems, displaced };
  }

  finish(): BenchmarkOutput {
    this.close();
    // Results after the last PASS are printed by TestMain.
    const results = this.results.slice(0, this.passedAt);
    const displaced = this.displaced + this.results.length - results.length;
    return { results, units: this.units, problems: this.problems, displaced };
  }

  private endResult(line: string): void {
    const failedName = /^--- FAIL: (\S+)/.exec(line)?.[1];
    if (this.open?.isUnfinished && !(failedName && isSameBenchmark(this.open.name, failedName))) return;
    this.close();
    if (line === 'PASS') this.passedAt = this.results.length;
  }

  /** Takes a complete result line, which `go test` or the running benchmark printed. */
  private takeResult(result: NamedFigures, line: number): void {
    const { open } = this;
    if (open?.isUnfinished) {
      if (isSameBenchmark(open.name, result.name)) return this.setFigures(open, result, line, true);
      this.add(result.name, result, line);
      return;
    }
    this.close();
    const index = this.add(result.name, result, line);
    this.open = { name: result.name, line, message: '', index, isUnfinished: false };
  }

  private takeMalformed(content: string, line: number, message: string): void {
    // The testing package pads the name and ends it with a tab; anything else comes from the program.
    const name = /^(\S+) *\t/.exec(content)?.[1];
    if (name === undefined) {
      this.problems.push({ line, message });
      return;
    }
    this.close();
    this.open = { name, line, message, index: undefined, isUnfinished: true };
    const figures = readFigures(content);
    if (figures === undefined) return;
    const inner = readGluedResult(content.slice(name.length));
    this.setFigures(this.open, figures, line, inner !== undefined && isSameBenchmark(name, inner.name));
  }

  /**
   * Whether figures in a line may belong to the open name.
   * @param lineName the name at the start of the line; undefined if it starts with none
   */
  private canFollow(lineName: string | undefined): boolean {
    if (this.open === undefined) return false;
    return lineName === undefined || (this.open.isUnfinished && isSameBenchmark(this.open.name, lineName));
  }

  /** Whether figures may be those of `go test` for the open name, even if the name has figures already. */
  private accepts({ index, isUnfinished }: OpenName, { values }: Figures): boolean {
    return index === undefined || isUnfinished || values.some(({ unit }) => unit === 'ns/op');
  }

  /** Sets the figures of the open name, or replaces those that the benchmark printed. */
  private setFigures(open: OpenName, figures: Figures, line: number, isUnfinished: boolean): void {
    open.isUnfinished = isUnfinished;
    if (open.index === undefined) {
      open.index = this.add(open.name, figures, line);
    } else {
      this.results[open.index] = { ...this.results[open.index], ...figuresOf(figures), line };
      this.displaced++;
    }
  }

  /** Returns the index of the result. */
  private add(name: string, figures: Figures, line: number): number {
    const config = (this.snapshot ??= Object.fromEntries(this.config));
    return this.results.push({ ...splitName(name), ...figuresOf(figures), config, line }) - 1;
  }

  private close(): void {
    if (this.open !== undefined && this.open.index === undefined) {
      this.problems.push({ line: this.open.line, message: this.open.message });
    }
    this.open = undefined;
  }

  private readUnits(line: string): void {
    const fields = new LineFields(line);
    if (!fields.skipUnit()) return;
    const unit = fields.field();
    while (!fields.isAtEnd) {
      const pair = fields.keyValue();
      if (pair !== undefined) this.units.push({ unit, ...pair });
    }
  }

  private readConfigLine(line: string): void {
    const config = readConfig(line);
    if (config === undefined) return;
    const { key, value } = config;
    const hasChanged = this.config.delete(key);
    const isKept = value !== '' && this.config.size < MAX_KEYS;
    if (isKept) this.config.set(key, value.slice(0, MAX_VALUE_LENGTH));
    if (hasChanged || isKept) this.snapshot = undefined;
  }
}

/** Limits memory use if a program prints many `key: value` lines, since each change of a key copies all keys. */
const MAX_KEYS = 16;
const MAX_VALUE_LENGTH = 1000;

/** Whether a line is one that `go test` prints after a benchmark's result, or after all benchmarks. */
function isEndOfResult(line: string): boolean {
  return line === 'PASS' || line === 'FAIL' || line.includes('--- BENCH: ') || line.includes('--- FAIL: ');
}

function isSameBenchmark(a: string, b: string): boolean {
  return a === b || withoutProcs(a) === withoutProcs(b);
}

function splitName(name: string): Pick<BenchmarkResult, 'name' | 'baseName' | 'subName' | 'procs'> {
  const path = withoutProcs(name);
  const slash = path.indexOf('/');
  return {
    name,
    baseName: slash === -1 ? path : path.slice(0, slash),
    subName: slash === -1 ? '' : path.slice(slash + 1),
    procs: path === name ? 1 : Number(name.slice(path.length + 1)),
  };
}
