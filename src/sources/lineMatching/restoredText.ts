import type { LineMap } from './lineMap';

/**
 * Whether a text equals the captured one again, for example after an undo. Compares only lines that moved or changed
 * according to the map, and no lines if the texts have different numbers of lines.
 *
 * `lineNow` returns a line of the current text, 1-based.
 */
export function isRestored(
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
