import { GRANULARITIES, type LabelChoice, type Refinement } from '../../profile/answers/refinement';
import { type Check, isFinite, isFlag, isObject, listOf, oneOf, optional, shape, textUpTo, where } from '../../profile/common/shapes';
import { MAX_CHARACTERS, MAX_SAVED } from './messageLimits';

export type { LabelChoice, Refinement };

/** A refinement that the user saved under a name. */
export interface SavedRefinement {
  readonly name: string;
  readonly refinement: Refinement;
}

/** The refinement state that a page shows. */
export interface RefineState {
  /** The refinement in effect. */
  readonly refinement: Refinement;
  /** Fields that match nothing in the profile. */
  readonly unmatched: readonly string[];
  /** Earlier values by field, the newest first. */
  readonly history: RefineHistory;
  readonly saved: readonly SavedRefinement[];
}

export type RefineHistory = { readonly [F in keyof Refinement]?: readonly string[] };

const isShortText = textUpTo(MAX_CHARACTERS);

const isLabelChoice = shape({
  key: isShortText, texts: listOf(isShortText), ranges: listOf(isShortText), leftOut: optional(isFlag),
}) satisfies Check<LabelChoice>;

const fields: { readonly [F in keyof Required<Refinement>]: Check<Required<Refinement>[F]> } = {
  focus: isShortText,
  ignore: isShortText,
  hide: isShortText,
  show: isShortText,
  show_from: isShortText,
  prune_from: isShortText,
  tagfocus: isShortText,
  tagignore: isShortText,
  labels: listOf(isLabelChoice),
  tagshow: isShortText,
  taghide: isShortText,
  tagroot: isShortText,
  tagleaf: isShortText,
  noinlines: isFlag,
  granularity: oneOf(...GRANULARITIES),
  showcolumns: isFlag,
  unit: isShortText,
  relative_percentages: isFlag,
  mean: isFlag,
  divide_by: isFinite,
  drop_negative: isFlag,
};

/** Whether a value has the shape of a refinement; the texts of its fields may still be invalid. */
export function isRefinement(value: unknown): value is Refinement {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([field, fieldValue]) => {
    return Object.hasOwn(fields, field) && (fieldValue === undefined || fields[field as keyof Refinement](fieldValue));
  });
}

export const areSavedRefinements: Check<readonly SavedRefinement[]> = listOf(
  shape({ name: where(isShortText, (name) => name !== ''), refinement: isRefinement }),
  MAX_SAVED,
);
