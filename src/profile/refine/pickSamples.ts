import type { Difference, Profile, StackColumns } from '../model';
import { pickedStacks, pickedColumn, pickedLabels } from '../sums/sampleViews';

/**
 * Keeps the samples with a 1 in `isPicked`; shares the columns of `profile` if it keeps all samples.
 * @param stacks the stacks of the picked samples; default: their stacks in the profile
 */
export function pickSamples(profile: Profile, isPicked: Uint8Array, stacks?: StackColumns): Profile {
  const sampleCount = countOnes(isPicked);
  if (sampleCount === profile.sampleCount) return stacks === undefined ? profile : { ...profile, stacks };
  const values = profile.values.map((column) => pickedColumn(column, isPicked, sampleCount));
  return {
    ...profile,
    // The totals include dropped samples.
    totals: undefined,
    sampleCount,
    values,
    stacks: stacks ?? pickedStacks(profile.stacks, isPicked, sampleCount),
    labels: pickedLabels(profile.labels, isPicked, sampleCount),
    ...(profile.difference && { difference: pickedDifference(profile.difference, isPicked, sampleCount) }),
  };
}

function pickedDifference(difference: Difference, isPicked: Uint8Array, count: number): Difference {
  const origin = new Uint32Array(count);
  let used = 0;
  for (let sample = 0; sample < isPicked.length; sample++) {
    if (isPicked[sample] === 1) origin[used++] = difference.origin?.[sample] ?? sample;
  }
  const { now, before, timeVaries } = difference;
  return { now, before, timeVaries, origin };
}

function countOnes(flags: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  return count;
}
