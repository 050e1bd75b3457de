import type { Profile } from '../model';

/** Costs in stacks that are deeper than Go records. */
export interface CutStacks {
  /** The number of frames that Go records, beginning at the leaf. */
  readonly depth: number;
  /** By sample type: the sum of |value|. */
  readonly values: readonly number[];
}

/** Sources: maxCPUProfStack in Go's runtime/cpuprof.go; profstackdepth in runtime/extern.go. */
const CPU_DEPTH = 64;
const USUAL_DEPTH = 128;

/** A location rarely has more inlined frames. */
const MAX_INLINED = 8;

/** The stacks whose outermost frames Go has left out; undefined: there are none. */
export function cutStacks(profile: Profile): CutStacks | undefined {
  const { stacks: { offsets, locations }, sampleTypes, sampleCount, values } = profile;
  const isCpu = sampleTypes.some(({ type }) => type === 'cpu');
  const depth = isCpu ? CPU_DEPTH : USUAL_DEPTH;
  const framesAt = (location: number) => {
    const own = profile.locations.lineOffsets[location + 1] - profile.locations.lineOffsets[location];
    return Math.max(1, own);
  };
  const cut = sampleTypes.map(() => 0);
  for (let sample = 0; sample < sampleCount; sample++) {
    const [first, end] = [offsets[sample], offsets[sample + 1]];
    if ((end - first) * MAX_INLINED < depth) continue;
    let frames = 0;
    for (let at = first; at < end; at++) frames += framesAt(locations[at]);
    if (frames !== depth || isStart(profile, locations[end - 1])) continue;
    values.forEach((column, type) => (cut[type] += Math.abs(column[sample])));
  }
  return cut.some((value) => value > 0) ? { depth, values: cut } : undefined;
}

/** Whether a goroutine of the runtime or of a test begins there. Whole stacks of just that depth are else rare. */
function isStart({ locations, lines, functions, strings }: Profile, location: number): boolean {
  const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
  return first < end && /^(runtime|testing)\./.test(strings.get(functions.name[lines.function[end - 1]]));
}
