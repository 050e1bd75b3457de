import type { BenchmarksTable, CopyFormat, InputRuns, RowsParams, RowsAnswer, ValueScale } from '../../bench/comparison/answers';

/** Messages between the host and the page that compares benchmark results. */

/** A column: captures, a file, or a text that was dropped or fetched. */
export interface BenchmarksInput {
  readonly id: string;
  readonly label: string;
  /** The input's origin, time and commit, one per line. */
  readonly about: string;
  /** Number of result lines. */
  readonly count: number;
  /** Messages about the first malformed result lines. */
  readonly skipped: readonly string[];
  /** Number of malformed result lines. */
  readonly skippedCount: number;
}

export interface BenchmarksState {
  readonly inputs: readonly BenchmarksInput[];
  readonly tables: readonly BenchmarksTable[];
  /** Number of different benchmarks. */
  readonly nameCount: number;
  /** Sentences about the comparison as a whole. */
  readonly remarks: readonly string[];
  /** Whether names that differ only in the suffix `-N` share a row; unset if there are no such names. */
  readonly ignoresProcs?: boolean;
  /** Whether URLs can be fetched, which needs a trusted workspace. */
  readonly canFetch: boolean;
}

/** The runs of an input, for the chart of a row. */
export interface BenchmarksSeries extends Omit<InputRuns, 'input'> {
  readonly label: string;
  /** `23 Nov, 14:05`; unset if unknown. */
  readonly when?: string;
  /** Unset if unknown. */
  readonly commit?: string;
}

export interface BenchmarksChart {
  readonly name: string;
  readonly unit: string;
  /** Sorted by time if all inputs have one, else in the order of the columns. */
  readonly series: readonly BenchmarksSeries[];
  readonly isByTime: boolean;
  readonly scale: ValueScale;
}

/** A row, by its indexes in the state that the page shows. */
export interface RowPlace {
  /** The version of the state to which the indexes belong. */
  readonly version: number;
  readonly table: number;
  readonly row: number;
}

export type BenchmarksHostMessage =
  | { readonly kind: 'benchmarks'; readonly version: number; readonly state: BenchmarksState; readonly memory: BenchmarksMemory }
  | { readonly kind: 'chart'; readonly place: RowPlace; readonly chart: BenchmarksChart }
  /** Number of rows that match a filter, for each table. */
  | { readonly kind: 'counts'; readonly version: number; readonly filter: string; readonly counts: readonly number[] }
  | { readonly kind: 'rows'; readonly version: number; readonly params: RowsParams; readonly answer: RowsAnswer }
  /** A text that is shown, and announced to screen readers: `Copied as Markdown.` */
  | { readonly kind: 'announcement'; readonly text: string };

export type BenchmarksPageMessage =
  | { readonly kind: 'ready' }
  /** Lets the user choose captures and files to add. */
  | { readonly kind: 'add' }
  /** Lets the user enter a URL to add. */
  | { readonly kind: 'fetch' }
  | { readonly kind: 'remove'; readonly id: string }
  /** Makes an input the first column. */
  | { readonly kind: 'base'; readonly id: string }
  | { readonly kind: 'ignoreProcs'; readonly isOn: boolean }
  | { readonly kind: 'copy'; readonly format: CopyFormat }
  | { readonly kind: 'export' }
  | { readonly kind: 'chart'; readonly place: RowPlace }
  /** Only the latest request for counts, and for the rows of each table, is answered. */
  | { readonly kind: 'counts'; readonly version: number; readonly filter: string }
  | { readonly kind: 'rows'; readonly version: number; readonly params: RowsParams }
  /** Opens the source of a row's benchmark. */
  | { readonly kind: 'code'; readonly place: RowPlace }
  /** Files that were dropped onto the page: their texts, or their URIs. */
  | { readonly kind: 'dropped'; readonly files: readonly DroppedFile[]; readonly uris: readonly string[] };

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** The page's state that survives a window reload: captures and files, not what was dropped or fetched. */
export interface BenchmarksMemory {
  readonly captures: readonly string[];
  readonly files: readonly string[];
  /** Ids of the inputs in the order of the columns; the first column is the base. */
  readonly order?: readonly string[];
  readonly ignoresProcs: boolean;
}
