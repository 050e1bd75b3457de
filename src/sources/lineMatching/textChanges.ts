import type { LineMap } from './lineMap';

/** How a text differs from the captured one. Blank lines and moved lines do not count. */
export interface TextChanges {
  /** The number of current lines that are new or edited. */
  readonly changed: number;
  /** The captured lines that are no longer in the text, 1-based, ascending. */
  readonly removed: readonly number[];
}

/**
 * Compares a text with the captured one, in time proportional to the number of differences, not of lines.
 *
 * `lineNow` returns a line of the current text, 1-based.
 */
export function textChanges(
  map: LineMap,
  captured: readonly string[],
  lineCount: number,
  lineNow: (line: number) => string,
): TextChanges {
  const isNotBlank = (text: string | undefined) => text !== undefined && text.trim() !== '';
  const countNotBlank = (from: number, to: number): number => {
    let count = 0;
    for (let line = from; line < to; line++) if (isNotBlank(lineNow(line))) count++;
    return count;
  };
  let [changed, next] = [0, 1];
  const runs = map.runsBetween(1, lineCount + 1);
  for (const { current, length, edited } of runs) {
    changed += countNotBlank(next, current);
    next = current + length;
    if (edited) changed += countNotBlank(current, next);
  }
  changed += countNotBlank(next, lineCount + 1);
  const removed: number[] = [];
  let expected = 1;
  const end = { captured: captured.length + 1, length: 0 };
  for (const { captured: from, length } of [...runs, end].sort((a, b) => a.captured - b.captured)) {
    for (; expected < from; expected++) if (isNotBlank(captured[expected - 1])) removed.push(expected);
    expected = from + length;
  }
  return { changed, removed };
}
