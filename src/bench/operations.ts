import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';

/**
 * The number of operations in a profile of one benchmark. At `-benchtime=Nx`, a benchmark that loops to b.N first runs
 * a round of one iteration, and then, unless N is 1, a round of N. One that loops over b.Loop runs N. Source: Go's
 * testing/benchmark.go, run1 and launch.
 * @param iterations N of each result line
 * @param loop undefined: not known
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
 * How the benchmark of a run loops: by its source, else by the stacks of its profiles. A profile may have stacks of the
 * first round only; one with stacks of a later round proves that there are several.
 */
export function loopOf(run: LoopRead & { readonly profiles: readonly LoopRead[] }): BenchmarkLoop | undefined {
  const read = run.profiles.map(({ loop }) => loop);
  return run.loop ?? (['b.N', 'b.Loop'] as const).find((each) => read.includes(each));
}
