/** Above this many pairs, lines are not compared one by one. */
const MAX_PAIRS = 2500;
/** Of the characters of both lines, those that they share at their ends. */
const MIN_SHARED = 0.5;

/**
 * Pairs lines that were edited with what they became, where other lines were added or deleted beside them. Returns
 * ascending pairs of indices. Takes lines without indentation.
 *
 *     total += f(x)        total += f(x, y)       0 → 0
 *                          log(total)
 */
export function similarLines(old: readonly string[], fresh: readonly string[]): [number, number][] {
  const [rows, columns] = [old.length, fresh.length];
  if (rows * columns > MAX_PAIRS) return [];
  const likeness = old.map((one) => fresh.map((other) => shared(one, other)));
  // best[i][j]: the largest sum of likenesses of the lines from i and j on.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const paired = likeness[i][j] > 0 ? likeness[i][j] + best[i + 1][j + 1] : 0;
      best[i][j] = Math.max(paired, best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (likeness[i][j] > 0 && best[i][j] === likeness[i][j] + best[i + 1][j + 1]) pairs.push([i++, j++]);
    else if (best[i][j] === best[i + 1][j]) i++;
    else j++;
  }
  return pairs;
}

/** The share of characters that two lines have in common at their ends; 0 below MIN_SHARED. */
function shared(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const share = (2 * (start + end)) / (one.length + other.length || 1);
  return share >= MIN_SHARED ? share : 0;
}
