import type { SetupLines } from '../answers/flame';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { setupLineLocations } from '../flame/testingFrames';
import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import { heapPairs, samplingOf } from '../noise/sampling';
import { startUpSamples } from '../noise/startUpSamples';

/** What an operation of a benchmark allocates, as a run without profiles counted it: without decimals. */
export interface CountedAllocations {
  readonly bytes: number;
  readonly objects: number;
  /** The benchmark's setup, which was not counted. */
  readonly setup?: SetupLines;
}

/** How many standard deviations the sampled total may be from the counted one. */
const Z = 3;

/**
 * For each sample type, the factor by which a sampled allocation profile of a benchmark is off: its total rests on
 * chance, but the run's own count does not. 1 where more than chance separates the two, such as allocations while the
 * timer is stopped, or tiny objects that share a block; undefined if nothing is to be corrected.
 *
 *     1000 allocs/op counted, 1300 sampled (55 samples): 0.769
 */
export function allocationCorrections(
  profile: Profile,
  operations: number,
  counted: CountedAllocations,
): number[] | undefined {
  const [pair] = heapPairs(profile);
  if (pair === undefined || profile.sampleTypes[pair[1]].type !== 'alloc_space') return undefined;
  const corrections = profile.sampleTypes.map(() => 1);
  const isLeftOut = leftOut(profile, counted.setup);
  for (const [i, count] of [counted.objects, counted.bytes].entries()) {
    const sums = sumsOf(profile, pair[i], isLeftOut);
    if (sums) corrections[pair[i]] = correction(sums, count * operations, operations);
  }
  return corrections.every((factor) => factor === 1) ? undefined : corrections;
}

interface Sums {
  readonly total: number;
  readonly variance: number;
}

/** The cost of the operations; undefined unless it was sampled. */
function sumsOf(profile: Profile, sampleType: number, isLeftOut: (sample: number) => boolean): Sums | undefined {
  const sampling = samplingOf(profile, sampleType);
  if (sampling?.basis !== 'samples') return undefined;
  let [total, variance] = [0, 0];
  profile.values[sampleType].forEach((value, sample) => {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    if (value === 0 || isLeftOut(sample)) return;
    total += value;
    variance += (value ** 2 / sampling.count(sample)) * sampling.extrapolated(sample);
  });
  return { total, variance };
}

/** @param rounding what the count may lack, because its decimals are cut off */
function correction({ total, variance }: Sums, counted: number, rounding: number): number {
  const isWithin = counted <= total && total < counted + rounding;
  if (counted === 0 || total === 0 || isWithin) return 1;
  const factor = counted / total;
  return Math.abs(total - counted) <= Z * Math.sqrt(variance * factor) ? factor : 1;
}

/** Returns a function that tells whether a sample is not part of the operations. */
function leftOut(profile: Profile, setup: SetupLines | undefined): (sample: number) => boolean {
  const isStartUp = startUpSamples(profile);
  if (!setup) return isStartUp;
  const isSetup = setupLineLocations(framesOf(profile), setup);
  const { stacks: { offsets, locations } } = profile;
  return (sample) => {
    const stack = locations.subarray(offsets[sample], offsets[sample + 1]);
    return isStartUp(sample) || stack.some((location) => isSetup[location] === 1);
  };
}
