import type { FileSamples } from '../answers/lines';
import type { Profile } from '../model';
import { effectiveSamples } from '../noise/interval';
import { countingType, samplingOf } from '../noise/sampling';
import type { Sampling } from '../noise/types';
import type { KeySums } from '../sums/keySums';
import { sumViewInSteps } from '../sums/sumViews';
import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import { float64Array } from '../common/largeArrays';
import { framesOf } from './frames';
import { LineCosts, lineKeys } from './lineCosts';

/**
 * The number of samples behind each line's flat and cum: see effectiveSamples.
 * @returns undefined if the figures do not rest on samples, or do not show how many samples they rest on
 */
export function* lineSamplesInSteps(profile: Profile, sampleType: number): Steps<LineSamples | undefined> {
  const sampling = samplingOf(profile, sampleType);
  if (sampling?.basis !== 'samples') return undefined;
  yield;
  const { stacks, values } = profile;
  const keys = lineKeys(framesOf(profile));
  const counting = countingType(profile);
  if (counting !== undefined) {
    const [counts] = yield* sumViewInSteps(stacks, [values[counting]], keys);
    return new LineSamples(profile, sampleType, counts);
  }
  // These sums are cached, because line costs need them too.
  const [sums] = yield* sumViewInSteps(stacks, [values[sampleType]], keys);
  const [variances] = yield* sumViewInSteps(stacks, [variancesOf(values[sampleType], sampling)], keys);
  const effective = (column: 'flat' | 'cum') => sums[column].map((sum, key) => effectiveSamples(sum, variances[column][key]));
  return new LineSamples(profile, sampleType, { ...sums, flat: effective('flat'), cum: effective('cum') });
}

/** The variance of each sample's value. */
function variancesOf(values: Float64Array, sampling: Sampling): Float64Array {
  const variances = float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    if (values[i] !== 0) variances[i] = (values[i] ** 2 / sampling.count(i)) * sampling.extrapolated(i);
  }
  return variances;
}

/** See lineSamplesInSteps. */
export class LineSamples {
  private readonly columns: LineCosts;

  /** @param counts the numbers of samples, by source line */
  constructor(profile: Profile, sampleType: number, counts: KeySums) {
    const noRanges = framesOf(profile).functions.files.map(() => []);
    this.columns = new LineCosts(profile, sampleType, counts, noRanges);
  }

  /** @param files names in the profile; the answers are in the same order */
  samplesOfFiles(files: readonly string[]): FileSamples[] {
    return this.columns.costsOfFiles(files).map(({ lines, flat, cum }) => ({ lines, flat, cum }));
  }
}
