import type { LabelColumns, Profile, StackColumns } from '../model';

/**
 * The profile of the samples with a 1 in `kept`; shares the columns of `profile` where all are.
 * @param stacks of the samples that are kept, where they are others than the profile's own
 */
export function pickSamples(profile: Profile, kept: Uint8Array, stacks?: StackColumns): Profile {
  const sampleCount = kept.reduce((sum, flag) => sum + flag, 0);
  if (sampleCount === profile.sampleCount) return stacks === undefined ? profile : { ...profile, stacks };
  return {
    ...profile,
    sampleCount,
    values: profile.values.map((column) => pickValues(column, kept, sampleCount)),
    stacks: stacks ?? pickStacks(profile.stacks, kept, sampleCount),
    labels: pickLabels(profile.labels, kept, sampleCount),
  };
}

function pickValues(column: Float64Array, kept: Uint8Array, count: number): Float64Array {
  const picked = new Float64Array(count);
  let used = 0;
  for (let sample = 0; used < count; sample++) if (kept[sample] === 1) picked[used++] = column[sample]!;
  return picked;
}

/** Offsets of the rows that are kept, and where each run of them lies. */
function pickRows(offsets: Uint32Array, kept: Uint8Array, count: number): { offsets: Uint32Array; runs: Uint32Array } {
  const picked = new Uint32Array(count + 1);
  const runs: number[] = [];
  let used = 0;
  let row = 0;
  for (let sample = 0; sample < kept.length; sample++) {
    if (kept[sample] === 0) continue;
    if (sample === 0 || kept[sample - 1] === 0) runs.push(offsets[sample]!);
    used += offsets[sample + 1]! - offsets[sample]!;
    picked[++row] = used;
    if (sample + 1 === kept.length || kept[sample + 1] === 0) runs.push(offsets[sample + 1]!);
  }
  return { offsets: picked, runs: Uint32Array.from(runs) };
}

function pickRuns<T extends Uint32Array | Float64Array>(from: T, to: T, runs: Uint32Array): T {
  let used = 0;
  for (let run = 0; run < runs.length; run += 2) {
    for (let i = runs[run]!; i < runs[run + 1]!; i++) to[used++] = from[i]!;
  }
  return to;
}

function pickStacks(stacks: StackColumns, kept: Uint8Array, count: number): StackColumns {
  const { offsets, runs } = pickRows(stacks.offsets, kept, count);
  return { offsets, locations: pickRuns(stacks.locations, new Uint32Array(offsets[count]!), runs) };
}

function pickLabels(labels: LabelColumns, kept: Uint8Array, count: number): LabelColumns {
  const { offsets, runs } = pickRows(labels.offsets, kept, count);
  const indexes = (column: Uint32Array): Uint32Array => pickRuns(column, new Uint32Array(offsets[count]!), runs);
  return {
    offsets,
    key: indexes(labels.key),
    str: indexes(labels.str),
    num: pickRuns(labels.num, new Float64Array(offsets[count]!), runs),
    numUnit: indexes(labels.numUnit),
  };
}
