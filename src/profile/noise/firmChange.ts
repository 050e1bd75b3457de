/** A cost per operation in one of two profiles. */
export interface Part {
  readonly value: number;
  /** The value's variance due to sampling; 0 where everything is counted. */
  readonly variance: number;
  /** The allocations per operation in the value; 0 for costs that are not allocations. */
  readonly events: number;
}

/** The costs of the same code in two profiles. */
export interface Change {
  readonly now: Part;
  readonly before: Part;
}

/** What decides, besides the costs, whether a change is firm. */
export interface ChangeRule {
  /** The operations in the two profiles. */
  readonly operations: { readonly now: number; readonly before: number };
  /** What a sample of the same code stands for now, as a multiple of what it stood for before. */
  readonly unitRatio: number;
  /** The standard deviation from run to run besides sampling, as a part of the cost. */
  readonly varies: number;
}

/** Firm changes are farther from 0 than this many standard deviations: by chance alone, 1 line in 370 is. */
export const FIRM = 3;

/** Clock speed, caches and other processes change the time of the same code by some percent. */
export const TIME_VARIES = 0.02;
/** Maps, pools and growing slices do not allocate exactly the same in every run. */
export const SPACE_VARIES = 0.0025;
/** Where every allocation is counted, a difference of more than 1 in 1000 is a change. */
const EXACT_VARIES = 0.001 / (FIRM * Math.SQRT2);
/** A change of fewer events per operation is due to something that happens now and then, not to the operation. */
const RARE_EVENTS = 0.01;

/** Whether a change is more than chance explains. */
export function isFirm(change: Change, rule: ChangeRule): boolean {
  const { now, before } = change;
  const size = Math.abs(now.value - before.value);
  if (size === 0 || isOccasional(change, rule)) return false;
  const isExact = now.variance === 0 && before.variance === 0;
  const varies = isExact ? EXACT_VARIES : rule.varies;
  const variance = now.variance + before.variance + varies ** 2 * (now.value ** 2 + before.value ** 2);
  return size > FIRM * Math.sqrt(variance) && (isExact || isBeyondChance(change, rule));
}

/**
 * Whether a change of allocations is not due to the operation: less than a hundredth of an allocation, or the same
 * number in both runs although one did more operations, as in set-up code.
 *
 *     1 allocation in 1000 operations, and 1 in 2000: 0.001 and 0.0005 per operation, but nothing changed
 */
function isOccasional({ now, before }: Change, { operations }: ChangeRule): boolean {
  if (now.events === 0 && before.events === 0) return false;
  const most = Math.max(sizePerEvent(now), sizePerEvent(before));
  if (Math.abs(now.value - before.value) < RARE_EVENTS * most) return true;
  const all = { now: now.events * operations.now, before: before.events * operations.before };
  if (operations.now === operations.before) return false;
  return Math.abs(all.now - all.before) <= 1e-3 * all.now;
}

function sizePerEvent({ value, events }: Part): number {
  return events === 0 ? 0 : value / events;
}

/**
 * The signed root of the likelihood ratio of two Poisson counts, with half a sample of correction for continuity. Near
 * 0, a normal distribution is a poor guess: 10 samples against none are 3.1 standard deviations, and 5 are not firm. If
 * the costs are equal, the expected counts are in inverse proportion to what one sample stands for.
 */
function isBeyondChance({ now, before }: Change, { unitRatio }: ChangeRule): boolean {
  if ((now.value > 0 && now.variance === 0) || (before.value > 0 && before.variance === 0)) return true;
  const counts = [now, before].map(samplesIn);
  const [units, others] = [now, before].map(({ value, variance }) => (value === 0 ? 0 : variance / value));
  const unitNow = units || others * unitRatio;
  const unitBefore = others || units / unitRatio;
  const all = counts[0] + counts[1];
  const share = unitBefore / (unitNow + unitBefore);
  const off = Math.abs(counts[0] - all * share);
  if (off <= 0.5) return false;
  const nearer = counts[0] > all * share ? -0.5 : 0.5;
  const ratio = entropy(counts[0] + nearer, all * share) + entropy(counts[1] - nearer, all * (1 - share));
  return 2 * ratio > FIRM ** 2;
}

function entropy(seen: number, expected: number): number {
  return seen <= 0 ? 0 : seen * Math.log(seen / expected);
}

/** Samples of equal weight, see effectiveSamples; Infinity where everything is counted. */
export function samplesIn({ value, variance }: Part): number {
  if (value === 0) return 0;
  return variance === 0 ? Infinity : value ** 2 / variance;
}
