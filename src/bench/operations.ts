import type { BenchmarkLoop } from '../profile/lines/benchmarkLoop';

/**
 * How many operations a profile of one benchmark holds. Run at `-benchtime=Nx`, a benchmark that counts to b.N has
 * run once for a first round of one; where N is 1, that is all. One that asks b.Loop runs N.
 * Source: Go's testing/benchmark.go, run1 and launch.
 * @param iterations N of each result line of the run, which was at a fixed N
 * @param loop undefined: not known
 * @returns undefined where it cannot be told exactly
 */
export function operationsOf(
  iterations: readonly number[] | undefined,
  loop: BenchmarkLoop | undefined,
): number | undefined {
  if (iterations === undefined || iterations.length === 0) return undefined;
  if (loop === undefined && iterations.some((n) => n > 1)) return undefined;
  return iterations.reduce((sum, n) => sum + (loop === 'b.N' && n > 1 ? n + 1 : n), 0);
}
