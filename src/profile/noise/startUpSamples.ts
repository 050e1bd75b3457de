import type { SampleIndex } from '../indexes';
import { NONE, type Profile } from '../model';

/** Names of the functions where the stacks of a benchmark begin. */
const BENCHMARK = /^testing\.\(\*B\)\.(?:launch|run1|RunParallel)\b/;
/** Names of the functions that call the measured code, in stacks that begin with BENCHMARK. */
const MEASURED = /^testing\.\(\*B\)\.(?:runN|RunParallel)\b/;
/** Names of the functions where the stacks of a program's start begin: main, package variables, threads, profiles. */
const START_UP = /^(?:runtime|runtime\/pprof|testing|main)\./;

/**
 * Returns a function that tells whether a sample is from the program's start, from package testing itself, or from the
 * profiler.
 */
export function startUpSamples(profile: Profile): (sample: SampleIndex) => boolean {
  const { stacks: { offsets, locations } } = profile;
  const patterns = [BENCHMARK, MEASURED, START_UP];
  const [isBenchmark, isMeasured, isStart] = patterns.map((pattern) => locationsOf(profile, pattern));
  return (sample) => {
    const end = offsets[sample + 1];
    if (end === offsets[sample] || isStart[locations[end - 1]] === 0) return false;
    if (isBenchmark[locations[end - 1]] === 0) return true;
    for (let at = offsets[sample]; at < end; at++) if (isMeasured[locations[at]] === 1) return false;
    return true;
  };
}

/** For each location: 1 if its outermost function's name matches. */
function locationsOf({ locations, lines, functions, strings }: Profile, pattern: RegExp): Uint8Array {
  const matches = Uint8Array.from(functions.name, (name) => (pattern.test(strings.get(name)) ? 1 : 0));
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
    const outermost = first === end ? NONE : lines.function[end - 1];
    return outermost === NONE ? 0 : matches[outermost];
  });
}
