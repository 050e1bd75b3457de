import type { BenchmarkResult } from './parseOutput';

/**
 * Splits the names of results as `go test` composed them. `go test` appends GOMAXPROCS, `size-10` → `size-10-8`, unless
 * GOMAXPROCS is 1; in that case, a final `-10` belongs to the name. Results whose GOMAXPROCS is not in `cpus` are left
 * out, because the program must have printed them.
 * @param results the results of one benchmark, in the order printed
 * @param name the benchmark that was run: `BenchmarkX`, or the case `BenchmarkX/case`
 * @param cpus the values of GOMAXPROCS that the benchmark ran with; undefined for a single unknown value
 */
export function withProcessors(
  results: readonly BenchmarkResult[],
  name: string,
  cpus: readonly number[] = [likelyProcessors(results, name)],
): BenchmarkResult[] {
  return results.flatMap((result) => {
    const { name: printed, baseName, procs } = result;
    if (procs > 1 && cpus.includes(procs)) return [result];
    const path = printed.slice(baseName.length);
    // The name of a Go function has no dash.
    const isPossible = cpus.includes(1) && (path === '' || path.startsWith('/'));
    return isPossible ? [{ ...result, subName: path.slice(1), procs: 1 }] : [];
  });
}

/** The GOMAXPROCS of results that all ran with one value; 1 if the names do not show it. */
function likelyProcessors(results: readonly BenchmarkResult[], name: string): number {
  // The last result always comes from `go test`.
  const last = results.at(-1);
  if (last === undefined || last.name === name) return 1;
  const isCertain = last.subName === '' || results.every(({ procs }) => procs === last.procs);
  return isCertain ? last.procs : 1;
}
