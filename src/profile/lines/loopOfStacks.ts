import type { Profile } from '../model';

/** How a benchmark loops: with b.N it is called again for every round; with b.Loop it is called once. */
export type BenchmarkLoop = 'b.N' | 'b.Loop';

const FIRST_ROUND = 'testing.(*B).run1.func1';
const OTHER_ROUNDS = 'testing.(*B).launch';
const ROUND = 'testing.(*B).runN';
/** Runs the body in its own goroutines, b.N times in total. */
const PARALLEL = 'testing.(*B).RunParallel.func1';

/**
 * How the benchmark in a profile loops, read from its stacks: the testing package calls it first from run1, and then,
 * with b.N only, from launch for each further round. undefined if no stack contains either.
 * Source: Go's testing/benchmark.go, run1, launch and runN.
 */
export function benchmarkLoop(profile: Profile): BenchmarkLoop | undefined {
  const { functions, strings } = profile;
  const named = (wanted: string): Set<number> => {
    const rows = Array.from({ length: functions.count }, (_, row) => row);
    return new Set(rows.filter((row) => strings.get(functions.name[row]) === wanted));
  };
  const round = named(ROUND);
  if (round.size === 0) return named(PARALLEL).size > 0 ? 'b.N' : undefined;
  if (named(PARALLEL).size > 0 || hasCall(profile, named(OTHER_ROUNDS), round)) return 'b.N';
  return hasCall(profile, named(FIRST_ROUND), round) ? 'b.Loop' : undefined;
}

/** Whether the outermost frames of a stack are one of the callers and one of the callees. */
function hasCall({ stacks, sampleCount, ...profile }: Profile, callers: Set<number>, callees: Set<number>): boolean {
  if (callers.size === 0) return false;
  const isOf = (wanted: Set<number>) => {
    const { lineOffsets, count } = profile.locations;
    return Uint8Array.from({ length: count }, (_, location) => {
      const lines = profile.lines.function.subarray(lineOffsets[location], lineOffsets[location + 1]);
      return lines.some((row) => wanted.has(row)) ? 1 : 0;
    });
  };
  const [isCaller, isCallee] = [isOf(callers), isOf(callees)];
  for (let sample = 0; sample < sampleCount; sample++) {
    // The caller is outermost, or called by goexit.
    const end = stacks.offsets[sample + 1];
    for (let at = Math.max(stacks.offsets[sample] + 1, end - 2); at < end; at++) {
      if (isCaller[stacks.locations[at]] === 1 && isCallee[stacks.locations[at - 1]] === 1) return true;
    }
  }
  return false;
}
