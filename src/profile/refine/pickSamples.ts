import type { Difference, Profile, StackColumns } from '../model';
import { pickedStacks, pickedColumn, pickedLabels } from '../sums/sampleViews';

/**
 * Keeps the samples with a 1 in `kept`; shares the columns of `profile` if all are kept.
 * @param stacks of the kept samples, if they differ from those of the profile
 */
export function pickSamples(profile: Profile, kept: Uint8Array, stacks?: StackColumns): Profile {
  const sampleCount = ones(kept);
  if (sampleCount === profile.sampleCount) return stacks === undefined ? profile : { ...profile, stacks };
  const values = profile.values.map((column) => pickedColumn(column, kept, sampleCount));
  return {
    ...profile,
    // The totals include dropped samples.
    totals: undefined,
    sampleCount,
    values,
    stacks: stacks ?? pickedStacks(profile.stacks, kept, sampleCount),
    labels: pickedLabels(profile.labels, kept, sampleCount),
    ...(profile.difference && { difference: pickedDifference(profile.difference, kept, sampleCount) }),
  };
}

function pickedDifference(difference: Difference, kept: Uint8Array, count: number): Difference {
  const origin = new Uint32Array(count);
  let used = 0;
  for (let sample = 0; sample < kept.length; sample++) {
    if (kept[sample] === 1) origin[used++] = difference.origin?.[sample] ?? sample;
  }
  return { ...difference, origin };
}

function ones(flags: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  return count;
}
