import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import type { IndexColumn, LocationIndex } from '../indexes';

/** Costs in stacks that are deeper than Go records. */
export interface CutStacks {
  /** The maximum number of frames that Go records, beginning at the leaf. */
  readonly depth: number;
  /** For each sample type: the sum of |value| over these stacks. */
  readonly values: readonly number[];
}

/** Source: maxCPUProfStack in Go's runtime/cpuprof.go. */
const CPU_DEPTH = 64;
/** For other profiles. Source: the default of profstackdepth, a setting of GODEBUG, in Go's runtime/extern.go. */
const DEFAULT_DEPTH = 128;

/**
 * The costs in stacks that Go probably cut: they have the maximum depth and do not begin in package runtime or testing.
 * Undefined if there are none.
 */
export const cutStacksOf = oncePer((profile: Profile): CutStacks | undefined => {
  const { stacks: { offsets, locations }, sampleTypes, sampleCount, values } = profile;
  const isCpu = sampleTypes.some(({ type }) => type === 'cpu');
  const depth = isCpu ? CPU_DEPTH : DEFAULT_DEPTH;
  const frames = frameCounts(profile);
  const maxFrames = frames.reduce((max, count) => Math.max(max, count), 1);
  // A stack of n locations has `depth` frames if their shortfalls add up to n * maxFrames − depth. Unlike a sum of
  // frames, a sum of shortfalls shows after a few locations that a stack is not deep enough.
  const shortfalls = frames.map((count) => maxFrames - count);
  const cut = sampleTypes.map(() => 0);
  const isEntryPoint = entryPoints(profile);
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const first = offsets[sample];
    const end = offsets[sample + 1];
    // Most stacks begin at an entry point, which is faster to see than their depth.
    if (end === first || isEntryPoint(locations[end - 1])) continue;
    if (!addUpTo((end - first) * maxFrames - depth, shortfalls, locations, first, end)) continue;
    values.forEach((column, type) => (cut[type] += Math.abs(column[sample])));
  }
  return cut.some((value) => value > 0) ? { depth, values: cut } : undefined;
});

/** The number of frames; 1 if the location has no lines. */
function frameCounts({ locations: { count, lineOffsets } }: Profile): IndexColumn<LocationIndex, number> {
  const frames = new Uint32Array(count);
  for (let location = 0; location < count; location++) {
    frames[location] = Math.max(1, lineOffsets[location + 1] - lineOffsets[location]);
  }
  return frames;
}

/** Whether the numbers of these locations add up to `sum`. Stops once they exceed it, which halves the time. */
function addUpTo(sum: number, numbers: Uint32Array, locations: Uint32Array, first: number, end: number): boolean {
  let rest = sum;
  for (let at = first; at < end && rest >= 0; at++) rest -= numbers[locations[at]];
  return rest === 0;
}

/**
 * Returns a function that tells whether the outermost function of a location is in package runtime or testing, such as
 * runtime.main or testing.tRunner. A stack that begins there is complete.
 */
function entryPoints({ locations, lines, functions, strings }: Profile): (location: LocationIndex) => boolean {
  const known = new Map<number, boolean>();
  return (location) => {
    const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
    if (first === end) return false;
    const index = lines.function[end - 1];
    let isEntry = known.get(index);
    if (isEntry === undefined) known.set(index, (isEntry = /^(runtime|testing)\./.test(strings.get(functions.name[index]))));
    return isEntry;
  };
}
