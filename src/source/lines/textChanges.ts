import type { LineMap } from './lineMap';

/** How a text differs from the captured one. Blank lines, and lines that only moved, are no differences. */
export interface TextChanges {
  /** The number of current lines that are new or edited. */
  readonly changed: number;
  /** The captured lines that are not in the text any more, 1-based, ascending. */
  readonly gone: readonly number[];
}

/**
 * Takes time proportional to the number of differences, not of lines.
 *
 * `lineNow` returns a line of the current text, 1-based.
 */
export function textChanges(
  map: LineMap,
  captured: readonly string[],
  lineCount: number,
  lineNow: (line: number) => string,
): TextChanges {
  const isWritten = (text: string | undefined) => text !== undefined && text.trim() !== '';
  const countWritten = (from: number, to: number): number => {
    let count = 0;
    for (let line = from; line < to; line++) if (isWritten(lineNow(line))) count++;
    return count;
  };
  let [changed, next] = [0, 1];
  const runs = map.runsBetween(1, lineCount + 1);
  for (const { current, length, edited } of runs) {
    changed += countWritten(next, current);
    next = current + length;
    if (edited) changed += countWritten(current, next);
  }
  changed += countWritten(next, lineCount + 1);
  const gone: number[] = [];
  let expected = 1;
  const end = { captured: captured.length + 1, length: 0 };
  for (const { captured: from, length } of [...runs, end].sort((a, b) => a.captured - b.captured)) {
    for (; expected < from; expected++) if (isWritten(captured[expected - 1])) gone.push(expected);
    expected = from + length;
  }
  return { changed, gone };
}
