/** The rows of a breadcrumb: those shown first, those hidden behind `…`, and those shown last. */
export interface CollapsedPath {
  readonly head: readonly number[];
  readonly hidden: readonly number[];
  readonly tail: readonly number[];
}

/**
 * Hides the middle of a path that is too long; the outermost row and the innermost ones stay.
 * @param places room for crumbs, including the `…` of the hidden ones; at least 2
 */
export function collapsePath(path: readonly number[], places: number): CollapsedPath {
  if (path.length <= places) return { head: path, hidden: [], tail: [] };
  const tailLength = Math.max(places - 2, 1);
  return { head: path.slice(0, 1), hidden: path.slice(1, -tailLength), tail: path.slice(-tailLength) };
}
