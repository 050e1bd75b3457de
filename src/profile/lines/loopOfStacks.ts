import type { Profile } from '../model';

/** How a benchmark loops: with b.N it is called again for every round; with b.Loop it is called once. */
export type BenchmarkLoop = 'b.N' | 'b.Loop';

const FIRST_ROUND = 'testing.(*B).run1.func1';
const OTHER_ROUNDS = 'testing.(*B).launch';
const ROUND = 'testing.(*B).runN';
/** Runs the body in its own goroutines, b.N times in total. */
const PARALLEL = 'testing.(*B).RunParallel.func1';

/**
 * With b.N and several rounds, at most a third of the operations are in the first round, so the chance that ten samples
 * are all from the first round is at most 1 in 59,049. With only one round, b.N cannot be told from b.Loop.
 */
const MIN_SAMPLES = 10;

/**
 * How the benchmark in a profile loops, read from its stacks: the testing package calls it first from run1, and then,
 * with b.N only, from launch for each further round; RunParallel always uses b.N. Undefined if no stack contains any of
 * them, or if fewer than ten samples are from run1 and none is from launch.
 * Source: Go's testing/benchmark.go, run1, launch and runN.
 */
export function benchmarkLoop(profile: Profile): BenchmarkLoop | undefined {
  const { functions, strings } = profile;
  const named = (name: string): Set<number> => {
    const rows = Array.from({ length: functions.count }, (_, row) => row);
    return new Set(rows.filter((row) => strings.get(functions.name[row]) === name));
  };
  if (named(PARALLEL).size > 0) return 'b.N';
  const round = named(ROUND);
  if (round.size === 0) return undefined;
  if (samplesWith(profile, named(OTHER_ROUNDS), round) > 0) return 'b.N';
  return samplesWith(profile, named(FIRST_ROUND), round) >= MIN_SAMPLES ? 'b.Loop' : undefined;
}

/** The number of samples whose outermost frames are one of the callers and, called by it, one of the callees. */
function samplesWith(profile: Profile, callers: Set<number>, callees: Set<number>): number {
  if (callers.size === 0) return 0;
  const { stacks, sampleCount, locations, lines } = profile;
  const isOf = (functionRows: Set<number>) =>
    Uint8Array.from({ length: locations.count }, (_, location) => {
      const rows = lines.function.subarray(locations.lineOffsets[location], locations.lineOffsets[location + 1]);
      return rows.some((row) => functionRows.has(row)) ? 1 : 0;
    });
  const [isCaller, isCallee] = [isOf(callers), isOf(callees)];
  const samplesIn = rowSamples(profile);
  let count = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    // The caller is outermost, or called by goexit.
    const end = stacks.offsets[sample + 1];
    for (let at = Math.max(stacks.offsets[sample] + 1, end - 2); at < end; at++) {
      if (isCaller[stacks.locations[at]] !== 1 || isCallee[stacks.locations[at - 1]] !== 1) continue;
      count += samplesIn(sample);
      break;
    }
  }
  return count;
}

/**
 * The number of samples that a row of the profile stands for. The runtime scales the samples of a heap profile up by
 * 1 / (1 − exp(−size / rate)); see scaleHeapSample in Go's runtime/pprof/protomem.go.
 */
function rowSamples({ sampleTypes, values, period }: Profile): (row: number) => number {
  const objects = sampleTypes.findIndex(({ type }) => type === 'alloc_objects');
  const space = sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  if (objects < 0 || space < 0) return sampleTypes[0]?.unit === 'count' ? (row) => values[0][row] : () => 1;
  return (row) => {
    const count = values[objects][row];
    if (count === 0) return 0;
    return period > 1 ? count * (1 - Math.exp(-values[space][row] / count / period)) : count;
  };
}
