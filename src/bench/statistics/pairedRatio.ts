import { signedRankCut } from './signedRank';
import { DEFAULT_CONFIDENCE } from './summary';

/** How many times as large the later values of pairs are, with a confidence interval. */
export interface PairedRatio {
  /** The Hodges-Lehmann estimate, later / earlier. */
  readonly ratio: number;
  /** The bounds of the confidence interval; equal if all pairs have the same ratio. */
  readonly lo: number;
  readonly hi: number;
}

/** How wide the interval is, as a share of its lower bound; Infinity without an interval. */
export function intervalWidth(interval: PairedRatio | undefined): number {
  return interval ? interval.hi / interval.lo - 1 : Infinity;
}

/** More pairs have no interval: the number of averages grows with its square. */
const MAX_PAIRS = 1000;

/**
 * The ratio of paired values: the Hodges-Lehmann estimate of the logarithms of the pairs' ratios, and its confidence
 * interval by Wilcoxon's signed-rank test. Both come from the Walsh averages, the averages of any two ratios: the
 * estimate is their median, and the interval leaves out as many on either side as the test allows.
 *
 * The interval assumes that the noise of a pair's values could as well be exchanged, so that the logarithms are
 * symmetric around the true change. Neither a skewed distribution of the runs nor a drift from pair to pair contradicts
 * that. In simulations, 93 to 98 % of intervals contain the true change, also of 6 pairs, and on a machine that drifts.
 * A bootstrap of the ratio of medians has 90 to 95 % for 6 and 8 pairs, and wider intervals where machines drift or are
 * busy in phases (npm run proof:intervals).
 * @param before one value per pair, in the order of `now`
 * @returns undefined if there are too few pairs for the confidence, too many, or values of 0 or below
 */
export function pairedRatio(
  before: readonly number[],
  now: readonly number[],
  confidence = DEFAULT_CONFIDENCE,
): PairedRatio | undefined {
  const pairs = before.length;
  if (pairs !== now.length || pairs > MAX_PAIRS) return undefined;
  const cut = signedRankCut(pairs, confidence);
  if (cut === undefined) return undefined;
  const logs = before.map((value, i) => Math.log(now[i] / value));
  // A NaN or an infinite value, too.
  if (![...before, ...now].every((value) => value > 0) || !logs.every(Number.isFinite)) return undefined;
  const averages = walshAverages(logs);
  const [lo, middle, hi] = [averages[cut], medianOf(averages), averages[averages.length - 1 - cut]];
  return { ratio: Math.exp(middle), lo: Math.exp(lo), hi: Math.exp(hi) };
}

/** The averages of any two values, also of each with itself, sorted. */
function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2);
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j <= i; j++) averages[next++] = (values[i] + values[j]) / 2;
  }
  return averages.sort();
}

function medianOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
