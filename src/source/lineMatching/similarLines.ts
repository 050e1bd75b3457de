/** With more possible pairs of lines, no lines are compared. */
const MAX_PAIRS = 2500;
/** The minimum share of characters that similar lines have in common at their ends. */
const MIN_SHARED = 0.5;

/**
 * Pairs old lines with the new lines that they were edited to, where other lines were added or deleted beside them.
 * Returns ascending pairs of indexes. Takes lines without indentation.
 *
 *     total += f(x)        total += f(x, y)       0 → 0
 *                          log(total)
 */
export function similarLines(old: readonly string[], fresh: readonly string[]): [number, number][] {
  const [rows, columns] = [old.length, fresh.length];
  if (rows * columns > MAX_PAIRS) return [];
  const similarity = old.map((oldLine) => fresh.map((newLine) => similarityOf(oldLine, newLine)));
  // best[i][j]: the largest sum of similarities of the lines from i and j on.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const paired = similarity[i][j] > 0 ? similarity[i][j] + best[i + 1][j + 1] : 0;
      best[i][j] = Math.max(paired, best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (similarity[i][j] > 0 && best[i][j] === similarity[i][j] + best[i + 1][j + 1]) pairs.push([i++, j++]);
    else if (best[i][j] === best[i + 1][j]) i++;
    else j++;
  }
  return pairs;
}

/** The share of characters that two lines have in common at their ends; 0 below MIN_SHARED. */
function similarityOf(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const share = (2 * (start + end)) / (a.length + b.length || 1);
  return share >= MIN_SHARED ? share : 0;
}
