import type { LabelChoice, Refinement } from '../answers/refinement';

/** One option of a refinement, shown and removed on its own. */
export interface RefineChip {
  readonly field: keyof Refinement;
  /** The label key, if the field is `labels`. */
  readonly key?: string;
  /** Empty for a flag. */
  readonly value: string;
}

/** The options that are set, in FIELD_ORDER; labels last. */
export function chipsOf(refinement: Refinement): RefineChip[] {
  const chips = FIELD_ORDER.filter((field) => isSet(refinement[field])).map((field): RefineChip => {
    const value = refinement[field];
    return { field, value: value === true ? '' : String(value) };
  });
  const labels = (refinement.labels ?? []).map((choice) => {
    return { field: 'labels' as const, key: choice.key, value: choiceText(choice) };
  });
  return [...chips, ...labels];
}

/** The whole refinement on one line: `focus: ^main, noinlines`. */
export function refinementText(refinement: Refinement): string {
  return chipsOf(refinement).map(chipText).join(', ');
}

export function chipText({ field, value }: RefineChip): string {
  if (field === 'labels') return value;
  return value === '' ? field : `${field}: ${value}`;
}

/** `user: ann, bob`, `bytes: not 16B`, `user: ann, bob and 3 more`. */
function choiceText({ key, texts, ranges, leftOut }: LabelChoice): string {
  const values = [...texts, ...ranges];
  const shown = values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ');
  return `${key}: ${leftOut ? 'not ' : ''}${shown}`;
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== false;
}

export type RefineField = Exclude<keyof Refinement, 'labels' | 'showcolumns' | 'unit'>;

/** The options in the order of the Refine form. */
export const FIELD_ORDER: readonly RefineField[] = [
  'focus', 'ignore', 'hide', 'show_from', 'show', 'prune_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot',
  'tagleaf', 'divide_by', 'granularity', 'noinlines', 'relative_percentages', 'mean', 'drop_negative',
];
