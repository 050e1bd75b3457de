import { pprofName } from './pprofName';
import { GRANULARITIES, type LabelChoice, type Refinement } from '../answers/refinement';

/** How what a person asks of a profile is put together, taken apart, and written. */

export type RefineField = Exclude<keyof Refinement, 'labels' | 'showcolumns' | 'unit'>;

/** In the order in which they are offered and shown. */
export const FIELD_ORDER: readonly RefineField[] = [
  'focus', 'ignore', 'hide', 'show_from', 'show', 'prune_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot',
  'tagleaf', 'divide_by', 'granularity', 'noinlines', 'relative_percentages', 'mean', 'drop_negative',
];

/** A part of what is asked for, to be shown and taken away by itself. */
export interface RefineChip {
  readonly field: keyof Refinement;
  /** Of a label's choice. */
  readonly key?: string;
  /** Empty where the field says it all. */
  readonly value: string;
}

/** What is asked for, part by part, in the order of the fields; labels last. */
export function chipsOf(refinement: Refinement): RefineChip[] {
  const asked = FIELD_ORDER.filter((field) => isAsked(refinement[field]));
  const chips = asked.map((field): RefineChip => {
    const value = refinement[field];
    return { field, value: value === true ? '' : String(value) };
  });
  const labels = (refinement.labels ?? []).map((choice) => {
    return { field: 'labels' as const, key: choice.key, value: choiceText(choice) };
  });
  return [...chips, ...labels];
}

/** All of it in a line: `focus: ^main, noinlines`. */
export function refinementText(refinement: Refinement): string {
  return chipsOf(refinement).map(chipText).join(', ');
}

export function chipText({ field, value }: RefineChip): string {
  if (field === 'labels') return value;
  return value === '' ? field : `${field}: ${value}`;
}

/** The refinement with one field changed; nothing is kept of a field that asks for nothing. */
export function withField(refinement: Refinement, field: RefineField, value: unknown): Refinement {
  const others = without(refinement, field);
  // Frames are put together by functions where nothing else is asked for.
  return isAsked(value) && value !== GRANULARITIES[0] ? { ...others, [field]: value } : others;
}

export function withoutChip(refinement: Refinement, { field, key }: RefineChip): Refinement {
  if (field !== 'labels') return without(refinement, field);
  return withLabels(refinement, (refinement.labels ?? []).filter((choice) => choice.key !== key));
}

/** The refinement with other labels chosen; a choice of no value is none. */
export function withLabels(refinement: Refinement, choices: readonly LabelChoice[]): Refinement {
  const others = without(refinement, 'labels');
  const made = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0);
  return made.length > 0 ? { ...others, labels: made } : others;
}

/** The regular expression that matches a function by the name that pprof gives it, and no other. */
export function exactPattern(name: string): string {
  const asPprof = pprofName(name, name);
  // Names of other languages are cut only where they are not mangled besides.
  const names = name.includes('::') && asPprof !== name ? [name, asPprof] : [asPprof];
  const quoted = names.map((each) => each.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'));
  return quoted.length === 1 ? `^${quoted[0]}$` : `^(?:${quoted.join('|')})$`;
}

/** `user: ann, bob`, `bytes: not 16B`; of many values, how many they are. */
function choiceText({ key, texts, ranges, leftOut }: LabelChoice): string {
  const values = [...texts, ...ranges];
  const named = values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ');
  return `${key}: ${leftOut ? 'not ' : ''}${named}`;
}

function without(refinement: Refinement, field: keyof Refinement): Refinement {
  return Object.fromEntries(Object.entries(refinement).filter(([name]) => name !== field));
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== false;
}
