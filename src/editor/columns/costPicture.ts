import type { BlockCost, FileCosts } from '../../profile/answers/lines';
import type { FirmLines } from '../../profile/text/judgementWords';
import type { FigureForm } from '../../captures/session';
import type { LineMap } from '../../sources/lineMatching/lineMap';
import type { ColumnStyle } from '../../captures/loaded/columnStyles';
import type { CapturedCost, CostsByLine } from './costsByLine';
import type { LineSpan } from './drawnBlocks';
import type { LinesByFigure } from './fadedLines';
import type { FunctionHeading } from './functionHeadings';
import type { JudgedFigures, LineJudgements } from './lineJudgements';
import type { RemovedLines } from './removedLines';

/** Everything needed to draw a document's costs. */
export interface CostPicture {
  readonly style: ColumnStyle;
  readonly costs: FileCosts;
  readonly byLine: CostsByLine;
  readonly map: LineMap;
  /** If unset, totals. */
  readonly form?: FigureForm;
  /** What the heading says first: the comparison in words, or the result of the benchmark. */
  readonly head?: string;
  /** The name of the baseline. If unset, the figures are costs, not differences. */
  readonly baseline?: string;
  /** Whether growth has no heat, because it may only show that more work was done. */
  readonly isGrowthUnjudged?: boolean;
  /** Whether the figures are CPU time per operation. */
  readonly isCpuPerOperation?: boolean;
  /** Whether the text may differ from the measured one. */
  readonly mayBeOff?: boolean;
  /** Figures to fade: those of few samples or, in a comparison, noise. Unset if there are none, or not known yet. */
  readonly faded?: LinesByFigure;
  /** In a comparison: the figures whose change another function makes up for. */
  readonly moved?: LinesByFigure;
  /** In a comparison: the judgements on these changes; unset if unknown. */
  readonly judgements?: JudgedFigures | undefined;
  /** With costs per operation: notes on setup, by captured line. Unset if there are none, or not known yet. */
  readonly setup?: ReadonlyMap<number, string>;
  /** In a comparison: the lines with a firm change; unset if unknown. */
  readonly firmLines?: FirmLines;
  /** In a comparison: functions to judge as a whole. Unset if not known yet. */
  readonly functions?: readonly FunctionHeading[] | undefined;
  /** The cost of removed lines of the baseline, by the captured line before them. */
  readonly baselineRemoved?: ReadonlyMap<number, number>;
  /** The judgements on these costs; unset if unknown. */
  readonly removedJudgements?: LineJudgements['removed'] | undefined;
  /** When the costs were measured, and how the text has changed since; unset or empty if unknown. */
  readonly since?: string;
  /** The costs of folded lines together with the visible line above them, by that line. */
  readonly folded?: ReadonlyMap<number, BlockCost> | undefined;
  /** Lines with costs that were removed since the capture. */
  readonly removed?: readonly RemovedLines[];
  /** How many characters fit after the code of a line (1-based), at its end; unset if that is not known. */
  readonly roomAfter?: (line: number) => number;
  /** The line of the column headings, above the first line with costs; undefined if line 1 has costs. */
  readonly heading: number | undefined;
  /** The line that shows `since`: the nearest blank line at or above the headings, else that of the headings. */
  readonly sinceLine?: number;
}

/** With the same figures and style, blocks with equal keys look the same. */
export function keyOfLines(picture: CostPicture, { from, to }: LineSpan): string {
  const { map, head = '', heading, since, sinceLine, removed = [], folded = [] } = picture;
  const isHere = (line: number | undefined): line is number => line !== undefined && line >= from && line < to;
  const runKeys = map.runsBetween(from, to).map(({ captured, current, length, edited }) => {
    return `${current - from}:${captured}:${length}${edited ? '*' : ''}`;
  });
  const headingKey = isHere(heading) ? `${heading - from} ${head}` : '';
  const sinceKey = isHere(sinceLine) ? `${sinceLine - from} ${since}` : '';
  const removedKeys = removed.filter(({ lineAbove }) => isHere(lineAbove)).map(({ lineAbove, costs, cum }) => {
    return `${lineAbove - from}:-${costs.length}:${cum}`;
  });
  const foldKeys = [...folded].filter(([line]) => isHere(line)).map(([line, cost]) => {
    return `${line - from}=${JSON.stringify(cost)}`;
  });
  const keys = [headingKey, ...runKeys, ...removedKeys, sinceKey, ...foldKeys, ...tightLines(picture, { from, to })];
  return `${to - from} ${keys.join(' ')}`;
}

/** Figures at a line's end are at most this long, in characters. */
export const MOST_AT_END = 60;

/** The lines of a block with costs at line ends that may not fit there, with their room. */
function tightLines(picture: CostPicture, lines: LineSpan): string[] {
  const { roomAfter, style } = picture;
  if (!roomAfter || style !== 'endOfLine') return [];
  const tight: string[] = [];
  forEachLine(picture, lines, (line, cost) => {
    if (!cost || (cost.flat === 0 && cost.cum === 0)) return;
    const room = roomAfter(line);
    if (room < MOST_AT_END) tight.push(`${line - lines.from}<${Math.max(0, room)}`);
  });
  return tight;
}

/** Used as the captured line of folded lines, so that they are in none of the sets of lines, such as `moved`. */
const SEVERAL_LINES = 0;

/**
 * Calls `visit` for each line, with its costs (undefined if it has none) and whether it was edited since the capture.
 * The visible line of a fold has the costs of all its lines.
 */
export function forEachLine(
  { map, byLine, folded }: CostPicture,
  { from, to }: LineSpan,
  visit: (line: number, cost: CapturedCost | undefined, changed: boolean) => void,
): void {
  let line = from;
  for (const { captured, current, length, edited } of map.runsBetween(from, to)) {
    for (; line < current; line++) visit(line, undefined, true);
    for (; line < current + length; line++) {
      const cost = byLine.costOf(captured + line - current);
      const foldedCost = cost && folded?.get(line);
      visit(line, foldedCost ? { ...cost, ...foldedCost, captured: SEVERAL_LINES } : cost, edited);
    }
  }
  for (; line < to; line++) visit(line, undefined, true);
}
