import { oncePer } from '../memo';
import type { Difference, Profile } from '../model';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { float64Array } from '../common/largeArrays';
import { type ChangeRule, variesOf } from './firmChange';
import { heapPairs, type Sampling, samplingOf } from './sampling';
import { startUpSamples } from './startUpSamples';
import { isPerOperation, isShare } from '../text/relativeUnits';
import { isWallTime } from '../text/wallText';
import type { SampleIndex } from '../indexes';

/** The fields of a Part for each sample of the difference; 0 for samples of the other profile. */
export interface PartColumns {
  readonly value: Float64Array;
  readonly variance: Float64Array;
  readonly events: Float64Array;
}

/**
 * The samples of a difference, by the profile that they are from. Allocations at the start of the program are left
 * out, because they are not costs of operations.
 */
export interface DifferenceColumns {
  readonly now: PartColumns;
  readonly before: PartColumns;
  readonly rule: ChangeRule;
}

/**
 * Undefined unless the profile is a difference of costs per operation, or of shares, whose sampling is known: see
 * samplingOf. Of wall time, it is not.
 */
export function differenceColumns(profile: Profile, sampleType: number): DifferenceColumns | undefined {
  const cache = columnsOf(profile);
  if (!cache.has(sampleType)) cache.set(sampleType, computeColumns(profile, sampleType));
  return cache.get(sampleType);
}

const columnsOf = oncePer((_profile: Profile) => new Map<number, DifferenceColumns | undefined>());

function computeColumns(profile: Profile, sampleType: number): DifferenceColumns | undefined {
  const { difference, sampleTypes } = profile;
  const { unit } = sampleTypes[sampleType];
  if (!difference || !(isShare(unit) || isPerOperation(unit))) return undefined;
  // See samplingOf: how far chance reaches is not known.
  if (sampleTypes.some(isWallTime)) return undefined;
  const { now, before } = difference;
  if (!isShare(unit) && (now.operations === undefined || before.operations === undefined)) return undefined;
  const samplings = [now, before].map((part) => samplingOf(part, sampleType));
  const [ofNow, ofBefore] = samplings;
  if (!ofNow || !ofBefore || samplings.some((sampling) => sampling?.basis === 'events')) return undefined;
  // The rules for allocations are about those that an operation makes.
  const pair = isShare(unit) ? undefined : heapPairs(now).find((types) => types.includes(sampleType));
  const isLeftOut = pair ? startUpSamples(profile) : () => false;
  const splitter = new Splitter(profile, difference, { sampleType, objects: pair?.[0], isLeftOut });
  return {
    now: splitter.partOf(ofNow, 0, now.sampleCount),
    before: splitter.partOf(ofBefore, now.sampleCount, now.sampleCount + before.sampleCount),
    rule: ruleOf(difference, profile, sampleType, pair && (samplings.every((each) => each?.basis === 'everything') ? 'all' : 'sampled')),
  };
}

function ruleOf(
  { now, before, timeVaries: measured, drift, ratios }: Difference,
  { sampleTypes }: Profile,
  sampleType: number,
  allocations: ChangeRule['allocations'],
): ChangeRule {
  const operations = { now: now.operations ?? 1, before: before.operations ?? 1 };
  const rates = ((now.period || 1) / (before.period || 1)) * (ratios?.[sampleType] ?? 1);
  const { unit } = sampleTypes[sampleType];
  const varies = variesOf(allocations, measured, unit);
  const areShares = isShare(unit);
  const unitRatio = (rates * operations.before) / operations.now;
  return { operations, unitRatio, varies, areShares, allocations, ...(allocations === undefined && { drift }) };
}

class Splitter {
  constructor(
    private readonly profile: Profile,
    private readonly difference: Difference,
    private readonly options: {
      readonly sampleType: number;
      readonly objects: number | undefined;
      readonly isLeftOut: (sample: SampleIndex) => boolean;
    },
  ) {}

  /** @param from the part's first sample; `to` is one past its last */
  partOf(sampling: Sampling, from: number, to: number): PartColumns {
    const { profile: { values, sampleCount }, difference: { now, before } } = this;
    const { sampleType, objects, isLeftOut } = this.options;
    const operations = (from === 0 ? now : before).operations ?? 1;
    const [value, variance, events] = [0, 1, 2].map(() => float64Array(sampleCount));
    for (let sample = from; sample < to; sample++) {
      if ((sample & CHECK_MASK) === 0) checkpoint();
      const cost = Math.abs(values[sampleType][sample]);
      if (cost === 0 || isLeftOut(sample)) continue;
      value[sample] = cost;
      const count = sampling.count(sample - from);
      if (count > 0) variance[sample] = (cost ** 2 / count) * sampling.extrapolated(sample - from);
      if (objects === undefined) continue;
      events[sample] = Math.abs(values[objects][sample]);
      variance[sample] += unevenVariance(cost, events[sample], operations);
    }
    return { value, variance, events };
  }
}

/**
 * The variance of a cost because operations differ, such as when a pool is empty for some. An operation makes a whole
 * number of allocations, so a mean of 2.3 means 2 allocations in most operations and more in others. If it is chance
 * which ones, the variance of an operation's allocations is at least 0.3 · 0.7; it is 0 if the mean is a whole number.
 * @param events the mean number of allocations of an operation
 */
function unevenVariance(cost: number, events: number, operations: number): number {
  if (events === 0) return 0;
  const share = events % 1;
  return ((cost / events) ** 2 * share * (1 - share)) / operations;
}
