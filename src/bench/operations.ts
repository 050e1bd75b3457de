import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';

/**
 * The number of operations in a profile of one benchmark. At `-benchtime=Nx`, a benchmark that loops to b.N first runs
 * a round of one iteration, and then, unless N is 1, a round of N. One that loops over b.Loop runs N. Source: Go's
 * testing/benchmark.go, run1 and launch.
 * @param iterations N of each result line
 * @param loop undefined if unknown
 * @returns undefined if it is not known exactly
 */
export function operationsOf(
  iterations: readonly number[] | undefined,
  loop: BenchmarkLoop | undefined,
): number | undefined {
  if (iterations === undefined || iterations.length === 0) return undefined;
  if (loop === undefined && iterations.some((n) => n > 1)) return undefined;
  return iterations.reduce((sum, n) => sum + (loop === 'b.N' && n > 1 ? n + 1 : n), 0);
}

interface LoopRead {
  readonly loop?: BenchmarkLoop;
}

/**
 * How the benchmark of a capture loops: by its source, else by the stacks of its profiles. A profile may contain stacks
 * of the first round only, so `b.N` in any profile decides.
 */
export function loopOf(capture: LoopRead & { readonly profiles: readonly LoopRead[] }): BenchmarkLoop | undefined {
  const read = capture.profiles.map(({ loop }) => loop);
  return capture.loop ?? (['b.N', 'b.Loop'] as const).find((each) => read.includes(each));
}
