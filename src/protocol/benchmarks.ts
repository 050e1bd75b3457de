/** Messages between the host and the page that compares benchmark results. */

/** A column: a capture, a file or an address. */
export interface BenchmarksInput {
  readonly id: string;
  readonly label: string;
  /** Where it comes from, when, and of which commit, on one line each. */
  readonly about: string;
  /** Number of result lines. */
  readonly count: number;
  /** The first malformed result lines. */
  readonly skipped: readonly string[];
  /** Number of malformed result lines. */
  readonly skippedCount: number;
}

/** A change against the first column of the table. */
export interface BenchmarksDelta {
  /** `+1.23%`, or `~` if the difference may be noise. */
  readonly text: string;
  /** `p=0.002 n=6` */
  readonly evidence: string;
  /** new / old − 1 to sort by; unset if the old value is 0. */
  readonly value?: number;
  readonly p: number;
  readonly kind: 'better' | 'worse' | 'changed' | 'none';
  /** Numbers of footnotes. */
  readonly notes: readonly number[];
}

export interface BenchmarksCell {
  /** `12.50n` */
  readonly center: string;
  /** `20%`; the part after ±. */
  readonly range: string;
  /** The center, to sort by. */
  readonly value: number;
  readonly notes: readonly number[];
  readonly delta?: BenchmarksDelta;
}

export interface BenchmarksRow {
  /** `Join/size=10-8` */
  readonly name: string;
  /** One for each column of the table; unset if that input lacks it. */
  readonly cells: readonly (BenchmarksCell | undefined)[];
}

export interface BenchmarksTotal {
  readonly center: string;
  /** Unset in the first column. */
  readonly ratio?: string;
  readonly notes: readonly number[];
}

/** A footnote. Its number is its index in the list, plus one. */
export interface BenchmarksNote {
  /** As benchstat prints it. */
  readonly text: string;
  readonly plain: string;
}

/** The figures of one unit. */
export interface BenchmarksTable {
  /** `pkg: example.com/join`, if it differs from the previous table. */
  readonly titles: readonly string[];
  /** `sec/op` */
  readonly unit: string;
  /** The index of each column's input. */
  readonly columns: readonly number[];
  readonly rows: readonly BenchmarksRow[];
  /** The geometric means; empty for a single row. */
  readonly totals: readonly BenchmarksTotal[];
  readonly notes: readonly BenchmarksNote[];
}

export interface BenchmarksState {
  readonly inputs: readonly BenchmarksInput[];
  readonly tables: readonly BenchmarksTable[];
  /** Sentences about the comparison as a whole. */
  readonly remarks: readonly string[];
  /** Whether names under different `-N` are one row; unset: no names differ only in it. */
  readonly ignoresProcs?: boolean;
  /** Fetching needs a trusted workspace. */
  readonly canFetch: boolean;
}

/** The runs of an input, for the chart of a row. */
export interface BenchmarksSeries {
  readonly label: string;
  /** `23 Nov, 14:05`; unset if unknown. */
  readonly when?: string;
  /** Unset if unknown. */
  readonly commit?: string;
  /** In the order measured. */
  readonly values: readonly number[];
  readonly center: number;
  /** Bounds of the interval; unset if there are too few runs for one. */
  readonly low?: number;
  readonly high?: number;
}

export interface BenchmarksChart {
  readonly name: string;
  readonly unit: string;
  /** Sorted by time if all inputs have one, else in the order of the columns. */
  readonly series: readonly BenchmarksSeries[];
  readonly isByTime: boolean;
  /** How values are printed: divided by `factor`, with `decimals`, followed by `prefix`. */
  readonly scale: { readonly factor: number; readonly decimals: number; readonly prefix: string };
}

export const COPY_FORMATS = ['text', 'markdown', 'csv'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

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
  /** A text for screen readers too: `Copied as Markdown.` */
  | { readonly kind: 'said'; readonly text: string };

export type BenchmarksPageMessage =
  | { readonly kind: 'ready' }
  /** Asks for more inputs: captures and files, or an address. */
  | { readonly kind: 'add' }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'remove'; readonly id: string }
  /** Makes an input the first column. */
  | { readonly kind: 'base'; readonly id: string }
  | { readonly kind: 'ignoreProcs'; readonly isOn: boolean }
  | { readonly kind: 'copy'; readonly format: CopyFormat }
  | { readonly kind: 'export' }
  | { readonly kind: 'chart'; readonly place: RowPlace }
  | { readonly kind: 'code'; readonly place: RowPlace }
  /** Files that were dropped onto the page: their text, or where they are. */
  | { readonly kind: 'dropped'; readonly files: readonly DroppedFile[]; readonly uris: readonly string[] };

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** The largest dropped file that the page reads, in bytes; larger ones are opened with the command. */
export const MAX_DROPPED = 32 << 20;

/** The page's state that survives a window reload: captures and files, not what was dropped or fetched. */
export interface BenchmarksMemory {
  readonly captures: readonly string[];
  readonly files: readonly string[];
  readonly ignoresProcs: boolean;
}
