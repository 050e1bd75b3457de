import { MOVED, NOISE } from '../../profile/answers/changes';
import type { CostPicture } from './costPicture';
import type { CapturedCost } from './costsByLine';
import type { LinesByFigure } from './fadedLines';
import { changeCell } from '../../profile/text/screen/change';
import { inCells } from '../../profile/text/screen/digits';
import { cellText } from '../../profile/text/screen/figure';
import { isRounding, shareText } from '../../profile/text/screen/share';
import { COMPACT } from './columnWidths';

/** Follows a figure whose cost moved. */
export const MOVED_MARK = '↔';

/** Figures of lines that were changed since the capture are in italics. */
export function fontStyle(changed: boolean): 'italic' | undefined {
  return changed ? 'italic' : undefined;
}

export interface Figures {
  readonly flat: boolean;
  readonly cum: boolean;
}

export function fadedIn({ faded }: CostPicture, cost: CapturedCost): Figures {
  return cost.few ?? withJudgement(cost, NOISE) ?? figuresIn(faded, cost);
}

export function movedIn({ moved }: CostPicture, cost: CapturedCost): Figures {
  return withJudgement(cost, MOVED) ?? figuresIn(moved, cost);
}

/** Which figures of folded lines have a judgement; undefined if they have no judgements. */
function withJudgement({ judgement }: CapturedCost, sought: number): Figures | undefined {
  return judgement && { flat: judgement.flat === sought, cum: judgement.cum === sought };
}

/** Which figures of a line are in the sets `lines`. */
function figuresIn(lines: LinesByFigure | undefined, { captured }: CapturedCost): Figures {
  return { flat: lines?.flat.has(captured) ?? false, cum: lines?.cum.has(captured) ?? false };
}

/** A figure that is, or is written as, zero. */
export const NO_COST = '.';

/** A figure as a column shows it. */
export function figure(value: number, picture: CostPicture): string {
  const text = wholeFigure(value, picture);
  return inCells(picture.style === 'compact' ? shortFigure(text) : text);
}

function wholeFigure(value: number, { costs: { unit, total, weight }, baseline, form }: CostPicture): string {
  const isChange = baseline !== undefined;
  if (isChange && isRounding(value, total)) return NO_COST;
  if (form === 'percent' && value !== 0) return shareText(value, total, isChange, weight);
  return (isChange ? changeCell : cellText)(value, unit, { weight });
}

/** Without `/op` …, which the column's heading says, and shortened to its width: `+48.5 Mi` for `+48.5 MiB`. */
function shortFigure(text: string): string {
  const short = text.replace(/(\u202fallocs)?\/(op|req|s)$/, '');
  return short.length > COMPACT.column ? short.replace(/iB$/, 'i') : short;
}
