import type { LineMap } from './lineMap';

/**
 * Whether a text is again what was captured, as after an undo. Looks only at lines that the map does not say are where
 * and what they were, and at none where the texts differ in length.
 *
 * `lineNow` gives a line of the text as it is now, 1-based.
 */
export function isAsCaptured(
  captured: readonly string[],
  map: LineMap,
  lineCount: number,
  lineNow: (line: number) => string,
): boolean {
  if (lineCount !== captured.length) return false;
  let next = 1;
  const isSameUpTo = (end: number): boolean => {
    for (; next < end; next++) if (lineNow(next) !== captured[next - 1]) return false;
    return true;
  };
  for (const run of map.runsBetween(1, lineCount + 1)) {
    if (run.edited || run.captured !== run.current) continue;
    if (!isSameUpTo(run.current)) return false;
    next = run.current + run.length;
  }
  return isSameUpTo(lineCount + 1);
}
