import { ascending } from './ascending';
import { fixedText, shortestText } from './goNumbers';
import { medianInterval } from './medianInterval';

/** The center of a sample, and its confidence interval. */
export interface Summary {
  readonly center: number;
  /** Bounds of the confidence interval of `center`; ±∞ with too few values. */
  readonly lo: number;
  readonly hi: number;
  /** The confidence of the interval: at least the requested one. */
  readonly confidence: number;
  readonly warnings: readonly string[];
}

/** The default confidence of intervals, as in benchstat. */
export const CONFIDENCE = 0.95;

/** Shared, because most samples have none. */
const NO_WARNINGS: readonly string[] = [];

/** The median of at least one value, with its interval. Sorted values save a copy. */
export function summarize(values: ArrayLike<number>, confidence = CONFIDENCE): Summary {
  const sorted = ascending(values);
  const { lo, hi, confidence: reached } = medianInterval(sorted.length, confidence);
  const low = lo < 1 ? -Infinity : sorted[lo - 1];
  const high = hi > sorted.length ? Infinity : sorted[hi - 1];
  const warnings = isInfinite(low) || isInfinite(high) ? [needMore(confidence)] : NO_WARNINGS;
  return { center: medianOf(sorted), lo: low, hi: high, confidence: reached, warnings };
}

/** Summarizes a quantity without noise, such as the size of a file, by its most frequent value. */
export function summarizeExact(values: ArrayLike<number>): Summary {
  const sorted = ascending(values);
  const [lo, hi] = [sorted[0], sorted[sorted.length - 1]];
  let [center, most, start] = [lo, 1, 0];
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[start]) start = i;
    if (i - start >= most) [center, most] = [sorted[start], i - start + 1];
  }
  const isOne = most === sorted.length;
  const range = `values range from ${shortestText(lo)} to ${shortestText(hi)}`;
  return { center, lo, hi, confidence: 1, warnings: isOne ? [] : [`exact distribution expected, but ${range}`] };
}

/** The median by Hyndman and Fan's method R8 (1996), in the order of operations of go-moremath. */
function medianOf(sorted: ArrayLike<number>): number {
  const place = 1 / 3 + 0.5 * (sorted.length + 1 / 3);
  const below = Math.trunc(place);
  if (below <= 0) return sorted[0];
  if (below >= sorted.length) return sorted[sorted.length - 1];
  return sorted[below - 1] + (place - below) * (sorted[below] - sorted[below - 1]);
}

/** The interval as a percentage of the center: `2%`; `∞` if it is unbounded, `?` if a bound has another sign. */
export function rangeText({ center, lo, hi }: Summary): string {
  if (isInfinite(lo) || isInfinite(hi)) return '∞';
  // NaN equals nothing, itself included.
  const sign = signOf(center);
  if (sign !== signOf(lo) || sign !== signOf(hi)) return '?';
  if (center === 0) return '0%';
  return `${fixedText(100 * Math.max(hi / center - 1, 1 - lo / center), 0)}%`;
}

const signOf = (value: number): number => (value === 0 ? 0 : Math.sign(value));
const isInfinite = (value: number): boolean => Math.abs(value) === Infinity;

/** The largest sample size that `neededValues` tries. */
const MAX_NEEDED = 50;

function needMore(confidence: number): string {
  return `need ${neededValues(confidence)} samples for confidence interval at level ${shortestText(confidence)}`;
}

function neededValues(confidence: number): string {
  for (let n = 2; n <= MAX_NEEDED; n++) {
    const { lo, hi } = medianInterval(n, confidence);
    if (lo > 0 && hi <= n) return `>= ${n}`;
  }
  return `> ${MAX_NEEDED}`;
}
