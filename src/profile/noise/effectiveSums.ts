import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import { float64Array } from '../common/largeArrays';
import type { Profile } from '../model';
import type { FrameKeys, KeySums } from '../sums/keySums';
import { sumViewInSteps } from '../sums/sumViews';
import { effectiveSamples } from './interval';
import { countingType, samplingOf } from './sampling';
import type { Sampling } from './types';

/**
 * The number of samples behind the flat and cum of each key, such as a line or a function: see effectiveSamples.
 * @returns undefined if the figures do not rest on samples, or do not show how many samples they rest on
 */
export function* effectiveSumsInSteps(
  profile: Profile,
  sampleType: number,
  keys: FrameKeys,
): Steps<KeySums | undefined> {
  const sampling = samplingOf(profile, sampleType);
  if (sampling?.basis !== 'samples') return undefined;
  yield;
  const { stacks, values } = profile;
  const counting = countingType(profile);
  if (counting !== undefined) return (yield* sumViewInSteps(stacks, [values[counting]], keys))[0];
  // These sums are cached, because the costs need them too.
  const [sums] = yield* sumViewInSteps(stacks, [values[sampleType]], keys);
  const [variances] = yield* sumViewInSteps(stacks, [variancesOf(values[sampleType], sampling)], keys);
  const effective = (column: 'flat' | 'cum') => sums[column].map((sum, key) => effectiveSamples(sum, variances[column][key]));
  return { ...sums, flat: effective('flat'), cum: effective('cum') };
}

/** The variance of each sample's value. */
export function variancesOf(values: Float64Array, sampling: Sampling): Float64Array {
  const variances = float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    if (values[i] !== 0) variances[i] = varianceOf(values[i], sampling, i);
  }
  return variances;
}

/** The variance of a sample's value, which is not 0. */
export function varianceOf(value: number, sampling: Sampling, sample: number): number {
  return (value ** 2 / sampling.count(sample)) * sampling.extrapolated(sample);
}
