import { finish, type Steps } from '../profile/work/guard';
import { readBenchmarks, type BenchmarkResult, type BenchmarkUnit } from './parseOutput';

/** Results of one benchmark. */
export interface TargetResults {
  readonly results: readonly BenchmarkResult[];
  /** The program printed lines that look like results; `results` has only those of `go test`. */
  readonly hasPrintedResults: boolean;
  /** The `Unit` lines of the output. */
  readonly units: readonly BenchmarkUnit[];
}

/**
 * Results of one benchmark, `BenchmarkX`, or of one case, `BenchmarkX/case`, with its sub-benchmarks. The program may
 * print lines that look like results of other benchmarks.
 */
export function resultsOf(output: string, name: string, runs?: Runs): readonly BenchmarkResult[] {
  return finish(readResultsOf(output, name, runs)).results;
}

/** How often `go test` ran each benchmark. */
export interface Runs {
  /** With any number of processors. */
  readonly each: number;
  /** How many numbers of processors it ran with. */
  readonly processorCounts: number;
}

/**
 * The same in steps.
 * @param runs only as many of the last results are those of `go test`; unset: all
 */
export function* readResultsOf(output: string, name: string, runs?: Runs): Steps<TargetResults> {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isOwn = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  const { results, displaced, units } = yield* readBenchmarks(output);
  const named = withWholeNames(results.filter((result) => result.baseName === baseName), path, runs);
  const own = named.filter(({ subName }) => isOwn(subName));
  const last = lastOfEach(own, runs?.each ?? Infinity);
  return { results: last, hasPrintedResults: displaced > 0 || last.length < own.length, units };
}

/**
 * `go test` adds no `-8` to names if GOMAXPROCS is 1. If cases of one run end in different numbers, these belong to
 * their names: `BenchmarkX/size-1`, `BenchmarkX/size-2`. So does the number in the name of the case that was run.
 */
function withWholeNames(results: readonly BenchmarkResult[], path: string, runs?: Runs): readonly BenchmarkResult[] {
  if (!runs || runs.processorCounts > 1) return results;
  const cases = results.filter(({ subName }) => subName !== '');
  const isWhole = new Set(cases.map(({ procs }) => procs)).size > 1 || cases.some((result) => pathOf(result) === path);
  if (!isWhole) return results;
  return results.map((result) => (result.subName === '' ? result : { ...result, subName: pathOf(result), procs: 1 }));
}

function pathOf({ name, baseName }: BenchmarkResult): string {
  return name.slice(baseName.length + 1);
}

/** A benchmark that prints does so before `go test` prints its result. */
function lastOfEach(results: readonly BenchmarkResult[], runs: number): readonly BenchmarkResult[] {
  const counts = new Map<string, number>();
  for (const { subName } of results) counts.set(subName, (counts.get(subName) ?? 0) + 1);
  return results.filter(({ subName }) => {
    const left = counts.get(subName)!;
    counts.set(subName, left - 1);
    return left <= runs;
  });
}

/** @param testArgs may contain `-cpu=1,2`, the numbers of processors to run each benchmark with */
export function runsOf(count: number | undefined, testArgs: readonly string[]): Runs {
  const cpu = testArgs.findLast((word) => word.startsWith('-cpu='));
  const processorCounts = cpu === undefined ? 1 : cpu.split(',').length;
  return { each: (count ?? 1) * processorCounts, processorCounts };
}

/** Earlier results of a benchmark, in which newly measured cases replace their older results. */
export function mergedResults(
  before: readonly BenchmarkResult[],
  measured: readonly BenchmarkResult[],
): readonly BenchmarkResult[] {
  const newer = new Map<string, BenchmarkResult[]>();
  for (const result of measured) {
    const group = newer.get(result.subName);
    if (group === undefined) newer.set(result.subName, [result]);
    else group.push(result);
  }
  const kept = before.flatMap((result) => {
    const { subName } = result;
    const group = newer.get(subName);
    if (group === undefined) return [result];
    newer.set(subName, []);
    return group;
  });
  return [...kept, ...measured.filter(({ subName }) => newer.get(subName)!.length > 0)];
}
