import { CHECK_MASK, checkpoint } from '../common/guard';
import type { Profile, ValueType } from '../model';
import type { Sampling } from './types';
import { isPerOperation } from '../text/operationUnits';

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
export function heapSampling(profile: Profile, pair: HeapPair): Sampling | undefined {
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
export interface RecoveredCount {
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
  const { values, period, sampleTypes } = profile;
  const sizeOf = labeledSizes(profile);
  const times = isPerOperation(sampleTypes[bytes].unit) ? (profile.operations ?? 1) : 1;
  return (i) => {
    const space = values[bytes][i] * times;
    if (space === 0 && values[objects][i] === 0) return NO_SAMPLES;
    const labeled = sizeOf(i);
    const size = labeled || values[bytes][i] / values[objects][i];
    const probability = period === 1 ? 1 : -Math.expm1(-size / period);
    // Without the label, the size is computed from the truncated values, and there is no allowance for truncation.
    const lost = labeled ? (1 + times * ROUNDED) * (probability / size) : 0;
    const gained = (times === 1 ? 0 : times * (ROUNDED / 2)) * (probability / size);
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
