import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import { float64Array } from '../common/largeArrays';
import type { Profile } from '../model';
import type { FrameKeys, KeySums } from '../sums/keySums';
import { sumViewInSteps } from '../sums/sumViews';
import { effectiveSamples } from './interval';
import { countingType, type Sampling, samplingOf } from './sampling';
import type { SampleIndex } from '../indexes';

/**
 * The number of samples behind the flat and cum of each key, such as a line or a function: see samplesBehind.
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
  if (counting !== undefined && !sampling.isDifference) {
    return (yield* sumViewInSteps(stacks, [values[counting]], keys))[0];
  }
  // These sums are cached, because the costs need them too.
  const [sums] = yield* sumViewInSteps(stacks, [values[sampleType]], keys);
  const counted = sampling.isDifference ? [countsOf(profile, sampling)] : [];
  const columns = [variancesOf(values[sampleType], sampling), ...counted];
  const [variances, counts] = yield* sumViewInSteps(stacks, columns, keys);
  const effective = (column: 'flat' | 'cum') =>
    sums[column].map((value, key) => {
      return samplesBehind(sampling, { value, variance: variances[column][key], count: counts?.[column][key] ?? 0 });
    });
  return { ...sums, flat: effective('flat'), cum: effective('cum') };
}

/** A sum of the values of samples. */
export interface SampledSum {
  readonly value: number;
  readonly variance: number;
  /** The sum of the samples' counts. */
  readonly count: number;
}

/**
 * The number of samples of equal weight behind a figure: see effectiveSamples. A change rests on those that were added
 * or removed, because captures of one process share most of their samples; on more if it is too large for chance even
 * between captures that share none, as when a single large allocation was added.
 */
export function samplesBehind({ hasNetCounts }: Sampling, { value, variance, count }: SampledSum): number {
  const effective = effectiveSamples(value, variance);
  return hasNetCounts && value !== 0 ? Math.max(effective, Math.abs(count)) : effective;
}

/** The counts of all samples. */
export function countsOf(profile: Profile, sampling: Sampling): Float64Array {
  const { sampleCount, values } = profile;
  const counting = countingType(profile);
  if (counting !== undefined) return values[counting];
  const counts = float64Array(sampleCount);
  for (let i = 0; i < counts.length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    counts[i] = sampling.count(i);
  }
  return counts;
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
export function varianceOf(value: number, sampling: Sampling, sample: SampleIndex): number {
  return (value ** 2 / Math.abs(sampling.count(sample))) * sampling.extrapolated(sample);
}
