import { isInFront } from '../../captures/loaded/columnStyles';
import type { CostPicture } from './costPicture';

/** Chooses the lines of the notes; undefined if the document has no line with costs, and none was removed since. */
export function pictureOf(
  content: Omit<CostPicture, 'heading' | 'sinceLine'>,
  lineNow: (line: number) => string = () => '',
): CostPicture | undefined {
  const first = content.byLine.firstNow(content.map);
  if (first === 1) return { ...content, heading: undefined };
  if (first !== undefined) return { ...content, heading: first - 1, sinceLine: blankAbove(first - 1, lineNow) };
  const { removed = [], baselineRemoved = [] } = content;
  if (removed.length === 0 && ![...baselineRemoved].some(([, cost]) => cost !== 0)) return undefined;
  // Without figures, empty columns would only indent the text.
  return { ...content, heading: 1, sinceLine: 1, style: isInFront(content.style) ? 'endOfLine' : content.style };
}

/** Limit of the search for a blank line, in lines, because a comment above a function is rarely longer. */
const MAX_LINES_UP = 40;

/** The nearest blank line at or above a line; else the line itself. */
function blankAbove(line: number, lineNow: (line: number) => string): number {
  for (let above = line; above > Math.max(0, line - MAX_LINES_UP); above--) {
    if (lineNow(above).trim() === '') return above;
  }
  return line;
}
