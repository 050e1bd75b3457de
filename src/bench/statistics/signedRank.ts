const cache = new Map<string, number | undefined>();
const MAX_CACHED = 1000;

/**
 * How many Walsh averages of n values a confidence interval leaves out on either side: the largest w with
 * P(W ≤ w) ≤ (1 − confidence) / 2, where W is the statistic of Wilcoxon's signed-rank test. Exact without ties; with
 * ties, the interval covers a little more.
 * @returns undefined if even all averages have a lower confidence
 */
export function signedRankCut(n: number, confidence: number): number | undefined {
  const key = `${n} ${confidence}`;
  if (!cache.has(key)) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, cutOf(n, confidence));
  }
  return cache.get(key);
}

function cutOf(n: number, confidence: number): number | undefined {
  const probabilities = signedRankProbabilities(n);
  let below = probabilities[0];
  let cut = 0;
  const tail = (1 - confidence) / 2;
  while (below <= tail) below += probabilities[++cut];
  return cut === 0 ? undefined : cut - 1;
}

/**
 * The probability of each value of W, the sum of the ranks 1 … n whose values are positive, if each is with probability
 * ½. There are n (n + 1) / 2 + 1 values; those of more than half of them follow from the symmetry, and are left out.
 */
export function signedRankProbabilities(n: number): Float64Array {
  const half = Math.floor((n * (n + 1)) / 4);
  const probabilities = new Float64Array(half + 1);
  probabilities[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    for (let sum = half; sum >= 0; sum--) {
      const without = probabilities[sum];
      probabilities[sum] = (without + (sum >= rank ? probabilities[sum - rank] : 0)) / 2;
    }
  }
  return probabilities;
}

/** The least number of values whose interval has this confidence: 6 for 95 %. */
export function neededPairs(confidence: number): number {
  return Math.ceil(Math.log2(2 / (1 - confidence)));
}
