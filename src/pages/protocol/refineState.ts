import { GRANULARITIES, type LabelChoice, type Refinement } from '../../profile/answers/refinement';
import { isFlag } from './shapes';
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

const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_CHARACTERS;

const shapes: { readonly [F in keyof Required<Refinement>]: (value: unknown) => boolean } = {
  focus: isShortText,
  ignore: isShortText,
  hide: isShortText,
  show: isShortText,
  show_from: isShortText,
  prune_from: isShortText,
  tagfocus: isShortText,
  tagignore: isShortText,
  labels: (value) => isListOf(isLabelChoice, value),
  tagshow: isShortText,
  taghide: isShortText,
  tagroot: isShortText,
  tagleaf: isShortText,
  noinlines: isFlag,
  granularity: (value) => (GRANULARITIES as readonly unknown[]).includes(value),
  showcolumns: isFlag,
  unit: isShortText,
  relative_percentages: isFlag,
  mean: isFlag,
  divide_by: (value) => Number.isFinite(value),
  drop_negative: isFlag,
};

/** Whether a value has the shape of a refinement; its fields may still be invalid. */
export function isRefinement(value: unknown): value is Refinement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([field, fieldValue]) => {
    return Object.hasOwn(shapes, field) && (fieldValue === undefined || shapes[field as keyof Refinement](fieldValue));
  });
}

export function areSavedRefinements(value: unknown): value is readonly SavedRefinement[] {
  return isListOf(isSaved, value) && value.length <= MAX_SAVED;
}

function isSaved(value: unknown): value is SavedRefinement {
  const { name, refinement } = (value ?? {}) as Partial<SavedRefinement>;
  return isShortText(name) && name !== '' && isRefinement(refinement);
}

function isLabelChoice(value: unknown): value is LabelChoice {
  const { key, texts, ranges, leftOut } = (value ?? {}) as Partial<LabelChoice>;
  const isShaped = isShortText(key) && isListOf(isShortText, texts) && isListOf(isShortText, ranges);
  return isShaped && (leftOut === undefined || isFlag(leftOut));
}

function isListOf<T>(isOne: (value: unknown) => value is T, value: unknown): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}
