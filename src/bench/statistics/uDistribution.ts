import { choose } from './goMath';

/**
 * The cumulative distribution of U for two samples of n1 and n2 values from the same distribution. Sums are in
 * go-moremath's order, so that their last bits agree.
 */

/** Limit for cached distributions: enough for all sample sizes in one comparison of files. */
const MAX_CACHED = 64;
const cache = new Map<number, Float64Array>();

/** P(U ≤ u) without ties, for an integer u below n1 · n2 / 2. */
export function probabilityWithoutTies(n1: number, n2: number, u: number): number {
  const [small, large] = [Math.min(n1, n2), Math.max(n1, n2)];
  const key = small * 1000 + large;
  let sums = cache.get(key);
  if (sums === undefined) {
    sums = cumulative(small, large);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, sums);
  }
  return sums[u];
}

/** P(U ≤ u) for u in the lower half of the distribution. */
function cumulative(small: number, large: number): Float64Array {
  const sums = Float64Array.from(probabilities(small, large, Math.floor((small * large) / 2)));
  for (let u = 1; u < sums.length; u++) sums[u] += sums[u - 1];
  return sums;
}

/**
 * P(U = u) for all u up to a limit, by the recurrence of Mann and Whitney (1947):
 *
 *     p(n, m, u) = (n · p(n−1, m, u−m) + m · p(n, m−1, u)) / (n + m)
 *
 * Only the rows of one m are stored; p(n, m) = p(m, n) gives the others. Each row is computed from the largest u down,
 * so that it can overwrite the row of m − 1.
 */
function probabilities(small: number, large: number, limit: number): Float64Array {
  const rows = Array.from({ length: small + 1 }, () => new Float64Array(limit + 1));
  rows[0][0] = 1;
  for (let m = 1; m <= large; m++) {
    for (let n = 1; n <= Math.min(small, m); n++) {
      const row = rows[n];
      const withoutOneOfN = rows[n - 1];
      const withoutOneOfM = n < m ? row : rows[m - 1];
      for (let u = Math.min(limit, n * m); u >= 0; u--) {
        const fromN = u >= m ? n * withoutOneOfN[u - m] : 0;
        row[u] = (fromN + m * withoutOneOfM[u]) / (n + m);
      }
    }
  }
  return rows[small];
}

/**
 * P(U ≤ u) with ties, by the recurrence of Klotz (1966). Equal values form groups; in ascending order from 1, group k
 * has t(k) values, `ties[k − 1]` in the code. A(k, n, U) counts the ways to pick n values of the first k groups for
 * sample 1 so that the sample's statistic is at most U. If r of the n values are in group k, each is larger than all
 * values of sample 2 in earlier groups, and equal to those of sample 2 in group k, which count half:
 *
 *     A(k, n, U) = Σ over r of A(k−1, n−r, U − r · (values before − (n − r)) − r · (t(k) − r) / 2) · C(t(k), r)
 *
 * The code stores 2 · U, which is always an integer.
 */
export function probabilityWithTies(n1: number, n2: number, ties: readonly number[], u: number): number {
  const limit = Math.trunc(2 * u);
  if (ties.length === 2) return countOfTwo(n1, limit, ties[0], ties[1]) / choose(n1 + n2, n1);
  let counts = new Counts(n1, limit);
  let spare = new Counts(n1, limit);
  let before = 0;
  for (let k = 0; k < ties.length; k++) {
    spare.addGroup(counts, before, ties[k]);
    [counts, spare] = [spare, counts];
    before += ties[k];
    // The counts are correct without this, but for more than 20 values go-moremath's differ in the last bits.
    if (before > LARGEST_EXACT_CHOICE && k < ties.length - 1) counts.fillAbove(maxDoubledU(ties, k, before), before);
  }
  return counts.at(n1, limit) / choose(n1 + n2, n1);
}

/**
 * A(2, n, U). The division rounds towards 0, as in go-moremath, so one term remains even below the smallest U, and p is
 * too large there.
 */
function countOfTwo(n: number, doubled: number, lower: number, upper: number): number {
  let count = 0;
  const maxR = Math.trunc((doubled - n * (lower - n)) / (lower + upper));
  for (let r = Math.max(0, n - lower); r <= maxR; r++) count += choose(lower, n - r) * choose(upper, r);
  return count;
}

/** `choose` is exact up to this size. */
const LARGEST_EXACT_CHOICE = 20;

/**
 * For each n, twice the largest U of n values in the groups up to `last`: the U of the n largest values.
 * @param last index in `ties`
 * @param values the number of values in these groups
 */
function maxDoubledU(ties: readonly number[], last: number, values: number): number[] {
  const doubledU = [0];
  let before = values;
  for (let k = last; k >= 0; k--) {
    before -= ties[k];
    const taken = doubledU.length - 1;
    for (let r = 1; r <= ties[k]; r++) {
      // The r values win against all values in lower groups. The values taken before no longer win against these r.
      doubledU.push(doubledU[taken] + r * (2 * (before - taken) + ties[k] - r));
    }
  }
  return doubledU;
}

/** A(k, n, U) of one k: a row for each n, indexed by 2 · U, up to a limit. */
class Counts {
  /** Row after row in one array, because a typed array for each row takes longer to allocate than to fill. */
  private readonly counts: Float64Array;
  private readonly rowLength: number;

  /** The counts of k = 0: one way to pick nothing. */
  constructor(private readonly maxPicked: number, limit: number) {
    this.rowLength = limit + 1;
    this.counts = new Float64Array((maxPicked + 1) * this.rowLength).fill(1, 0, this.rowLength);
  }

  at(n: number, doubled: number): number {
    return this.counts[n * this.rowLength + doubled];
  }

  /** Replaces the counts with those of `previous` plus one more group. */
  addGroup(previous: Counts, before: number, tie: number): void {
    const { counts, rowLength } = this;
    counts.fill(0);
    for (let r = 0; r <= tie; r++) {
      const ways = choose(tie, r);
      for (let n = r; n <= Math.min(this.maxPicked, before + r); n++) {
        // Twice the wins of the r values, where a tie is half a win.
        const wins = r * (2 * (before - (n - r)) + (tie - r));
        const row = n * rowLength;
        const from = (n - r) * rowLength - wins;
        for (let u = wins; u < rowLength; u++) counts[row + u] += previous.counts[from + u] * ways;
      }
    }
  }

  /** Sets the counts above the largest U of n values to the number of all ways to pick n of `values`. */
  fillAbove(doubledU: readonly number[], values: number): void {
    const { counts, rowLength } = this;
    for (let n = 0; n <= this.maxPicked && n <= values; n++) {
      const firstAbove = Math.min(doubledU[n] + 1, rowLength);
      counts.fill(choose(values, n), n * rowLength + firstAbove, (n + 1) * rowLength);
    }
  }
}
