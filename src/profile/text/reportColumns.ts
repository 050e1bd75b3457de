import { divided, fixed2, scaledLabel, significant2 } from './measurement';
import type { ValueFormat } from '../answers/table';

/** How pprof's text reports write values, percentages and columns. Source: google/pprof internal/report. */

interface Figures {
  readonly flat: number;
  readonly cum: number;
}

export function formatValue(value: number, { unit, outputUnit, divideBy }: ValueFormat): string {
  return scaledLabel(divided(value, divideBy), unit, outputUnit);
}

/** A percentage, right-aligned in six characters. */
export function percentColumn(value: number, total: number): string {
  return percentage(value, total).padStart(6);
}

/** The heading of the columns that figureColumns writes. */
export const FIGURE_HEAD = '      flat  flat%   sum%        cum   cum%';

/** The columns before a node's name in `top` and `tree`: flat and cum with percentages, and `flatSum` in percent. */
export function figureColumns({ flat, cum }: Figures, flatSum: number, format: ValueFormat): string {
  return [
    valueColumn(flat, format),
    percentColumn(flat, format.total),
    percentColumn(flatSum, format.total),
    valueColumn(cum, format),
    percentColumn(cum, format.total),
  ].join(' ');
}

/** The columns before a line of `list` or an instruction of `disasm`: flat and cum, `.` for 0. */
export function lineColumns({ flat, cum }: Figures, format: ValueFormat): string {
  return [flat, cum].map((value) => (value === 0 ? '.'.padStart(10) : valueColumn(value, format))).join(' ');
}

/** The two lines above a function in `list` and `disasm`. */
export function routineHead(name: string, { flat, cum }: Figures, format: ValueFormat): string {
  const columns = `${valueColumn(flat, format)} ${valueColumn(cum, format)}`;
  return `ROUTINE ======================== ${name}\n${columns} (flat, cum) ${percentColumn(cum, format.total)} of Total\n`;
}

function valueColumn(value: number, format: ValueFormat): string {
  return formatValue(value, format).padStart(10);
}

/** |value| / |total| as `100%`, `12.35%` or `0.12%`; `0%` if the total is 0. */
export function percentage(value: number, total: number): string {
  const ratio = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (ratio >= 99.95 && ratio <= 100.05) return '100%';
  return `${ratio >= 1 ? fixed2(ratio) : significant2(ratio)}%`;
}
