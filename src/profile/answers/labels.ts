/** Which labels to return. */
export interface LabelView {
  /** Only values that contain this text, and all values of keys that contain it; case-insensitive. Empty: all. */
  readonly search: string;
  /** The maximum number of values per key. */
  readonly limit: number;
  /** Only this key; unset: all. */
  readonly key?: string;
}

/** The sums of samples by label, in the sample type's unit. */
export interface LabelTotals {
  readonly total: number;
  readonly unit: string;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  /** Sorted by name. Empty if no sample has a (matching) label. */
  readonly keys: readonly LabelKeyTotals[];
}

export interface LabelKeyTotals {
  readonly key: string;
  /** The sum over all values of the key. */
  readonly total: number;
  /** The number of values that match the search. */
  readonly matching: number;
  /** The number of all values. */
  readonly count: number;
  /** The matching values, heaviest first, at most `limit`. */
  readonly values: readonly LabelValueTotal[];
}

export interface LabelValueTotal {
  /** The label's text, or its number in the natural unit. */
  readonly name: string;
  readonly value: number;
  /** Whether a text has this name. If a number has it too, `range` is also set. */
  readonly isText: boolean;
  /** The range of the numbers with this name, in the syntax of tagfocus. */
  readonly range?: string;
}
