import { ascending } from './ascending';
import { normalCdf } from './normal';
import { probabilityWithTies, probabilityWithoutTies } from './uDistribution';

export interface UTest {
  /** Number of pairs in which the value of the first sample is larger; equal values count half. */
  readonly u: number;
  /** The probability that samples of the same distribution differ at least this much. May be above 1 with ties. */
  readonly p: number;
  /** Whether p is exact; if not, it comes from a normal approximation of the distribution of U. */
  readonly exact: boolean;
}

/** Why two samples cannot be tested. */
export type UTestFailure = 'all samples are equal' | 'samples contain NaN';

/** The largest sample size with an exact test. */
export const LARGEST_EXACT = 50;
const LARGEST_EXACT_WITH_TIES = 25;

/** The two-sided Mann-Whitney U test of two samples of one or more values. Unsorted values are copied. */
export function mannWhitneyU(a: ArrayLike<number>, b: ArrayLike<number>): UTest | UTestFailure {
  const first = ascending(a);
  const second = ascending(b);
  // NaN sorts first. With NaN, benchstat itself never terminates.
  if (Number.isNaN(first[0]) || Number.isNaN(second[0])) return 'samples contain NaN';
  const n1 = first.length;
  const n2 = second.length;
  if (first[0] === second[n2 - 1] && second[0] === first[n1 - 1]) return 'all samples are equal';
  const { rankSum, ties } = ranksOf(first, second);
  const u = rankSum - (n1 * (n1 + 1)) / 2;
  const hasTies = ties.length < n1 + n2;
  const isExact = Math.max(n1, n2) <= (hasTies ? LARGEST_EXACT_WITH_TIES : LARGEST_EXACT);
  if (!isExact) return normalTest(u, n1, n2, ties);
  const lowerU = Math.min(u, n1 * n2 - u);
  // Doubling would count the middle of the distribution twice.
  if (2 * u === n1 * n2) return { u, p: 1, exact: true };
  const tail = hasTies ? probabilityWithTies(n1, n2, ties, lowerU) : probabilityWithoutTies(n1, n2, lowerU);
  return { u, p: tail * 2, exact: true };
}

interface Ranks {
  /** Sum of the ranks of the first sample among all values; equal values share the mean of their ranks. */
  readonly rankSum: number;
  /** How often each distinct value occurs, in ascending order of value. */
  readonly ties: readonly number[];
}

function ranksOf(first: ArrayLike<number>, second: ArrayLike<number>): Ranks {
  const ties: number[] = [];
  const n1 = first.length;
  const n2 = second.length;
  let rankSum = 0;
  // Checks the indexes first, because V8 compiles reads past the end of an array poorly.
  for (let i = 0, j = 0; i < n1 || j < n2; ) {
    const value = j === n2 || (i < n1 && first[i] < second[j]) ? first[i] : second[j];
    const i0 = i;
    const j0 = j;
    while (i < n1 && first[i] === value) i++;
    while (j < n2 && second[j] === value) j++;
    // The ranks are i0 + j0 + 1 … i + j.
    rankSum += ((i0 + j0 + 1 + i + j) / 2) * (i - i0);
    ties.push(i - i0 + (j - j0));
  }
  return { rankSum, ties };
}

/** The normal approximation, with corrections for ties and continuity. */
function normalTest(u: number, n1: number, n2: number, ties: readonly number[]): UTest {
  const n = n1 + n2;
  const tied = ties.reduce((sum, tie) => sum + (tie * tie * tie - tie), 0);
  const deviation = Math.sqrt((n1 * n2 * (n + 1 - tied / (n * (n - 1)))) / 12);
  const distance = u - (n1 * n2) / 2;
  const lowerTail = normalCdf((distance - Math.sign(distance) * 0.5) / deviation);
  return { u, p: 2 * Math.min(lowerTail, 1 - lowerTail), exact: false };
}
