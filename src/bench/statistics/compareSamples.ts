import { ascending } from './ascending';
import { fixedText, shortestText, percentChange } from './goNumbers';
import { mannWhitneyU } from './mannWhitney';
import { summarize, summarizeExact } from './summary';

/** Two samples, compared by benchstat's rules. */
export interface Comparison {
  /**
   * The p-value: how likely a difference of at least this size is if nothing changed. Above 1 for some ties; 0 for
   * exact values; 1 if the samples cannot be tested.
   */
  readonly p: number;
  readonly n1: number;
  readonly n2: number;
  /** Whether p is at most alpha. */
  readonly isChanged: boolean;
  /** The change of the center, new / old − 1, significant or not; 0 if both are equal, undefined if only old is 0. */
  readonly delta: number | undefined;
  readonly warnings: readonly string[];
}

/** The default significance level, as in benchstat. */
export const ALPHA = 0.05;

/** Compares two samples of one or more values. Unsorted values are copied. */
export function compareSamples(old: ArrayLike<number>, now: ArrayLike<number>, alpha = ALPHA): Comparison {
  const [before, after] = [ascending(old), ascending(now)];
  return { ...testSamples(before, after, alpha), delta: deltaOf(summarize(before).center, summarize(after).center) };
}

/** Like `compareSamples`, without `delta`. */
export function testSamples(old: ArrayLike<number>, now: ArrayLike<number>, alpha: number): Omit<Comparison, 'delta'> {
  const n1 = old.length;
  const n2 = now.length;
  const test = mannWhitneyU(old, now);
  // As in benchstat, samples that cannot be tested have p = 1, which counts as a change if alpha is 1.
  if (typeof test === 'string') return { p: 1, n1, n2, isChanged: !(1 > alpha), warnings: [test] };
  const isChanged = !(test.p > alpha);
  return { p: test.p, n1, n2, isChanged, warnings: isChanged ? [] : tooFew(n1, n2, alpha) };
}

/** Compares values without noise: every difference is significant. */
export function compareExact(old: ArrayLike<number>, now: ArrayLike<number>): Comparison {
  const delta = deltaOf(summarizeExact(old).center, summarizeExact(now).center);
  return { p: 0, n1: old.length, n2: now.length, isChanged: true, delta, warnings: [] };
}

/** new / old − 1; 0 if both are equal, undefined if only `old` is 0. */
export function deltaOf(old: number, now: number): number | undefined {
  if (old === now) return 0;
  return old === 0 ? undefined : now / old - 1;
}

/** `~` if not significant, `+1.23%`, `0.00%` for equal centers, `?` if the old center is 0. */
export function deltaText(comparison: Pick<Comparison, 'isChanged'>, old: number, now: number): string {
  if (!comparison.isChanged) return '~';
  if (old === now) return '0.00%';
  if (old === 0) return '?';
  return percentChange(now / old);
}

/** `p=0.002 n=6`, or `p=0.002 n=6+8` for samples of different sizes; without p for exact values. */
export function evidenceText({ p, n1, n2 }: Pick<Comparison, 'p' | 'n1' | 'n2'>): string {
  const counts = n1 === n2 ? `n=${n1}` : `n=${n1}+${n2}`;
  return p === 0 ? counts : `p=${fixedText(p, 3)} ${counts}`;
}

/** The smallest p-value of two samples of n values each, 2 / C(2n, n), for n = 1, 2 … */
const SMALLEST_P = [
  1, 0.3333333333333333, 0.1, 0.02857142857142857, 0.007936507936507936, 0.0021645021645021645, 0.0005827505827505828,
  0.0001554001554001554, 4.113533525298231e-5,
];

/** As in benchstat, warns only if two samples of the larger size could not differ significantly either. */
function tooFew(n1: number, n2: number, alpha: number): string[] {
  const size = SMALLEST_P.findIndex((p) => p <= alpha) + 1;
  const needed = size === 0 ? SMALLEST_P.length + 1 : size;
  if (n1 >= needed || n2 >= needed) return [];
  const sign = size === 0 ? '>' : '>=';
  return [`need ${sign} ${needed} samples to detect a difference at alpha level ${shortestText(alpha)}`];
}
