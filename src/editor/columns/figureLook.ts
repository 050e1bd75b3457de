import { MOVED, NOISE } from '../../profile/answers/changes';
import type { CostPicture } from './costPicture';
import type { CapturedCost } from './costsByLine';
import type { LinesByFigure } from './fadedLines';
import { deltaLabel, isRounding, shareText } from '../../profile/text/delta';
import { formatListValue } from '../../profile/text/measurement';
import { shortCost, shortShare } from '../../profile/text/shortCost';

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

export function figure(value: number, { style, costs: { unit, total }, baseline, form }: CostPicture): string {
  if (baseline !== undefined && isRounding(value, total)) return formatListValue(0, unit);
  if (style === 'compact') {
    const text = form === 'percent' ? shortShare(value, total) : shortCost(value, unit);
    return baseline !== undefined && value > 0 && text !== '.' ? `+${text}` : text;
  }
  if (form === 'percent' && value !== 0) return shareText(value, total, baseline !== undefined);
  return baseline === undefined ? formatListValue(value, unit) : deltaLabel(value, unit);
}
