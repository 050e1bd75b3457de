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
    ...(profile.difference && { difference: pickedDifference(profile.difference, isPicked) }),
  };
}

function pickedDifference({ now, before, timeVaries, ratios }: Difference, isPicked: Uint8Array): Difference {
  const [ofNow, ofBefore] = [isPicked.subarray(0, now.sampleCount), isPicked.subarray(now.sampleCount)];
  return { now: pickSamples(now, ofNow), before: pickSamples(before, ofBefore), timeVaries, ...(ratios && { ratios }) };
}

function countOnes(flags: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  return count;
}
