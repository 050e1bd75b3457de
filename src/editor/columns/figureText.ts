import { deltaLabel, isRounding, shareText } from '../../profile/text/delta';
import { formatListValue } from '../../profile/text/measurement';
import { shortCost, shortShare } from '../../profile/text/shortCost';
import type { CostPicture } from './costPicture';

export function figure(value: number, { style, costs: { unit, total }, baseline, form }: CostPicture): string {
  if (baseline !== undefined && isRounding(value, total)) return formatListValue(0, unit);
  if (style === 'compact') {
    const text = form === 'percent' ? shortShare(value, total) : shortCost(value, unit);
    return baseline !== undefined && value > 0 && text !== '.' ? `+${text}` : text;
  }
  if (form === 'percent' && value !== 0) return shareText(value, total, baseline !== undefined);
  return baseline === undefined ? formatListValue(value, unit) : deltaLabel(value, unit);
}
