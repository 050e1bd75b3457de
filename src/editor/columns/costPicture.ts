import type { FileCosts } from '../../profile/answers/lines';
import type { FigureForm } from '../../session';
import type { LineMap } from '../../source/lines/lineMap';
import type { CapturedCost, CostLayout } from './costLayout';
import type { LineSpan } from './drawnBlocks';
import type { FewSamples } from './fewSamples';
import type { RemovedLines } from './removedLines';

export type ColumnStyle = 'columns' | 'endOfLine' | 'heatOnly' | 'off';

/** Everything needed to draw a document's costs. */
export interface CostPicture {
  readonly style: ColumnStyle;
  readonly costs: FileCosts;
  readonly layout: CostLayout;
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
  /** Lines with costs that were removed since the capture. */
  readonly removed?: readonly RemovedLines[];
  /** The line of the column headings: above the first line with costs. */
  readonly heading: number | undefined;
}

/** undefined: the document has no line with costs, and has had none. */
export function pictureOf(what: Omit<CostPicture, 'heading'>): CostPicture | undefined {
  const first = what.layout.firstNow(what.map);
  if (first !== undefined) return { ...what, heading: first > 1 ? first - 1 : undefined };
  if (!what.removed || what.removed.length === 0) return undefined;
  // Without figures, empty columns would only indent the text.
  return { ...what, heading: 1, style: what.style === 'columns' ? 'endOfLine' : what.style };
}

/** A key of how a block looks, with given figures and style: blocks with equal keys look the same. */
export function keyOfLines({ map, heading, since = '', removed = [] }: CostPicture, { from, to }: LineSpan): string {
  const runs = map.runsBetween(from, to).map(({ captured, current, length, edited }) => {
    return `${current - from}:${captured}:${length}${edited ? '*' : ''}`;
  });
  const named = heading !== undefined && heading >= from && heading < to ? `${heading - from} ${since}` : '';
  const lost = removed.filter(({ below }) => below >= from && below < to).map(({ below, costs, cum }) => {
    return `${below - from}:-${costs.length}:${cum}`;
  });
  return `${to - from} ${named} ${runs.join(' ')} ${lost.join(' ')}`;
}

/** Calls `tell` for each line, with its costs (undefined: none) and whether it was edited since the capture. */
export function forEachLine(
  { map, layout }: CostPicture,
  { from, to }: LineSpan,
  tell: (line: number, cost: CapturedCost | undefined, changed: boolean) => void,
): void {
  let line = from;
  for (const { captured, current, length, edited } of map.runsBetween(from, to)) {
    for (; line < current; line++) tell(line, undefined, true);
    for (; line < current + length; line++) tell(line, layout.costOf(captured + line - current), edited);
  }
  for (; line < to; line++) tell(line, undefined, true);
}
