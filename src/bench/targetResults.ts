import { finish, type Steps } from '../profile/work/guard';
import { readBenchmarks, type BenchmarkResult } from './parse';

/** Results of one benchmark. */
export interface TargetResults {
  readonly results: readonly BenchmarkResult[];
  /** The benchmark, or what runs beside it, printed lines that look like results; those of `go test` are taken. */
  readonly hasPrintedResults: boolean;
}

/**
 * Results of one benchmark, `BenchmarkX` or a case of it, `BenchmarkX/case`, with what is below it. A program may print
 * whatever it likes, also lines that look like the results of another.
 */
export function resultsOf(output: string, name: string, runs?: number): readonly BenchmarkResult[] {
  return finish(readResultsOf(output, name, runs)).results;
}

/**
 * The same in steps.
 * @param runs how often `go test` ran each benchmark: of more results, the last are its own
 */
export function* readResultsOf(output: string, name: string, runs = Infinity): Steps<TargetResults> {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isOwn = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  const { results, displaced } = yield* readBenchmarks(output);
  const own = results.filter((result) => result.baseName === baseName && isOwn(result.subName));
  const last = lastOfEach(own, runs);
  return { results: last, hasPrintedResults: displaced > 0 || last.length < own.length };
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
 * How often `go test` runs each benchmark.
 * @param testArgs may have `-cpu=1,2`, numbers of processors to run each with
 */
export function runsOf(count: number | undefined, testArgs: readonly string[]): number {
  const cpu = testArgs.findLast((word) => word.startsWith('-cpu='));
  return (count ?? 1) * (cpu === undefined ? 1 : cpu.split(',').length);
}

/** Earlier results of a benchmark, with those of the cases that were measured anew in the place of their older ones. */
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
