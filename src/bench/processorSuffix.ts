import type { BenchmarkResult } from './parseOutput';

/**
 * The results with names split as `go test` composed them. It adds GOMAXPROCS to a name, `size-10` → `size-10-8`, but
 * not if it is 1: then `-10` belongs to the name. Results with any other GOMAXPROCS are left out: the program must have
 * printed them.
 * @param results of one benchmark, in the order printed
 * @param name what was run: `BenchmarkX`, or the case `BenchmarkX/case`
 * @param cpus the values of GOMAXPROCS that it ran with; undefined for a single unknown value
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

/** The GOMAXPROCS of results that all ran with the same; 1 if the names leave it open. */
function likelyProcessors(results: readonly BenchmarkResult[], name: string): number {
  // `go test` prints the last one itself.
  const last = results.at(-1);
  if (last === undefined || last.name === name) return 1;
  const isCertain = last.subName === '' || results.every(({ procs }) => procs === last.procs);
  return isCertain ? last.procs : 1;
}
