import type { MenuItem } from '../controls/popup';
import type { QuickField } from './refineBar';

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
