/** The rows of a breadcrumb: shown first, hidden behind `…`, and shown last. */
export interface CollapsedPath {
  readonly head: readonly number[];
  readonly hidden: readonly number[];
  readonly tail: readonly number[];
}

/**
 * Hides the middle of a path that is too long. The outermost row and the innermost rows stay.
 * @param maxCrumbs the number of crumbs that fit, including the `…`; a number below 3 counts as 3
 */
export function collapsePath(path: readonly number[], maxCrumbs: number): CollapsedPath {
  if (path.length <= maxCrumbs) return { head: path, hidden: [], tail: [] };
  const tailLength = Math.max(maxCrumbs - 2, 1);
  return { head: path.slice(0, 1), hidden: path.slice(1, -tailLength), tail: path.slice(-tailLength) };
}
