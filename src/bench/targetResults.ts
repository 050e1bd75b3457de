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
export function resultsOf(output: string, name: string, runs?: number): readonly BenchmarkResult[] {
  return finish(readResultsOf(output, name, runs)).results;
}

/**
 * The same in steps.
 * @param runs number of times `go test` ran each benchmark: only as many of the last results are its own
 */
export function* readResultsOf(output: string, name: string, runs = Infinity): Steps<TargetResults> {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isOwn = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  const { results, displaced, units } = yield* readBenchmarks(output);
  const own = results.filter((result) => result.baseName === baseName && isOwn(result.subName));
  const last = lastOfEach(own, runs);
  return { results: last, hasPrintedResults: displaced > 0 || last.length < own.length, units };
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

/**
 * The number of times `go test` runs each benchmark.
 * @param testArgs may contain `-cpu=1,2`, the numbers of processors to run each with
 */
export function runsOf(count: number | undefined, testArgs: readonly string[]): number {
  const cpu = testArgs.findLast((word) => word.startsWith('-cpu='));
  return (count ?? 1) * (cpu === undefined ? 1 : cpu.split(',').length);
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
