import { oncePer } from '../memo';
import type { Profile, ValueType } from '../model';
import { isCountedBySamples, isEventCount } from '../sampleType';
import { isShare } from '../text/relativeUnits';
import { sumOfSizes } from './notedColumns';

/**
 * The value of one sample, in the sample type's unit: what decides how many digits a figure carries. Of a CPU profile,
 * 10 ms; of a sampled heap profile, about the sampling rate. In a difference, that of the profile with the larger
 * samples. 0 if nothing is left to chance, as in a heap profile with rate 1; undefined if it is not known.
 */
export function sampleWeight(profile: Profile, sampleType: number): number | undefined {
  const cached = weightsOf(profile);
  if (!cached.has(sampleType)) cached.set(sampleType, computeWeight(profile, sampleType));
  return cached.get(sampleType);
}

const weightsOf = oncePer((_profile: Profile) => new Map<number, number | undefined>());

function computeWeight(profile: Profile, sampleType: number): number | undefined {
  const { difference, isDifference, sampleTypes } = profile;
  if (difference) {
    // The two profiles have their totals also where shares of them are compared.
    const areShares = isShare(sampleTypes[sampleType].unit);
    const weightOf = (part: Profile, ratio: number) => {
      const weight = sampleWeight(part, sampleType);
      if (!areShares || weight === undefined) return weight && weight * ratio;
      const total = sumOfSizes(part.values[sampleType]);
      return total === 0 ? undefined : (100 * weight) / total;
    };
    const now = weightOf(difference.now, difference.ratios?.[sampleType] ?? 1);
    const before = weightOf(difference.before, 1);
    return now === undefined || before === undefined ? undefined : Math.max(now, before);
  }
  if (isDifference || !isCountedBySamples(sampleTypes[sampleType])) return undefined;
  const counting = sampleTypes.findIndex((each) => isSampleCount(each) || isEventCount(each));
  if (counting >= 0) return averageWeight(profile, sampleType, counting);
  return heapWeight(profile, sampleType);
}

function isSampleCount({ type, unit }: ValueType): boolean {
  return type === 'samples' && unit === 'count';
}

/** The number of samples itself is exact. */
function averageWeight({ values }: Profile, sampleType: number, counting: number): number | undefined {
  if (sampleType === counting) return 0;
  const count = sumOfSizes(values[counting]);
  return count === 0 ? undefined : sumOfSizes(values[sampleType]) / count;
}

const HEAP = /^(alloc_|inuse_|)(objects|space)$/;

/**
 * A sample of small objects stands for as many bytes as are between two samples. Objects that are larger than that are
 * known better, which this leaves out.
 */
function heapWeight(
  { sampleTypes, values, periodType, period, operations = 1 }: Profile,
  sampleType: number,
): number | undefined {
  const { type, unit } = sampleTypes[sampleType];
  const [, prefix, what] = HEAP.exec(type) ?? [];
  if (what === undefined || periodType?.type !== 'space' || periodType.unit !== 'bytes' || isShare(unit)) return undefined;
  if (period === 0) return undefined;
  if (period === 1) return 0;
  const bytes = period / (prefix === 'inuse_' ? 1 : operations);
  if (what === 'space') return bytes;
  const space = sampleTypes.findIndex((each) => each.type === `${prefix}space`);
  const total = space < 0 ? 0 : sumOfSizes(values[space]);
  return total === 0 ? undefined : (bytes * sumOfSizes(values[sampleType])) / total;
}
