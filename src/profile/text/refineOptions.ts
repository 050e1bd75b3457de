import { FIELD_ORDER, isSet, type RefineChip, type RefineField } from './chipText';
import { pprofName } from './pprofName';
import { GRANULARITIES, type LabelChoice, type Refinement } from '../answers/refinement';
import { quoteMeta } from '../common/quoteMeta';

export { GRANULARITIES } from '../answers/refinement';
export { tagRangeHint } from './tagRange';

/** An option and the kind of its value. `pattern` is an RE2 regular expression, `text` any other text. */
export interface FieldWords {
  readonly field: RefineField;
  readonly kind: 'pattern' | 'text' | 'number' | 'flag' | 'choice';
  /** One line, shown below pprof's name of the option. */
  readonly explains: string;
  readonly example?: string;
}

const WORDS: { readonly [F in RefineField]: Omit<FieldWords, 'field'> } = {
  focus: { kind: 'pattern', explains: 'Only stacks with a matching frame', example: 'json|^main' },
  ignore: { kind: 'pattern', explains: 'No stacks with a matching frame', example: 'runtime' },
  hide: { kind: 'pattern', explains: 'Hide matching frames; their cost goes to callers', example: '^reflect' },
  show_from: { kind: 'pattern', explains: 'Stacks start at the outermost match', example: 'ServeHTTP' },
  show: { kind: 'pattern', explains: 'Only matching frames', example: 'acme' },
  prune_from: { kind: 'pattern', explains: 'Cut callees of matching frames', example: 'malloc' },
  tagfocus: { kind: 'text', explains: 'Only samples with a matching label', example: 'user=ann or 1kb:64kb' },
  tagignore: { kind: 'text', explains: 'No samples with a matching label', example: 'user=ann' },
  tagshow: { kind: 'pattern', explains: 'Only labels with a matching key', example: 'user' },
  taghide: { kind: 'pattern', explains: 'No labels with a matching key', example: 'bytes' },
  tagroot: { kind: 'text', explains: 'Labels become the outermost frames', example: 'user,route' },
  tagleaf: { kind: 'text', explains: 'Labels become the innermost frames', example: 'bytes' },
  divide_by: { kind: 'number', explains: 'Divide all values by a number', example: '1000' },
  granularity: { kind: 'choice', explains: 'Granularity of Top, Graph and Callers & callees' },
  noinlines: { kind: 'flag', explains: 'Count inlined functions as part of their caller' },
  relative_percentages: { kind: 'flag', explains: 'Percentages of the filtered total' },
  mean: { kind: 'flag', explains: 'Averages over the first sample type (not in flame graphs)' },
  drop_negative: { kind: 'flag', explains: 'Drop functions with negative values (not in flame graphs)' },
};

/** The options of a refinement, as the Refine form and the command describe them. */
export const REFINE_FIELDS: readonly FieldWords[] = FIELD_ORDER.map((field) => ({ field, ...WORDS[field] }));

/** A regular expression that matches only this function, by the name that pprof gives it. */
export function exactPattern(name: string): string {
  const asPprof = pprofName(name, name);
  // pprof shortens C++ names only if the profile has no mangled name for them.
  const names = name.includes('::') && asPprof !== name ? [name, asPprof] : [asPprof];
  const quoted = names.map(quoteMeta);
  return quoted.length === 1 ? `^${quoted[0]}$` : `^(?:${quoted.join('|')})$`;
}

/** What a view says instead of the labels of a profile that has none. */
export const NO_LABELS =
  'This profile has no labels. A program sets labels with pprof.Do; heap profiles have a label "bytes" with the size ' +
  'of allocations.';

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

function without(refinement: Refinement, field: keyof Refinement): Refinement {
  return Object.fromEntries(Object.entries(refinement).filter(([name]) => name !== field));
}
