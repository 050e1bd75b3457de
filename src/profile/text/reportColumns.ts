import { divided, percentage, scaledLabel } from './measurement';
import type { ValueFormat } from '../answers/table';

export function formatValue(value: number, { unit, outputUnit, divideBy }: ValueFormat): string {
  return scaledLabel(divided(value, divideBy), unit, outputUnit);
}

/** As it stands in a column: six wide. */
export function percentColumn(value: number, total: number): string {
  return percentage(value, total).padStart(6);
}

/** The head of the columns that figureColumns makes. */
export const FIGURE_HEAD = '      flat  flat%   sum%        cum   cum%';

/** What stands in front of a node in `top` and `tree`: flat and cum with their shares, and the share of flat so far. */
export function figureColumns(
  { flat, cum }: { readonly flat: number; readonly cum: number },
  flatSum: number,
  format: ValueFormat,
): string {
  return [
    formatValue(flat, format).padStart(10),
    percentColumn(flat, format.total),
    percentColumn(flatSum, format.total),
    formatValue(cum, format).padStart(10),
    percentColumn(cum, format.total),
  ].join(' ');
}
