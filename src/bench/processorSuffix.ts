import type { BenchmarkResult } from './parseOutput';

/** How `go test` ran a benchmark. */
export interface Rounds {
  /** How many times it ran for each entry of `cpus`. */
  readonly count: number;
  /** The values of GOMAXPROCS, perhaps with repetitions; undefined for a single unknown value. */
  readonly cpus?: readonly number[];
}

/**
 * Splits the names of results as `go test` composed them. `go test` appends GOMAXPROCS, `size-10` → `size-10-8`, unless
 * GOMAXPROCS is 1; in that case, a final `-10` belongs to the name. Results whose GOMAXPROCS is not in `cpus` are left
 * out, because the program must have printed them.
 * @param results the results of one benchmark, in the order printed
 * @param name the benchmark that was run: `BenchmarkX`, or the case `BenchmarkX/case`
 */
export function withProcessors(
  results: readonly BenchmarkResult[],
  name: string,
  { count, cpus = [likelyProcessors(results, name)] }: Rounds,
): BenchmarkResult[] {
  return inOrderOfRuns(results, count, cpus) ?? results.flatMap((result) => {
    const { procs } = result;
    if (procs > 1 && cpus.includes(procs)) return [result];
    return cpus.includes(1) ? withOneProcessor(result) : [];
  });
}

/**
 * Tells results with the same name apart by their order: with `-cpu=1,2`, `size-2` is the case `size` with GOMAXPROCS=2
 * or the case `size-2` with 1. `go test` runs one case after the other, each of them `count` times for each of `cpus`.
 * Returns undefined if the results are not in this order, for example because the program printed some of them.
 */
function inOrderOfRuns(
  results: readonly BenchmarkResult[],
  count: number,
  cpus: readonly number[],
): BenchmarkResult[] | undefined {
  if (!Number.isFinite(count) || results.length % (count * cpus.length) !== 0) return undefined;
  const runs = cpus.flatMap((procs) => Array<number>(count).fill(procs));
  const read: BenchmarkResult[] = [];
  let path = '';
  for (const [i, result] of results.entries()) {
    const run = i % runs.length;
    const [split] = withProcs(result, runs[run]);
    if (!split) return undefined;
    if (run === 0) path = split.subName;
    if (split.subName !== path) return undefined;
    read.push(split);
  }
  return read;
}

/** The result, if it can be one with this GOMAXPROCS; else an empty list. */
function withProcs(result: BenchmarkResult, procs: number): readonly BenchmarkResult[] {
  if (procs === 1) return withOneProcessor(result);
  return result.procs === procs ? [result] : [];
}

/** The result with GOMAXPROCS=1, so that a number at the end belongs to the name; empty for `BenchmarkX-2`. */
function withOneProcessor(result: BenchmarkResult): readonly BenchmarkResult[] {
  const { name, baseName } = result;
  const path = name.slice(baseName.length);
  // The name of a Go function has no dash.
  return path === '' || path.startsWith('/') ? [{ ...result, subName: path.slice(1), procs: 1 }] : [];
}

/** The GOMAXPROCS of results that all ran with one value; 1 if the names do not show it. */
function likelyProcessors(results: readonly BenchmarkResult[], name: string): number {
  // The last result always comes from `go test`.
  const last = results.at(-1);
  if (last === undefined || last.name === name) return 1;
  const isCertain = last.subName === '' || results.every(({ procs }) => procs === last.procs);
  return isCertain ? last.procs : 1;
}
