import { formatListValue, percentage } from './measurement';

/** What a figure grew by, less where negative: `+1.20s`, `-340ms`, `.` for 0. `unitName` as in the profile. */
export function deltaLabel(delta: number, unitName: string): string {
  const text = formatListValue(delta, unitName);
  return text !== '.' && delta > 0 ? `+${text}` : text;
}

/** What a figure grew by, in percent of what it was: `+12.50%`, `-100%`; `new` after 0, empty where nothing changed. */
export function deltaPercentage(delta: number, before: number): string {
  if (delta === 0) return '';
  if (before === 0) return 'new';
  return `${delta > 0 ? '+' : '-'}${percentage(delta, before)}`;
}

/** A sign that needs no colour; empty where the figure reads as no change. */
export function deltaArrow(delta: number, unitName: string): string {
  if (deltaLabel(delta, unitName) === '.') return '';
  return delta > 0 ? '▲' : '▼';
}
