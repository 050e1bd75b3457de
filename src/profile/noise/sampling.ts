import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import type { Profile, ValueType } from '../model';
import { isCountedBySamples, isEventCount } from '../sampleType';
import { isPerOperation, isShare } from '../text/relativeUnits';
import { isWallTime } from '../text/wallText';
import type { Basis } from '../answers/lines';

/**
 * How the values of a sample type were sampled. Undefined if the values do not show how many samples they rest on, as
 * in profiles that pprof scaled. Differences of costs per operation and of shares have judgements instead.
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
  if (counting !== undefined) {
    return isCountedBySamples(profile.sampleTypes[sampleType]) ? countedBy(profile.values[counting], 'samples') : undefined;
  }
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
  // A goroutine that waits is in one sample after the other: how far chance reaches is not known.
  if (sampleTypes.some(isWallTime)) return undefined;
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

/** Indexes of the sample types that count objects and their bytes. */
export type HeapPair = readonly [objects: number, bytes: number];

/** The pairs of a Go heap profile: allocated, in use, or without such a prefix. Empty for other profiles. */
export function heapPairs({ sampleTypes, periodType, period }: Profile): HeapPair[] {
  if (periodType?.type !== 'space' || periodType.unit !== 'bytes' || period < 1) return [];
  return NAMES.flatMap(([objects, bytes]): HeapPair[] => {
    const [first, second] = [objects, bytes].map((name) => sampleTypes.findIndex(({ type }) => type === name));
    return first < 0 || second < 0 ? [] : [[first, second]];
  });
}

const NAMES: readonly (readonly [objects: ValueType['type'], bytes: ValueType['type']])[] = [
  ['alloc_objects', 'alloc_space'],
  ['inuse_objects', 'inuse_space'],
  ['objects', 'space'],
];

/** How far a recovered count may be from a whole number, beyond what truncation explains. */
const TOLERANCE = 1e-3;
/** Costs per operation are multiples of this part of a byte: see perOperation. */
const ROUNDED = 2 ** -20;

/**
 * Recovers the number of samples from the values, which Go scales up. Go samples an allocation of `size` bytes with
 * probability p = 1 − exp(−size / rate); each sample then stands for 1 / p objects, or size / p bytes. Go truncates the
 * bytes to whole numbers, so that a recovered count is too small by at most p / size, which is less than 1 / rate.
 *
 *     rate 524288, size 64: p = 0.000122, 1 sample = 8192 objects, 524,320 bytes
 *
 * Source: Go's runtime/pprof/protomem.go, scaleHeapSample.
 * @returns undefined if any count is not a whole number, because the values were made otherwise or changed later
 */
function heapSampling(profile: Profile, pair: HeapPair): Sampling | undefined {
  const counts = recovered(profile, pair);
  const { sampleCount, period } = profile;
  for (let i = 0; i < sampleCount; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    if (!isWhole(counts(i))) return undefined;
  }
  if (period === 1) return { basis: 'everything', count: (i) => nearest(counts(i)), extrapolated: () => 0 };
  return { basis: 'samples', count: (i) => nearest(counts(i)), extrapolated: (i) => 1 - counts(i).probability };
}

/** The recovered number of samples of a row, before rounding. */
interface RecoveredCount {
  readonly count: number;
  /** The most that truncation may have lost. */
  readonly lost: number;
  /** The most that rounding may have added. */
  readonly gained: number;
  /** The probability that an allocation of this size is sampled. */
  readonly probability: number;
}

/** Returns a function that recovers the number of samples of a row. */
export function recovered(profile: Profile, [objects, bytes]: HeapPair): (i: number) => RecoveredCount {
  const { values, period, sampleTypes, corrections = [] } = profile;
  const sizeOf = labeledSizes(profile);
  const [objectFactor, byteFactor] = [objects, bytes].map((type) => corrections[type] ?? 1);
  const times = isPerOperation(sampleTypes[bytes].unit) ? (profile.operations ?? 1) : 1;
  return (i) => {
    const space = (values[bytes][i] * times) / byteFactor;
    if (space === 0 && values[objects][i] === 0) return NO_SAMPLES;
    const labeled = sizeOf(i);
    const size = labeled || values[bytes][i] / byteFactor / (values[objects][i] / objectFactor);
    const probability = period === 1 ? 1 : -Math.expm1(-size / period);
    // Without the label, the size is computed from the truncated values, and there is no allowance for truncation.
    const rounded = (times * ROUNDED) / byteFactor;
    const lost = labeled ? (1 + rounded) * (probability / size) : 0;
    const gained = (times === 1 ? 0 : rounded / 2) * (probability / size);
    return { count: (space * probability) / size, lost, gained, probability };
  };
}

const NO_SAMPLES: RecoveredCount = { count: 0, lost: 0, gained: 0, probability: 1 };

function nearest({ count, gained }: RecoveredCount): number {
  // Adding 0 turns -0 into 0.
  return Math.ceil(count - gained - TOLERANCE) + 0;
}

function isWhole(exact: RecoveredCount): boolean {
  const whole = nearest(exact);
  return whole >= 0 && whole <= exact.count + exact.lost + TOLERANCE;
}

/** The label `bytes`, the size of the sample's objects; 0 where there is none. */
function labeledSizes({ labels, strings }: Profile): (i: number) => number {
  const isSize = new Uint8Array(strings.length);
  const seenKeys = new Set<number>();
  for (const key of labels.key) {
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    isSize[key] = strings.get(key) === 'bytes' ? 1 : 0;
  }
  return (i) => {
    for (let row = labels.offsets[i]; row < labels.offsets[i + 1]; row++) {
      if (isSize[labels.key[row]] === 1 && labels.num[row] > 0) return labels.num[row];
    }
    return 0;
  };
}

/** How the values of a sample type were sampled. */
export interface Sampling {
  readonly basis: Basis;
  /** Set for the difference of two profiles. */
  readonly isDifference?: boolean;
  /** In a difference: whether samples of both profiles stand for the same cost, so that their counts can be summed. */
  readonly hasNetCounts?: boolean;
  /**
   * How many times the profiler recorded sample `i`, or (basis `events`) the number of its events: a whole number,
   * negative if the sample is one of the base that was subtracted.
   */
  count(i: number): number;
  /**
   * The part of sample `i`'s value that is extrapolated: near 1 where a sample stands for many events, 0 where the
   * profiler records every event. The variance of the sample's value is value² · extrapolated / |count|.
   */
  extrapolated(i: number): number;
}
