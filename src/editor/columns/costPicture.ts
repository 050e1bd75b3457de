import type { FileCosts } from '../../profile/answers/lines';
import type { FigureForm } from '../../session';
import type { LineMap } from '../../source/lines/lineMap';
import type { CapturedCost, CostLayout } from './costLayout';
import type { LineSpan } from './drawnBlocks';
import type { FewSamples } from './fewSamples';

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
  /** The line of the column headings: above the first line with costs. */
  readonly heading: number | undefined;
}

/** undefined: no line with costs is left in the document. */
export function pictureOf(what: Omit<CostPicture, 'heading'>): CostPicture | undefined {
  const first = what.layout.firstNow(what.map);
  return first === undefined ? undefined : { ...what, heading: first > 1 ? first - 1 : undefined };
}

/** A key of how a block looks, with given figures and style: blocks with equal keys look the same. */
export function keyOfLines({ map, heading }: CostPicture, { from, to }: LineSpan): string {
  const runs = map.runsBetween(from, to).map(({ captured, current, length, edited }) => {
    return `${current - from}:${captured}:${length}${edited ? '*' : ''}`;
  });
  const named = heading !== undefined && heading >= from && heading < to ? `${heading - from}` : '';
  return `${to - from} ${named} ${runs.join(' ')}`;
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
