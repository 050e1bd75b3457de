import { FIELD_ORDER, type RefineField } from './fieldOrder';

/** The options of a refinement, as the Refine form and the command describe them. */

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
  granularity: { kind: 'choice', explains: 'Granularity of Top, Graph and Peek' },
  noinlines: { kind: 'flag', explains: 'Count inlined functions as part of their caller' },
  relative_percentages: { kind: 'flag', explains: 'Percentages of the filtered total' },
  mean: { kind: 'flag', explains: 'Averages over the first sample type (not in flame graphs)' },
  drop_negative: { kind: 'flag', explains: 'Drop functions with negative values (not in flame graphs)' },
};

export const REFINE_FIELDS: readonly FieldWords[] = FIELD_ORDER.map((field) => ({ field, ...WORDS[field] }));
