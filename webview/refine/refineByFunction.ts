import type { MenuItem } from '../controls/popup';
import { exactPattern } from '../../src/profile/text/refineOptions';

/** Fields that a function's menu can set to the function. */
export type QuickField = 'focus' | 'ignore' | 'hide' | 'show_from';

const FIELDS: readonly (readonly [string, QuickField])[] = [
  ['Focus', 'focus'],
  ['Ignore', 'ignore'],
  ['Hide', 'hide'],
  ['Show from', 'show_from'],
];

/** Menu items that refine by a function. */
export function refineItems(refineBy: (field: QuickField) => void): MenuItem[] {
  return FIELDS.map(([label, field]) => ({ label, run: () => refineBy(field) }));
}

/**
 * The pattern of a field after its menu item was chosen for a function: for `ignore` and `hide`, `previous` with the
 * function added, or undefined if it has the function already; for the other fields, the function alone.
 */
export function patternWith(field: QuickField, functionName: string, previous = ''): string | undefined {
  const pattern = exactPattern(functionName);
  const isAdded = (field === 'ignore' || field === 'hide') && previous !== '';
  if (!isAdded) return pattern;
  return previous.split('|').includes(pattern) ? undefined : `${previous}|${pattern}`;
}
