import type { CostPicture } from './costPicture';
import { type Look, NBSP, ZERO_COLOR } from './decorationParts';

const COMPACT_MARKS = { total: '', percent: '%', perOperation: '/op' } as const;
const FORM_MARKS = { ...COMPACT_MARKS, percent: `${NBSP}%` };

/** `flat`, `flat %`, `flat/op`, `flat/op Δ`. */
export function headingLook({ style, baseline, form = 'total' }: CostPicture): Look {
  if (style === 'compact') {
    const text = `cum${COMPACT_MARKS[form]}${baseline === undefined ? '' : 'Δ'}`;
    return { before: { contentText: text, color: ZERO_COLOR } };
  }
  const look = (name: string) => {
    const text = `${name}${FORM_MARKS[form]}${NBSP}`;
    return { contentText: `${text}${baseline === undefined ? '' : `Δ${NBSP}`}`, color: ZERO_COLOR };
  };
  return { before: look('cum'), after: look('flat') };
}
