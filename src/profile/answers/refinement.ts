/** What frames must have in common to be one node: pprof's options of the same names. */
export const GRANULARITIES = ['functions', 'filefunctions', 'files', 'lines', 'addresses'] as const;

export type Granularity = (typeof GRANULARITIES)[number];

/** Some of the values that samples have under a label's key. */
export interface LabelChoice {
  readonly key: string;
  /** Whole values. */
  readonly texts: readonly string[];
  /** Ranges of numbers as tagfocus takes them: `16B`, `1kb:64kb`, `4mb:`. */
  readonly ranges: readonly string[];
  /** Samples with one of them are left out, all others kept. */
  readonly leftOut?: boolean;
}

/**
 * What a person asks of a profile beyond "all of it". Plain data, for it is kept and sent; names are those of pprof's
 * options, an option left out or empty asks for nothing. Regular expressions are RE2's and match anywhere in a name.
 */
export interface Refinement {
  /** Only samples with a frame whose function, file or binary matches. */
  readonly focus?: string;
  /** No samples with such a frame. */
  readonly ignore?: string;
  /** No such frames. */
  readonly hide?: string;
  /** Only such frames. */
  readonly show?: string;
  /** Nothing above (towards the root) the outermost such frame. */
  readonly show_from?: string;
  /** Nothing below the innermost frame whose function matches. */
  readonly prune_from?: string;
  /** Only samples with such a label: see TagFilter for what can be asked. */
  readonly tagfocus?: string;
  /** No samples with such a label. */
  readonly tagignore?: string;
  /** Only samples that have one of the values of each key; not an option of pprof's: see compileLabelChoices. */
  readonly labels?: readonly LabelChoice[];
  /** Only labels whose key matches. */
  readonly tagshow?: string;
  /** No labels whose key matches. */
  readonly taghide?: string;
  /** Label keys, separated by commas, whose values become frames at the root; the first becomes the outermost. */
  readonly tagroot?: string;
  /** As tagroot, at the leaf; the last becomes the innermost. */
  readonly tagleaf?: string;
  /** Only the outermost frame of each location. */
  readonly noinlines?: boolean;
  /** What of a frame is kept; left out: everything. */
  readonly granularity?: Granularity;
  /** Columns of source are kept where lines are. */
  readonly showcolumns?: boolean;
  /** Unit of the numbers that tagroot and tagleaf write; left out: `minimum`. */
  readonly unit?: string;
  /** Percentages relate to the total of what is left, not of the whole profile. */
  readonly relative_percentages?: boolean;
  /** Values are divided by those of the first sample type. */
  readonly mean?: boolean;
  /** Values are divided by this. */
  readonly divide_by?: number;
  /** Nodes with a negative value are left out. */
  readonly drop_negative?: boolean;
}
