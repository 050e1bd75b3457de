import { foreignUnit } from '../../profile/text/measurement';
import { COMPACT } from './columnWidths';
import type { CostPicture } from './costPicture';
import { type Look, NBSP, ZERO_COLOR } from './decorationParts';

const COMPACT_MARKS = { total: '', percent: '%', perOperation: '/op' } as const;
const FORM_MARKS = { ...COMPACT_MARKS, percent: `${NBSP}%` };

/** `flat`, `flat %`, `flat/op`, `flat/op Δ`; in the narrow column, the unit if pprof does not know it: `steps`. */
export function headingLook({ style, baseline, form = 'total', costs: { unit } }: CostPicture): Look {
  if (style === 'compact') {
    const own = form === 'total' ? foreignUnit(unit) : '';
    // The figures have no room for a long unit.
    const name = own.length > COMPACT.column - 1 ? `${own.slice(0, COMPACT.column - 2)}…` : own || 'cum';
    const text = `${name}${COMPACT_MARKS[form]}${baseline === undefined ? '' : 'Δ'}`;
    return { before: { contentText: text, color: ZERO_COLOR } };
  }
  const look = (name: string) => {
    const text = `${name}${FORM_MARKS[form]}${NBSP}`;
    return { contentText: `${text}${baseline === undefined ? '' : `Δ${NBSP}`}`, color: ZERO_COLOR };
  };
  return { before: look('cum'), after: look('flat') };
}
