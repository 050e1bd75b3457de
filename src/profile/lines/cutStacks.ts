import type { Profile } from '../model';

/** Costs in stacks that are deeper than Go records. */
export interface CutStacks {
  /** The maximum number of frames that Go records, beginning at the leaf. */
  readonly depth: number;
  /** For each sample type: the sum of |value| over these stacks. */
  readonly values: readonly number[];
}

/** Sources: maxCPUProfStack in Go's runtime/cpuprof.go; profstackdepth in runtime/extern.go. */
const CPU_DEPTH = 64;
const USUAL_DEPTH = 128;

/** The costs in stacks whose outermost frames Go left out; undefined if there are none. */
export function cutStacks(profile: Profile): CutStacks | undefined {
  const { stacks: { offsets, locations }, sampleTypes, sampleCount, values } = profile;
  const isCpu = sampleTypes.some(({ type }) => type === 'cpu');
  const depth = isCpu ? CPU_DEPTH : USUAL_DEPTH;
  const frames = frameCounts(profile);
  const maxFrames = frames.reduce((max, count) => Math.max(max, count), 1);
  // A stack of n locations has `depth` frames if their `missing` numbers add up to n * maxFrames − depth.
  const missing = frames.map((count) => maxFrames - count);
  const cut = sampleTypes.map(() => 0);
  for (let sample = 0; sample < sampleCount; sample++) {
    const first = offsets[sample];
    const end = offsets[sample + 1];
    if (!addUpTo((end - first) * maxFrames - depth, missing, locations, first, end)) continue;
    if (isStart(profile, locations[end - 1])) continue;
    values.forEach((column, type) => (cut[type] += Math.abs(column[sample])));
  }
  return cut.some((value) => value > 0) ? { depth, values: cut } : undefined;
}

/** For each location: its number of frames. */
function frameCounts({ locations: { count, lineOffsets } }: Profile): Uint32Array {
  const frames = new Uint32Array(count);
  for (let location = 0; location < count; location++) {
    frames[location] = Math.max(1, lineOffsets[location + 1] - lineOffsets[location]);
  }
  return frames;
}

/** Whether the numbers of these locations add up to `sum`. Stops early, which halves the time. */
function addUpTo(sum: number, numbers: Uint32Array, locations: Uint32Array, first: number, end: number): boolean {
  let rest = sum;
  for (let at = first; at < end && rest >= 0; at++) rest -= numbers[locations[at]];
  return rest === 0;
}

/** Whether a goroutine of the runtime or of a test begins at the location. If so, its stack is complete. */
function isStart({ locations, lines, functions, strings }: Profile, location: number): boolean {
  const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
  return first < end && /^(runtime|testing)\./.test(strings.get(functions.name[lines.function[end - 1]]));
}
