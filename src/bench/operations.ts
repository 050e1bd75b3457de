import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';

/**
 * The number of operations in a profile of one benchmark. At `-benchtime=Nx`, a benchmark that loops b.N times first
 * runs a round of one iteration, and then, unless N is 1, a round of N. A benchmark that uses b.Loop runs N iterations.
 * Source: Go's testing/benchmark.go, run1 and launch.
 * @param iterations N of each result line
 * @param loop undefined if unknown
 * @returns undefined if the number is not known exactly
 */
export function operationsOf(
  iterations: readonly number[] | undefined,
  loop: BenchmarkLoop | undefined,
): number | undefined {
  if (iterations === undefined || iterations.length === 0) return undefined;
  if (loop === undefined && iterations.some((n) => n > 1)) return undefined;
  return iterations.reduce((sum, n) => sum + (loop === 'b.N' && n > 1 ? n + 1 : n), 0);
}

interface WithLoop {
  readonly loop?: BenchmarkLoop;
}

/**
 * How the benchmark of a capture loops: according to its source, or else according to the stacks of its profiles. A
 * profile of a b.N benchmark looks like b.Loop if all its stacks are from the first round, so `b.N` in any one profile
 * decides.
 */
export function loopOf(capture: WithLoop & { readonly profiles: readonly WithLoop[] }): BenchmarkLoop | undefined {
  const loops = capture.profiles.map(({ loop }) => loop);
  return capture.loop ?? (['b.N', 'b.Loop'] as const).find((each) => loops.includes(each));
}
