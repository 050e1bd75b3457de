import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import { isEventCount } from '../sampleType';
import { type HeapPair, heapPairs, heapSampling } from './heapSampling';
import type { Sampling } from './types';
import { isPerOperation } from '../text/operationUnits';
import { isShare } from '../text/shareUnit';

/**
 * How the values of a sample type were sampled. Undefined if the values do not show how many samples they rest on, as
 * in profiles that pprof scaled. Differences of costs per operation and of shares have verdicts instead.
 */
export function samplingOf(profile: Profile, sampleType: number): Sampling | undefined {
  const cache = samplings(profile);
  if (!cache.has(sampleType)) cache.set(sampleType, computeSampling(profile, sampleType));
  return cache.get(sampleType);
}

/** The sample type that counts the samples of all the others, as in CPU profiles; undefined if there is none. */
export function countingType({ sampleTypes }: Pick<Profile, 'sampleTypes'>): number | undefined {
  const index = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  return index < 0 ? undefined : index;
}

const samplings = oncePer((_profile: Profile) => new Map<number, Sampling | undefined>());

function computeSampling(profile: Profile, sampleType: number): Sampling | undefined {
  if (profile.isDifference) return differenceSampling(profile, sampleType);
  const counting = countingType(profile);
  if (counting !== undefined) return countedBy(profile.values[counting], 'samples');
  const events = profile.sampleTypes.findIndex(isEventCount);
  if (events >= 0) return countedBy(wholeCounts(profile, events), 'events');
  const pair = heapPairs(profile).find((each) => each.includes(sampleType));
  return pair && pairSampling(profile)(pair);
}

function differenceSampling(
  { difference, isNowAndBefore, sampleTypes }: Profile,
  sampleType: number,
): Sampling | undefined {
  const { unit } = sampleTypes[sampleType];
  if (!difference || !isNowAndBefore || isPerOperation(unit) || isShare(unit)) return undefined;
  const { now, before, ratios } = difference;
  const [ofNow, ofBefore] = [now, before].map((part) => samplingOf(part, sampleType));
  if (!ofNow || !ofBefore || ofNow.basis === 'events' || ofBefore.basis === 'events') return undefined;
  const first = now.sampleCount;
  return {
    basis: ofNow.basis === ofBefore.basis ? ofNow.basis : 'samples',
    isDifference: true,
    hasNetCounts: now.period === before.period && (ratios?.[sampleType] ?? 1) === 1,
    count: (i) => (i < first ? ofNow.count(i) : -ofBefore.count(i - first)),
    extrapolated: (i) => (i < first ? ofNow.extrapolated(i) : ofBefore.extrapolated(i - first)),
  };
}

/** Both sample types of a pair share their sampling. */
const pairSampling = oncePer((profile: Profile) => {
  const cache = new Map<string, Sampling | undefined>();
  return (pair: HeapPair): Sampling | undefined => {
    const key = pair.join();
    if (!cache.has(key)) cache.set(key, heapSampling(profile, pair));
    return cache.get(key);
  };
});

/** How far a multiplied count may be from a whole number, because it was rounded per operation. */
const MAX_ROUNDED = 0.25;

/** The counts of events before perOperation divided them. */
function wholeCounts({ values, sampleTypes, operations = 1 }: Profile, type: number): Float64Array {
  if (!isPerOperation(sampleTypes[type].unit)) return values[type];
  return values[type].map((value) => {
    const count = value * operations;
    return Math.abs(count - Math.round(count)) < MAX_ROUNDED ? Math.round(count) : count;
  });
}

function countedBy(counts: Float64Array, basis: Sampling['basis']): Sampling | undefined {
  for (let i = 0; i < counts.length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    if (counts[i] < 0 || !Number.isInteger(counts[i])) return undefined;
  }
  return { basis, count: (i) => counts[i], extrapolated: () => 1 };
}
