import { LARGEST_EXACT } from './mannWhitney';
import { normalQuantile } from './normal';
import { DEFAULT_CONFIDENCE } from './summary';
import { probabilityWithoutTies } from './uDistribution';

/** More pairs of values have no interval, since all of them are sorted. */
const MAX_PAIRS = 40_000;

/** Bounds of a ratio. */
export interface RatioInterval {
  readonly lo: number;
  readonly hi: number;
}

/**
 * The confidence interval of the ratio of two independent samples, now / old, which belongs to the Mann-Whitney test
 * (Moses 1953): the ratios of any value of `now` to any of `old`, without as many on either side as the test allows. It
 * contains 1 just if the test finds no difference, apart from ties.
 * @returns undefined if there are too few values for the confidence, too many, or values of 0 or below
 */
export function ratioInterval(
  old: readonly number[],
  now: readonly number[],
  confidence = DEFAULT_CONFIDENCE,
): RatioInterval | undefined {
  const count = old.length * now.length;
  if (count > MAX_PAIRS || ![...old, ...now].every((value) => value > 0 && value < Infinity)) return undefined;
  const left = leftOut(old.length, now.length, (1 - confidence) / 2);
  if (left === undefined) return undefined;
  const ratios = new Float64Array(count);
  old.forEach((before, i) => now.forEach((after, j) => (ratios[i * now.length + j] = after / before)));
  ratios.sort();
  return { lo: ratios[left], hi: ratios[count - 1 - left] };
}

/** How many of the sorted ratios are outside on either side; undefined if the samples are too small. */
function leftOut(n1: number, n2: number, tail: number): number | undefined {
  const middle = (n1 * n2) / 2;
  if (Math.max(n1, n2) > LARGEST_EXACT) {
    const deviation = Math.sqrt((n1 * n2 * (n1 + n2 + 1)) / 12);
    // With the correction for continuity of the test.
    const left = Math.floor(middle - 0.5 + normalQuantile(tail) * deviation);
    return left < 0 ? undefined : left;
  }
  let left = -1;
  while (left + 1 < middle && probabilityWithoutTies(n1, n2, left + 1) <= tail) left++;
  return left < 0 ? undefined : left;
}
