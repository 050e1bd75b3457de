import type { BenchmarkResult } from './parseOutput';

/** The results of one case with one GOMAXPROCS; several if the benchmark ran more than once. */
export interface NamedResults {
  /** See `caseKey`. */
  readonly key: string;
  /** Path of the sub-benchmark, `size=10/fast`; empty for the benchmark itself. */
  readonly subName: string;
  readonly results: readonly BenchmarkResult[];
}

/**
 * Identifies a case and its GOMAXPROCS: the name as printed, with `-1` for GOMAXPROCS=1. The printed name is not
 * enough: with `-cpu=1,2`, `BenchmarkX/size-2` is the case `size` with GOMAXPROCS=2 and the case `size-2` with 1.
 */
export function caseKey({ name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>): string {
  return procs > 1 ? name : `${name}-1`;
}

/** Groups results by case and GOMAXPROCS, in the order printed. */
export function groupByName(results: readonly BenchmarkResult[]): NamedResults[] {
  const groups = new Map<string, BenchmarkResult[]>();
  for (const result of results) {
    const key = caseKey(result);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  return [...groups].map(([key, group]) => ({ key, subName: group[0].subName, results: group }));
}
