/** The level at which one comparison finds a difference where there is none. */
const LEVEL = 0.05;

/**
 * Whether comparisons of the same code would often find as many differences: of 40 cases, 2 differ at the level of 5 %.
 * One difference that is firm for so many cases (Bonferroni) is no chance.
 * @param found the p of each difference
 * @param comparisons how many there were
 */
export function mayBeChance(found: readonly number[], comparisons: number): boolean {
  if (found.length === 0 || found.some((p) => p <= LEVEL / comparisons)) return false;
  return atLeast(found.length, comparisons) > LEVEL;
}

/** The probability of `k` or more of `n` chances of 5 %. */
function atLeast(k: number, n: number): number {
  let [less, term] = [0, (1 - LEVEL) ** n];
  for (let i = 0; i < k; i++) {
    less += term;
    term *= ((n - i) / (i + 1)) * (LEVEL / (1 - LEVEL));
  }
  return 1 - less;
}
