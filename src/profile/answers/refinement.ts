/** What frames must have in common to form one node: pprof's options with these names. */
export const GRANULARITIES = ['functions', 'filefunctions', 'files', 'lines', 'addresses'] as const;

export type Granularity = (typeof GRANULARITIES)[number];

/** A choice of values of one label key. */
export interface LabelChoice {
  readonly key: string;
  /** Exact values. */
  readonly texts: readonly string[];
  /** Ranges of numbers in the syntax of tagfocus: `16B`, `1kb:64kb`, `4mb:`. */
  readonly ranges: readonly string[];
  /** Leave out the samples with one of the values, and keep all others. Unset: the reverse. */
  readonly leftOut?: boolean;
}

/**
 * Filters and options applied to a profile, named as in pprof. Plain data, because it is stored and sent in messages.
 * An unset or empty option has no effect. Regular expressions are RE2 patterns, not anchored.
 */
export interface Refinement {
  /** Only samples with a frame whose function, file or binary matches. */
  readonly focus?: string;
  /** No samples with a matching frame. */
  readonly ignore?: string;
  /** No matching frames. */
  readonly hide?: string;
  /** Only matching frames. */
  readonly show?: string;
  /** No frames above (towards the root) the outermost matching frame, and no samples without a matching frame. */
  readonly show_from?: string;
  /** No frames below the innermost frame whose function matches. */
  readonly prune_from?: string;
  /** Only samples with a matching label; for the syntax see compileTagFilter. */
  readonly tagfocus?: string;
  /** No samples with a matching label. */
  readonly tagignore?: string;
  /** Only samples with one of the chosen values of each key. Not a pprof option: see compileLabelChoices. */
  readonly labels?: readonly LabelChoice[];
  /** Only labels with a matching key. */
  readonly tagshow?: string;
  /** No labels with a matching key. */
  readonly taghide?: string;
  /** Label keys, separated by commas, whose values become frames at the root; the first key is the outermost. */
  readonly tagroot?: string;
  /** Like tagroot, at the leaf; the last key is the innermost. */
  readonly tagleaf?: string;
  /** Only the outermost frame of each location. */
  readonly noinlines?: boolean;
  /** Unset: refining keeps all fields of frames, as with `addresses`; tables and graphs show `functions`. */
  readonly granularity?: Granularity;
  /** Keep source columns if the granularity keeps lines; `addresses` without `noinlines` always keeps them. */
  readonly showcolumns?: boolean;
  /** Unit of the values in reports, and of the numbers in the frames of tagroot and tagleaf; unset: `minimum`. */
  readonly unit?: string;
  /** Percentages relate to the total after filtering, not to the total of the whole profile. */
  readonly relative_percentages?: boolean;
  /** Values are divided by those of the first sample type. */
  readonly mean?: boolean;
  /** Values are divided by this number. */
  readonly divide_by?: number;
  /** Nodes with a negative value are left out. */
  readonly drop_negative?: boolean;
}
