import { fixed2, formatListValue, significant2 } from './measurement';

/** The change of a figure with its sign: `+1.20s`, `-340ms`, `.` for 0. `unitName` as in the profile. */
export function deltaLabel(delta: number, unitName: string, largest?: number): string {
  const text = formatListValue(delta, unitName, largest);
  return text !== '.' && delta > 0 ? `+${text}` : text;
}

/**
 * The change of a figure as a percentage of `before`: `+12.50%`; `-99.97%` for a figure that is not quite gone; `new`
 * if `before` is 0; empty for no change.
 */
export function deltaPercentage(delta: number, before: number): string {
  if (delta === 0) return '';
  if (before === 0) return 'new';
  const share = Math.abs(delta / before);
  const isNotQuiteGone = delta < 0 && share >= 0.9995 && share < 1;
  if (isNotQuiteGone) return `-${Math.min(99.99, share * 100).toFixed(2)}%`;
  return `${delta > 0 ? '+' : '-'}${percentage(delta, before)}`;
}

/** Shows the direction of a change without color; empty if deltaLabel shows no change. */
export function deltaArrow(delta: number, unitName: string): string {
  if (deltaLabel(delta, unitName) === '.') return '';
  return delta > 0 ? '▲' : '▼';
}

/** A smaller part of the total is due to rounding: pprof prints it as `5.6e-07%`. */
const ROUNDING = 1e-6;

/** Whether a difference is due to the rounding of values that were scaled. */
export function isRounding(change: number, total: number): boolean {
  return Math.abs(change) < ROUNDING * Math.abs(total);
}

/** A cost as a percentage of the total: `12.35%`, `-3.10%`; a difference also has a plus sign. */
export function shareText(value: number, total: number, isDifference: boolean): string {
  if (isDifference && isRounding(value, total)) return '0%';
  const sign = value < 0 ? '-' : value > 0 && isDifference ? '+' : '';
  return `${sign}${percentage(value, total)}`;
}

/** |value| / |total| as `100%`, `12.35%` or `0.12%`; `0%` if the total is 0. */
export function percentage(value: number, total: number): string {
  const ratio = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (ratio >= 99.95 && ratio <= 100.05) return '100%';
  return `${ratio >= 1 ? fixed2(ratio) : significant2(ratio)}%`;
}
