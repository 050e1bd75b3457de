import { FIELD_ORDER, type RefineField } from './refineWords';

/** What can be asked of a profile, in words. */

export { GRANULARITIES } from '../answers/refinement';
export { tagRangeHint } from './tagRange';

/** A field by what goes into it. `pattern` is an RE2 regular expression, `text` another text. */
export interface FieldWords {
  readonly field: RefineField;
  readonly kind: 'pattern' | 'text' | 'number' | 'flag' | 'choice';
  /** One line, below pprof's own name. */
  readonly explains: string;
  readonly example?: string;
  /** Shown at once; the others behind "more". */
  readonly isFrequent?: true;
}

const WORDS: { readonly [F in RefineField]: Omit<FieldWords, 'field'> } = {
  focus: { kind: 'pattern', explains: 'Only stacks that go through a match', example: 'json|^main', isFrequent: true },
  ignore: { kind: 'pattern', explains: 'No stacks that go through a match', example: 'runtime', isFrequent: true },
  hide: {
    kind: 'pattern',
    explains: 'Matches left out, their cost goes to callers',
    example: '^reflect',
    isFrequent: true,
  },
  show_from: { kind: 'pattern', explains: 'Stacks start at the first match', example: 'ServeHTTP', isFrequent: true },
  show: { kind: 'pattern', explains: 'Only frames that match', example: 'acme' },
  prune_from: { kind: 'pattern', explains: 'Nothing below a match: calls count as its own', example: 'malloc' },
  tagfocus: { kind: 'text', explains: 'Only samples with such a label', example: 'user=ann or 1kb:64kb' },
  tagignore: { kind: 'text', explains: 'No samples with such a label', example: 'user=ann' },
  tagshow: { kind: 'pattern', explains: 'Only labels with a matching key', example: 'user' },
  taghide: { kind: 'pattern', explains: 'No labels with a matching key', example: 'bytes' },
  tagroot: { kind: 'text', explains: 'Labels become the outermost frames', example: 'user,route' },
  tagleaf: { kind: 'text', explains: 'Labels become the innermost frames', example: 'bytes' },
  divide_by: { kind: 'number', explains: 'All values divided by a number', example: '1000' },
  granularity: { kind: 'choice', explains: 'What Top, Graph and Peek add up by' },
  noinlines: { kind: 'flag', explains: 'Inlined functions count as where they are inlined' },
  relative_percentages: { kind: 'flag', explains: 'Percentages of what is left, not of the whole' },
  mean: { kind: 'flag', explains: 'Averages over the first sample type (not in flame graphs)' },
  drop_negative: { kind: 'flag', explains: 'What has become cheaper is left out (not in flame graphs)' },
};

export const REFINE_FIELDS: readonly FieldWords[] = FIELD_ORDER.map((field) => ({ field, ...WORDS[field] }));
