import { isPerRequest } from '../text/relativeUnits';
import { effectiveSamples, isFew } from './interval';

/** A cost per operation in one of two profiles. */
export interface Part {
  readonly value: number;
  /** The value's variance due to sampling, and to allocations that only some operations make: see unevenVariance. */
  readonly variance: number;
  /**
   * The allocations per operation in the value; 0 for costs that are not allocations. Rounded (see perOperation), so
   * that 1 allocation in more than 2 million operations is 0 too.
   */
  readonly events: number;
}

/** The costs of the same code in two profiles. */
export interface Change {
  readonly now: Part;
  readonly before: Part;
}

/** What decides whether a change is firm, in addition to the costs. */
export interface ChangeRule {
  /** The operations in the two profiles. */
  readonly operations: { readonly now: number; readonly before: number };
  /** The cost that one sample of the same code stands for in `now`, divided by that in `before`. */
  readonly unitRatio: number;
  /** The standard deviation from run to run, in addition to `variance`, as a part of the cost. */
  readonly varies: number;
  /** How much faster the machine was in `before`; unset if nothing says so. */
  readonly drift?: number | undefined;
  /** Whether the costs are shares of each profile's total, of which some grow whenever others shrink. */
  readonly areShares?: boolean;
  /** How allocations were recorded; unset for other costs. */
  readonly allocations?: 'all' | 'sampled' | undefined;
}

/** A firm change is more than this many standard deviations from 0. Chance alone reaches that in 1 line of 370. */
export const FIRM = 3;

/** Clock speed, caches and other processes change the time of the same code by some percent. */
export const TIME_VARIES = 0.02;

/**
 * How much the time varies from run to run: standard deviation / mean. That of runs in turns, but at least
 * TIME_VARIES, because the time of a line varies more than that of a whole program.
 */
export function timeVaries(measured = 0): number {
  return Math.max(TIME_VARIES, measured);
}

/** Maps, pools and growing slices do not allocate exactly the same in every run. */
const SPACE_VARIES = 0.0025;
/** Where every allocation is counted, a difference of more than 1 in 1000 is a change. */
export const EXACT_VARIES = 0.001 / (FIRM * Math.SQRT2);

/** The rate of requests in a profile's time differs from that of the whole load, with which they are counted. */
const REQUESTS_VARY = 0.02;

/**
 * How much a cost varies from run to run: see ChangeRule.
 * @param measured how much the time varied in runs in turns
 * @param unit of the cost: that per request is divided by an estimate
 */
export function variesOf(allocations: ChangeRule['allocations'], measured?: number, unit = ''): number {
  const varies = allocations === undefined ? timeVaries(measured) : allocations === 'all' ? EXACT_VARIES : SPACE_VARIES;
  return isPerRequest(unit) ? Math.hypot(varies, REQUESTS_VARY) : varies;
}

/** A cost that rests on this many samples of equal weight. */
export function evenPart(value: number, samples: number): Part {
  return { value, variance: samples > 0 ? value ** 2 / samples : 0, events: 0 };
}

/** The share of all samples together, in percent. */
const WHOLE_SHARE = 100;
/** A change of fewer events per operation is due to something that happens now and then, not in each operation. */
const RARE_EVENTS = 0.01;

/**
 * Whether a change is more than chance explains. If one of the costs is 0, the ratio of the two runs alone decides:
 * 7 samples against 0 are much if the earlier run was eight times as long.
 */
export function isFirm(all: Change, rule: ChangeRule): boolean {
  const change = rule.areShares ? smallerShare(all) : all;
  const { now, before } = change;
  const size = Math.abs(now.value - before.value);
  if (size === 0 || isOccasional(change, rule)) return false;
  if (now.value === 0 || before.value === 0) {
    return !isFew(samplesIn(largerOf(change), rule)) && isBeyondChance(change, rule);
  }
  const variance = now.variance + before.variance + varianceOfRuns(now.value, before.value, rule.varies);
  return size > FIRM * Math.sqrt(variance) && isBeyondChance(change, rule);
}

/**
 * The change of the rest of the profile in place of that of a share above a half: it has the same size, and chance
 * moves both alike. A share's samples vary far less than independent counts if they are nearly all samples.
 *
 *     99 of 102 samples, then 186 of 259: the rest has 3 of 102, then 73 of 259
 */
