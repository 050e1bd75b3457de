import { label, percentage } from './measurement';

/** What a figure grew by, less where negative: `+1.20s`, `-340ms`, `.` for 0. `unitName` as in the profile. */
export function deltaLabel(delta: number, unitName: string): string {
  if (delta === 0) return '.';
  return `${delta > 0 ? '+' : ''}${label(delta, unitName)}`;
}

/** What a figure grew by, in percent of what it was: `+12.50%`, `-100%`; `new` after 0, empty where nothing changed. */
export function deltaPercentage(delta: number, before: number): string {
  if (delta === 0) return '';
  if (before === 0) return 'new';
  return `${delta > 0 ? '+' : '-'}${percentage(delta, before)}`;
}

/** A sign that needs no colour. */
export function deltaArrow(delta: number): string {
  return delta === 0 ? '' : delta > 0 ? '▲' : '▼';
}
