/** Which labels are asked for. */
export interface LabelView {
  /** Only values that contain it, or all of a key that does; case aside. Empty: all. */
  readonly search: string;
  /** Of each key, at most so many values. */
  readonly limit: number;
  /** Only this key; unset: all. */
  readonly key?: string;
}

/** What samples add up to by label, in the sample type's unit. */
export interface LabelTotals {
  readonly total: number;
  readonly unit: string;
  /** By name. Empty where no sample has a label (that matches). */
  readonly keys: readonly LabelKeyTotals[];
}

export interface LabelKeyTotals {
  readonly key: string;
  /** Of all its values. */
  readonly total: number;
  /** How many values match the search, of how many. */
  readonly matching: number;
  readonly count: number;
  /** Those that match, heaviest first, at most `limit`. */
  readonly values: readonly LabelValueTotal[];
}

export interface LabelValueTotal {
  /** As it is written: a number in its natural unit. */
  readonly name: string;
  readonly value: number;
  /** Whether it is a text; a key may have texts and numbers that are written alike. */
  readonly isText: boolean;
  /** The range of numbers that are written so, as tagfocus takes it. */
  readonly range?: string;
}
