import type { Refinement } from '../answers/refinement';

export type RefineField = Exclude<keyof Refinement, 'labels' | 'showcolumns' | 'unit'>;

/** The options in the order of the Refine form. */
export const FIELD_ORDER: readonly RefineField[] = [
  'focus', 'ignore', 'hide', 'show_from', 'show', 'prune_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot',
  'tagleaf', 'divide_by', 'granularity', 'noinlines', 'relative_percentages', 'mean', 'drop_negative',
];
