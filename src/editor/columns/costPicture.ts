import type { BlockCost, FileCosts } from '../../profile/answers/lines';
import type { FigureForm } from '../../session';
import type { LineMap } from '../../source/lines/lineMap';
import { type ColumnStyle, isInFront } from '../../workbench/styleNames';
import type { CapturedCost, CostsByLine } from './costsByLine';
import type { LineSpan } from './drawnBlocks';
import type { FewSamples } from './fewSamples';
import type { RemovedLines } from './removedLines';

/** Everything needed to draw a document's costs. */
export interface CostPicture {
  readonly style: ColumnStyle;
  readonly costs: FileCosts;
  readonly byLine: CostsByLine;
  readonly map: LineMap;
  /** Unset: totals. */
  readonly form?: FigureForm;
  /** The name of the baseline; unset: the figures are costs, not differences. */
  readonly baseline?: string;
  /** Whether the text may differ from the measured one. */
  readonly mayBeOff?: boolean;
  /** Figures to fade: of few samples, or in a comparison changes within the noise; unset: none, or not known yet. */
  readonly few?: FewSamples;
  /** In a comparison: the changes that went to or came from other code. */
  readonly moved?: FewSamples;
  /** In a comparison: the number of lines that changed beyond the noise; unset: not known. */
  readonly firmLines?: number;
  /** The cost of removed lines of the baseline, by the captured line before them. */
  readonly gone?: ReadonlyMap<number, number>;
  /** When the costs were measured, and how the text has changed since; unset: nothing is known. */
  readonly since?: string;
  /** What the lines folded below a line cost together with it, by the line. */
  readonly folded?: ReadonlyMap<number, BlockCost> | undefined;
  /** Lines with costs that were removed since the capture. */
  readonly removed?: readonly RemovedLines[];
  /** The line of the column headings: above the first line with costs. */
  readonly heading: number | undefined;
  /** The line of `since`: a blank one above the headings, where a note has room. */
  readonly sinceLine?: number;
}

/** undefined if the document has no line with costs, and has had none. */
export function pictureOf(
  what: Omit<CostPicture, 'heading' | 'sinceLine'>,
  lineNow: (line: number) => string = () => '',
): CostPicture | undefined {
  const first = what.byLine.firstNow(what.map);
  if (first === 1) return { ...what, heading: undefined };
  if (first !== undefined) return { ...what, heading: first - 1, sinceLine: blankAbove(first - 1, lineNow) };
  if (!what.removed || what.removed.length === 0) return undefined;
  // Without figures, empty columns would only indent the text.
  return { ...what, heading: 1, sinceLine: 1, style: isInFront(what.style) ? 'endOfLine' : what.style };
}

/** A comment above a function is rarely longer. */
const MAX_LINES_UP = 40;

/** The nearest blank line at or above a line; else the line itself. */
function blankAbove(line: number, lineNow: (line: number) => string): number {
  for (let above = line; above > Math.max(0, line - MAX_LINES_UP); above--) {
    if (lineNow(above).trim() === '') return above;
  }
  return line;
}

/** A key of how a block looks, with given figures and style: blocks with equal keys look the same. */
export function keyOfLines(picture: CostPicture, { from, to }: LineSpan): string {
  const { map, heading, since, sinceLine, removed = [], folded = [] } = picture;
  const isHere = (line: number | undefined): line is number => line !== undefined && line >= from && line < to;
  const runs = map.runsBetween(from, to).map(({ captured, current, length, edited }) => {
    return `${current - from}:${captured}:${length}${edited ? '*' : ''}`;
  });
  const named = isHere(heading) ? `${heading - from}` : '';
  const dated = isHere(sinceLine) ? `${sinceLine - from} ${since}` : '';
  const lost = removed.filter(({ below }) => isHere(below)).map(({ below, costs, cum }) => {
    return `${below - from}:-${costs.length}:${cum}`;
  });
  const folds = [...folded].filter(([line]) => isHere(line)).map(([line, { flat, cum }]) => {
    return `${line - from}=${flat}:${cum}`;
  });
  return `${to - from} ${named} ${runs.join(' ')} ${lost.join(' ')} ${dated} ${folds.join(' ')}`;
}

/** Instead of a captured line: what is known about single lines does not hold for several together. */
const SEVERAL_LINES = 0;

/**
 * Calls `tell` for each line, with its costs (undefined if it has none) and whether it was edited since the capture.
 * The first of folded lines has the costs of all of them.
 */
export function forEachLine(
  { map, byLine, folded }: CostPicture,
  { from, to }: LineSpan,
  tell: (line: number, cost: CapturedCost | undefined, changed: boolean) => void,
): void {
  let line = from;
  for (const { captured, current, length, edited } of map.runsBetween(from, to)) {
    for (; line < current; line++) tell(line, undefined, true);
    for (; line < current + length; line++) {
      const cost = byLine.costOf(captured + line - current);
      const whole = cost && folded?.get(line);
      tell(line, whole ? { ...cost, ...whole, captured: SEVERAL_LINES } : cost, edited);
    }
  }
  for (; line < to; line++) tell(line, undefined, true);
}
