import { pprofName } from './pprofName';
import { GRANULARITIES, type LabelChoice, type Refinement } from '../answers/refinement';

/** Edits a refinement option by option, and describes it in words. */

export type RefineField = Exclude<keyof Refinement, 'labels' | 'showcolumns' | 'unit'>;

/** The options in the order of the Refine form. */
export const FIELD_ORDER: readonly RefineField[] = [
  'focus', 'ignore', 'hide', 'show_from', 'show', 'prune_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot',
  'tagleaf', 'divide_by', 'granularity', 'noinlines', 'relative_percentages', 'mean', 'drop_negative',
];

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

/** The refinement with one field changed. A field with an empty or default value is removed. */
export function withField(refinement: Refinement, field: RefineField, value: unknown): Refinement {
  const others = without(refinement, field);
  const isDefault = field === 'granularity' && value === GRANULARITIES[0];
  return isSet(value) && !isDefault ? { ...others, [field]: value } : others;
}

export function withoutChip(refinement: Refinement, { field, key }: RefineChip): Refinement {
  if (field !== 'labels') return without(refinement, field);
  return withLabels(refinement, (refinement.labels ?? []).filter((choice) => choice.key !== key));
}

/** The refinement with other label choices; choices without values are removed. */
export function withLabels(refinement: Refinement, choices: readonly LabelChoice[]): Refinement {
  const others = without(refinement, 'labels');
  const nonEmpty = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0);
  return nonEmpty.length > 0 ? { ...others, labels: nonEmpty } : others;
}

/** A regular expression that matches only this function, by the name that pprof gives it. */
export function exactPattern(name: string): string {
  const asPprof = pprofName(name, name);
  // pprof shortens C++ names only if the profile has no mangled name for them.
  const names = name.includes('::') && asPprof !== name ? [name, asPprof] : [asPprof];
  const quoted = names.map((text) => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'));
  return quoted.length === 1 ? `^${quoted[0]}$` : `^(?:${quoted.join('|')})$`;
}

/** `user: ann, bob`, `bytes: not 16B`, `user: ann, bob and 3 more`. */
function choiceText({ key, texts, ranges, leftOut }: LabelChoice): string {
  const values = [...texts, ...ranges];
  const shown = values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ');
  return `${key}: ${leftOut ? 'not ' : ''}${shown}`;
}

function without(refinement: Refinement, field: keyof Refinement): Refinement {
  return Object.fromEntries(Object.entries(refinement).filter(([name]) => name !== field));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== false;
}

/** What a view says instead of the labels of a profile that has none. */
export const NO_LABELS =
  'This profile has no labels. A program sets labels with pprof.Do; heap profiles have a label "bytes" with the size ' +
  'of allocations.';
