import { ascending } from './ascending';
import { fixedText, shortestText } from './goNumbers';
import { medianInterval } from './medianInterval';

/** A summary of a sample: its center, and a confidence interval for the center. */
export interface Summary {
  readonly center: number;
  /** Bounds of the confidence interval: ±∞ if there are too few values; the minimum and maximum in an exact summary. */
  readonly lo: number;
  readonly hi: number;
  /** The confidence of the interval, at least the requested one. */
  readonly confidence: number;
  readonly warnings: readonly string[];
}

/** The default confidence of intervals, as in benchstat. */
export const DEFAULT_CONFIDENCE = 0.95;

/** Shared, because most samples have no warnings. */
const NO_WARNINGS: readonly string[] = [];

/** Summarizes one or more values by their median. Unsorted values are copied. */
export function summarize(values: ArrayLike<number>, confidence = DEFAULT_CONFIDENCE): Summary {
  const sorted = ascending(values);
  const { lo, hi, confidence: actual } = medianInterval(sorted.length, confidence);
  const low = lo < 1 ? -Infinity : sorted[lo - 1];
  const high = hi > sorted.length ? Infinity : sorted[hi - 1];
  const warnings = isInfinite(low) || isInfinite(high) ? [needMore(confidence)] : NO_WARNINGS;
  return { center: medianOf(sorted), lo: low, hi: high, confidence: actual, warnings };
}

/** Summarizes a quantity without noise, such as a file's size, by its most frequent value; of several, the smallest. */
export function summarizeExact(values: ArrayLike<number>): Summary {
  const sorted = ascending(values);
  const [lo, hi] = [sorted[0], sorted[sorted.length - 1]];
  let [center, bestCount, start] = [lo, 1, 0];
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[start]) start = i;
    if (i - start >= bestCount) [center, bestCount] = [sorted[start], i - start + 1];
  }
  const areEqual = bestCount === sorted.length;
  const range = `values range from ${shortestText(lo)} to ${shortestText(hi)}`;
  return { center, lo, hi, confidence: 1, warnings: areEqual ? [] : [`exact distribution expected, but ${range}`] };
}

/**
 * The median by definition 8 of Hyndman and Fan (1996). Floating-point operations are in go-moremath's order, so that
 * results are identical.
 */
function medianOf(sorted: ArrayLike<number>): number {
  const rank = 1 / 3 + 0.5 * (sorted.length + 1 / 3);
  const lower = Math.trunc(rank);
  if (lower <= 0) return sorted[0];
  if (lower >= sorted.length) return sorted[sorted.length - 1];
  return sorted[lower - 1] + (rank - lower) * (sorted[lower] - sorted[lower - 1]);
}

/**
 * How far the interval extends from the center, to the farther bound, as a percentage of the center: `2%`; `∞` if it is
 * unbounded, `?` if a bound has another sign than the center.
 */
export function rangeText({ center, lo, hi }: Summary): string {
  if (isInfinite(lo) || isInfinite(hi)) return '∞';
  if (lo === center && hi === center) return '0%';
  // If the center is NaN, the signs differ: NaN !== NaN.
  const sign = signOf(center);
  if (sign !== signOf(lo) || sign !== signOf(hi)) return '?';
  return `${fixedText(100 * Math.max(hi / center - 1, 1 - lo / center), 0)}%`;
}

const signOf = (value: number): number => (value === 0 ? 0 : Math.sign(value));
const isInfinite = (value: number): boolean => Math.abs(value) === Infinity;

/** The largest sample size that `neededSizeText` tries. */
const MAX_NEEDED = 50;

function needMore(confidence: number): string {
  return `need ${neededSizeText(confidence)} samples for confidence interval at level ${shortestText(confidence)}`;
}

function neededSizeText(confidence: number): string {
  for (let n = 2; n <= MAX_NEEDED; n++) {
    const { lo, hi } = medianInterval(n, confidence);
    if (lo > 0 && hi <= n) return `>= ${n}`;
  }
  return `> ${MAX_NEEDED}`;
}