function smallerShare(change: Change): Change {
  const larger = largerOf(change);
  if (larger.value <= WHOLE_SHARE / 2) return change;
  const [now, before] = [change.now, change.before].map(({ value, variance }): Part => {
    const rest = Math.max(0, WHOLE_SHARE - value);
    const ofSample = value > 0 ? variance / value : larger.variance / larger.value;
    return { value: rest, variance: ofSample * rest, events: 0 };
  });
  return { now, before };
}

function largerOf({ now, before }: Change): Part {
  return now.value > before.value ? now : before;
}

/**
 * The variance of a difference because costs vary from run to run. They vary by a factor, as the clock speed does:
 *
 *     2 %, 100 and 100: the standard deviation of the difference is 2.8 (√2 · 2 % of 100)
 *     40 %, 100 and 0: it is 0, because no factor turns 0 into 100
 *
 * @param varies the standard deviation from run to run, as a part of the cost
 */
export function varianceOfRuns(now: number, before: number, varies: number): number {
  return 2 * varies ** 2 * Math.abs(now * before);
}

/**
 * Whether a change of allocations is not due to the operation: less than a hundredth of an allocation, or the same
 * number in both runs although one did more operations, as in setup code.
 *
 *     1 allocation in 1000 operations, and 1 in 2000: 0.001 and 0.0005 per operation, but nothing changed
 */
function isOccasional({ now, before }: Change, { allocations, operations }: ChangeRule): boolean {
  if (allocations === undefined) return false;
  if (Math.max(now.events, before.events) < RARE_EVENTS) return true;
  const largestEvent = Math.max(sizePerEvent(now), sizePerEvent(before));
  if (Math.abs(now.value - before.value) < RARE_EVENTS * largestEvent) return true;
  const all = { now: now.events * operations.now, before: before.events * operations.before };
  if (operations.now === operations.before) return false;
  return Math.abs(all.now - all.before) <= 1e-3 * all.now;
}

function sizePerEvent({ value, events }: Part): number {
  return events === 0 ? 0 : value / events;
}

/**
 * Whether two Poisson counts differ by more than chance: tests their likelihood ratio, with a continuity correction of
 * half a sample. For small counts, a normal distribution is a poor approximation. By this test, 10 samples against 0
 * are 3.1 standard deviations, 5 against 0 are 1.9. If the costs are equal, the expected counts are in inverse
 * proportion to the cost that one sample stands for. If the machine had another speed, any change up to that of its
 * speed may be one of the machine.
 */
function isBeyondChance({ now, before }: Change, { unitRatio, drift = 1 }: ChangeRule): boolean {
  if ((now.value > 0 && now.variance === 0) || (before.value > 0 && before.variance === 0)) return true;
  const counts = [now, before].map(({ value, variance }) => effectiveSamples(value, variance));
  const [knownNow, knownBefore] = [now, before].map(({ value, variance }) => (value === 0 ? 0 : variance / value));
  const unitNow = knownNow || knownBefore * unitRatio;
  const unitBefore = knownBefore || knownNow / unitRatio;
  const all = counts[0] + counts[1];
  const [slowest, fastest] = [Math.min(1, drift), Math.max(1, drift)].map((factor) => {
    return (factor * unitBefore) / (unitNow + factor * unitBefore);
  });
  const share = Math.min(Math.max(counts[0] / all, slowest), fastest);
  const deviation = Math.abs(counts[0] - all * share);
  if (deviation <= 0.5) return false;
  const correction = counts[0] > all * share ? -0.5 : 0.5;
  const [seenNow, seenBefore] = [counts[0] + correction, counts[1] - correction];
  const ratio = likelihoodTerm(seenNow, all * share) + likelihoodTerm(seenBefore, all * (1 - share));
  return 2 * ratio > FIRM ** 2;
}

/** A term of the logarithm of a likelihood ratio. */
function likelihoodTerm(seen: number, expected: number): number {
  return seen <= 0 ? 0 : seen * Math.log(seen / expected);
}

/** Samples of equal weight, see effectiveSamples; Infinity where everything is counted. */
export function samplesIn({ value, variance }: Part, { allocations }: ChangeRule): number {
  return allocations === 'all' && value > 0 ? Infinity : effectiveSamples(value, variance);
}
