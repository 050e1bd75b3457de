/** The probability that a comparison finds a difference where there is none. */
const LEVEL = 0.05;

/**
 * Whether chance alone may explain the differences found: whether comparisons of the same code would find at least as
 * many with a probability above 5 %. Of 40 cases, 2 differ by chance on average. Returns false if one difference is
 * significant even after Bonferroni's correction.
 * @param pValues the p-value of each difference
 * @param comparisons the number of comparisons
 */
export function mayBeChance(pValues: readonly number[], comparisons: number): boolean {
  if (pValues.length === 0 || pValues.some((p) => p <= LEVEL / comparisons)) return false;
  return atLeast(pValues.length, comparisons) > LEVEL;
}

/** The probability that at least `k` of `n` comparisons find a difference by chance. */
function atLeast(k: number, n: number): number {
  let [fewer, term] = [0, (1 - LEVEL) ** n];
  for (let i = 0; i < k; i++) {
    fewer += term;
    term *= ((n - i) / (i + 1)) * (LEVEL / (1 - LEVEL));
  }
  return 1 - fewer;
}
