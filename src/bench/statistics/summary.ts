import { ascending } from './ascending';
import { fixedText, shortestText } from './goNumbers';
import { choose } from './goMath';
import { normalCdf, normalQuantile } from './normal';

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

/**
 * The 1-based positions of the two sorted values that bound the confidence interval of the median. If n is too small
 * for the confidence, `lo` is 0, which means -∞, or `hi` is n + 1, which means +∞, or both.
 */
interface OrderInterval {
  readonly lo: number;
  readonly hi: number;
  /** The confidence of this interval: at least the requested one. */
  readonly confidence: number;
}

/** Up to this n, binomial probabilities are summed; above it, a normal distribution approximates their sum. */
const LARGEST_SUMMED = 30;
const MAX_CACHED = 1000;
const cache = new Map<string, OrderInterval>();
/** The last result, because most samples of a table have the same size. */
let last: { readonly n: number; readonly confidence: number; readonly interval: OrderInterval } | undefined;

/**
 * The confidence interval of a median. The number k of n values below the true median has the binomial distribution
 * B(n, 1/2), so the interval from value lo to value hi has the confidence P(lo ≤ k < hi). Of two equally good
 * intervals, the left one is chosen, as in go-moremath.
 */
function medianInterval(n: number, confidence: number): OrderInterval {
  if (last?.n === n && last.confidence === confidence) return last.interval;
  const interval = cachedInterval(n, confidence);
  last = { n, confidence, interval };
  return interval;
}

function cachedInterval(n: number, confidence: number): OrderInterval {
  const key = `${n} ${confidence}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const { lo, hi, ...rest } = intervalOf(n, confidence);
  const interval = { lo: Math.max(0, lo), hi: Math.min(n + 1, hi), ...rest };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, interval);
  return interval;
}

function intervalOf(n: number, confidence: number): OrderInterval {
  if (confidence >= 1) return { lo: 0, hi: n + 1, confidence: 1 };
  return n <= LARGEST_SUMMED ? summedInterval(n, confidence) : normalInterval(n, confidence);
}

/** Starts at the lower middle and extends to the more probable neighbor until the confidence is reached. */
function summedInterval(n: number, confidence: number): OrderInterval {
  const probability = (k: number) => (k < 0 || k > n ? 0 : choose(n, k) * 0.5 ** k * 0.5 ** (n - k));
  let lo = Math.ceil((n + 1) / 2 - 1);
  let hi = lo + 1;
  let sum = probability(lo);
  while (sum < confidence) {
    const left = probability(lo - 1);
    const right = probability(hi);
    if (left <= 0 && right <= 0) break;
    if (left >= right) lo--;
    else hi++;
    sum += Math.max(left, right);
  }
  return { lo, hi, confidence: sum };
}

function normalInterval(n: number, confidence: number): OrderInterval {
  const mean = n / 2;
  const deviation = Math.sqrt(n * 0.5 * 0.5);
  const left = normalQuantile((1 - confidence) / 2) * deviation + mean;
  const right = 2 * mean - left;
  const lo = Math.floor(left - 0.5) + 1;
  const hi = Math.ceil(right - 0.5) + 1;
  // Continuity correction: half a step.
  const below = (end: number) => normalCdf((end - 0.5 - mean) / deviation);
  const symmetric = below(hi) - below(lo);
  const shorter = below(hi - 1) - below(lo);
  const isShorter = shorter >= confidence && shorter < symmetric;
  const interval = isShorter ? { lo, hi: hi - 1, confidence: shorter } : { lo, hi, confidence: symmetric };
  return interval.lo <= 0 && interval.hi > n ? { ...interval, confidence: 1 } : interval;
}
