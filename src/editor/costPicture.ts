import type { FileCosts } from '../profile/answers/lines';
import type { LineMap } from '../source/lines/movedLines';
import type { CapturedCost, CostLayout } from './costLayout';
import type { LineSpan } from './drawnBlocks';

export type ColumnStyle = 'columns' | 'endOfLine' | 'heatOnly' | 'off';

/** All that is to be seen of a document's costs at one moment. */
export interface CostPicture {
  readonly style: ColumnStyle;
  readonly costs: FileCosts;
  readonly layout: CostLayout;
  readonly map: LineMap;
  /** What the costs are differences from, by its name; unset: they are costs. */
  readonly baseline?: string;
  /** The text is not the one that was measured. */
  readonly mayBeOff?: boolean;
  /** What lines of the baseline cost that are gone, by the captured line that they stood behind. */
  readonly gone?: ReadonlyMap<number, number>;
  /** The columns are named once, on the line above the first one that has costs. */
  readonly heading: number | undefined;
}

/** undefined: none of the lines that have costs is left. */
export function pictureOf(what: Omit<CostPicture, 'heading'>): CostPicture | undefined {
  const first = what.layout.firstNow(what.map);
  return first === undefined ? undefined : { ...what, heading: first > 1 ? first - 1 : undefined };
}

/** Says what lines show, given where they start, the figures and the style: two blocks of one key look alike. */
export function keyOfLines({ map, heading }: CostPicture, { from, to }: LineSpan): string {
  const runs = map.runsBetween(from, to).map(({ captured, current, length, edited }) => {
    return `${current - from}:${captured}:${length}${edited ? '*' : ''}`;
  });
  const named = heading !== undefined && heading >= from && heading < to ? `${heading - from}` : '';
  return `${to - from} ${named} ${runs.join(' ')}`;
}

/** Tells of each line in turn: its costs, undefined where it has none, and whether it was edited since the capture. */
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
