import { ascending } from './ascending';
import { normalCdf } from './normal';
import { probabilityWithTies, probabilityWithoutTies } from './uDistribution';

export interface UTest {
  /** Pairs in which the value of the first sample is larger; equal ones count half. */
  readonly u: number;
  /** How likely samples from the same distribution are at least this far apart. With ties it may be above 1. */
  readonly p: number;
  /** Whether p is exact; if not, the distribution of U is approximated by a normal one. */
  readonly exact: boolean;
}

/** Why two samples cannot be tested. */
export type UTestFailure = 'all samples are equal' | 'samples contain NaN';

/** The largest samples with an exact test. */
const LARGEST_EXACT = 50;
const LARGEST_EXACT_WITH_TIES = 25;

/** The two-sided Mann-Whitney U test of two samples of one or more values. Copies them only if they are not sorted. */
export function mannWhitneyU(a: ArrayLike<number>, b: ArrayLike<number>): UTest | UTestFailure {
  const [first, second] = [ascending(a), ascending(b)];
  // NaN sorts first. benchstat itself never returns for NaN.
  if (Number.isNaN(first[0]) || Number.isNaN(second[0])) return 'samples contain NaN';
  const [n1, n2] = [first.length, second.length];
  if (first[0] === second[n2 - 1] && second[0] === first[n1 - 1]) return 'all samples are equal';
  const { rankSum, ties } = ranksOf(first, second);
  const u = rankSum - (n1 * (n1 + 1)) / 2;
  const hasTies = ties.length < n1 + n2;
  const isExact = Math.max(n1, n2) <= (hasTies ? LARGEST_EXACT_WITH_TIES : LARGEST_EXACT);
  if (!isExact) return normalTest(u, n1, n2, ties);
  const smaller = Math.min(u, n1 * n2 - u);
  // The middle of the distribution would count twice.
  if (2 * u === n1 * n2) return { u, p: 1, exact: true };
  const half = hasTies ? probabilityWithTies(n1, n2, ties, smaller) : probabilityWithoutTies(n1, n2, smaller);
  return { u, p: half * 2, exact: true };
}

interface Ranks {
  /** Sum of the ranks of the first sample among all values; equal values share the mean of their ranks. */
  readonly rankSum: number;
  /** How often each distinct value occurs, in ascending order of value. */
  readonly ties: readonly number[];
}

function ranksOf(first: ArrayLike<number>, second: ArrayLike<number>): Ranks {
  const ties: number[] = [];
  const [n1, n2] = [first.length, second.length];
  let rankSum = 0;
  // Never reads past an end, which V8 cannot compile well.
  for (let i = 0, j = 0; i < n1 || j < n2; ) {
    const value = j === n2 || (i < n1 && first[i] < second[j]) ? first[i] : second[j];
    const [i0, j0] = [i, j];
    while (i < n1 && first[i] === value) i++;
    while (j < n2 && second[j] === value) j++;
    // The ranks are i0 + j0 + 1 … i + j.
    rankSum += ((i0 + j0 + 1 + i + j) / 2) * (i - i0);
    ties.push(i - i0 + (j - j0));
  }
  return { rankSum, ties };
}

/** With corrections for ties and for continuity. */
function normalTest(u: number, n1: number, n2: number, ties: readonly number[]): UTest {
  const n = n1 + n2;
  const tied = ties.reduce((sum, tie) => sum + (tie * tie * tie - tie), 0);
  const deviation = Math.sqrt((n1 * n2 * (n + 1 - tied / (n * (n - 1)))) / 12);
  const distance = u - (n1 * n2) / 2;
  const below = normalCdf((distance - Math.sign(distance) * 0.5) / deviation);
  return { u, p: 2 * Math.min(below, 1 - below), exact: false };
}
