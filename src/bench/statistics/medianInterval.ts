import { choose } from './goMath';
import { normalCdf, normalQuantile } from './normal';

/**
 * The 1-based positions of the two sorted values that bound the confidence interval of the median. If n is too small
 * for the confidence, `lo` is 0, which means -∞, or `hi` is n + 1, which means +∞, or both.
 */
export interface OrderInterval {
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
export function medianInterval(n: number, confidence: number): OrderInterval {
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
