/** The worker's answers about compared benchmark results, as plain data. */

/** Benchmark results as read. */
export interface ResultsSummary {
  /** Number of result lines. */
  readonly count: number;
  /** Messages about the first lines that were left out, wholly or in part: `line 12: missing units`. */
  readonly skipped: readonly string[];
  /** Number of all lines that were left out, wholly or in part. */
  readonly skippedCount: number;
  /** The value of the `commit` key, if it is the same for all results. */
  readonly commit?: string;
  /** Milliseconds since the epoch, from `commit-time`. */
  readonly commitTime?: number;
}

/** A change against the first column of the table. */
export interface BenchmarksDelta {
  /** `+1.23 %`; `~` if the difference may be noise; `?` if the center in the first column is 0. */
  readonly text: string;
  /** The p-value and the number of runs: `p = 0.002, n = 6`. */
  readonly evidence: string;
  /**
   * `changed` if it is unknown which direction is better; `none` if the change is not significant, 0, or only one of
   * decimals that `go test` cuts off.
   */
  readonly kind: 'better' | 'worse' | 'changed' | 'none';
  /** Numbers of footnotes. */
  readonly notes: readonly number[];
  /** The change as a picture shows it, significant or not; unset if the center in the first column is 0. */
  readonly change?: RelativeChange;
}

/** A change as shares of the first column: 0.25 for +25 %. */
export interface RelativeChange {
  readonly at: number;
  /** Bounds of the 95 % interval; unset if there are too few runs. */
  readonly low?: number;
  readonly high?: number;
}

/**
 * How many rows of a column are better, worse, changed in a unit without a better direction, and not changed. Those
 * that are `untested` have too few runs to tell.
 */
export type Tally = Readonly<Record<BenchmarksDelta['kind'] | 'untested', number>>;

export interface BenchmarksCell {
  /** The center of the sample: `12.5 ns`. */
  readonly center: string;
  /** The part after ±: `20 %`. */
  readonly range: string;
  readonly notes: readonly number[];
  /** Unset in the first column, and if the first column lacks the benchmark. */
  readonly delta?: BenchmarksDelta;
}

export interface BenchmarksRow {
  /** The benchmark's name: `Join/size=10-8`. */
  readonly name: string;
  /** One for each column of the table; undefined if the column's input lacks the benchmark. */
  readonly cells: readonly (BenchmarksCell | undefined)[];
}

/** A row, and its index in benchstat's order. */
export interface PlacedRow {
  readonly at: number;
  readonly row: BenchmarksRow;
}

export interface BenchmarksMean {
  /** The geometric mean; empty if there is none. */
  readonly center: string;
  /** The geometric mean of the changes, `+1.23 %`, or `?` if there is none; unset in the first column. */
  readonly delta?: string;
  readonly notes: readonly number[];
}

/** A footnote. Its number is its 1-based position in the list. */
export interface BenchmarksNote {
  /** As benchstat prints it; empty for a note that benchstat does not have. */
  readonly text: string;
  /** In plain words. */
  readonly plain: string;
}

/** The figures of one unit and one configuration, with the first rows only. */
export interface BenchmarksTable {
  /** One line, such as `pkg: example.com/join`, for each key whose value differs from the previous table's. */
  readonly titles: readonly string[];
  /** For example `sec/op`. */
  readonly unit: string;
  /** For each column, the index of its input. */
  readonly columns: readonly number[];
  /** The first rows, in benchstat's order. */
  readonly rows: readonly BenchmarksRow[];
  /** Number of all rows. */
  readonly count: number;
  /** For each column, the longest text over all rows: it fixes the column's width while only some rows are drawn. */
  readonly widest: BenchmarksRow;
  /** The geometric means; empty for a single row. */
  readonly means: readonly BenchmarksMean[];
  readonly notes: readonly BenchmarksNote[];
  /** For each column but the first, over all rows that both columns have. */
  readonly tallies: readonly Tally[];
  /** The largest change that the pictures show, as a share: one scale for all rows. */
  readonly span: number;
  /** The package; empty if the results do not name one. */
  readonly pkg: string;
}

/** A comparison, with the first rows of its tables. */
export interface ComparisonSummary {
  /** The first tables: see `MAX_TABLES`. */
  readonly tables: readonly BenchmarksTable[];
  /** Number of all tables. */
  readonly tableCount: number;
  /** Number of different names. */
  readonly nameCount: number;
  /** Keys that the comparison ignores (benchstat's -ignore), because they only tell the inputs apart. */
  readonly ignored: readonly string[];
  /** The ignored keys that have different values even among the inputs that have the key. */
  readonly differing: readonly string[];
  /** Number of benchmarks whose suffix `-N` differs between inputs, so that they are in different rows. */
  readonly splitByProcs: number;
  /** Whether any row is compared with the first column. */
  readonly hasDelta: boolean;
  /** Whether a table has more than one column. */
  readonly isCompared: boolean;
}

/** What rows are sorted by: the name, or a figure in the table's column with this index. */
export type BenchmarksSortKey = 'name' | `${'center' | 'delta' | 'p'}-${number}`;

export interface BenchmarksOrder {
  readonly column: BenchmarksSortKey;
  readonly direction: 'ascending' | 'descending';
}

/** Which rows of a table are shown, and in which order. */
export interface RowsView {
  /** Words, all of which must occur in a row's name. */
  readonly filter: string;
  /** Unset for benchstat's order. */
  readonly order?: BenchmarksOrder;
}

/** A range of rows in a view: positions from `from` up to, but not including, `to`. */
export interface RowsParams extends RowsView {
  /** Index of the table. */
  readonly table: number;
  readonly from: number;
  readonly to: number;
  /** Rows to locate in the view, by their index in benchstat's order. */
  readonly find: readonly number[];
}

export interface RowsAnswer {
  readonly rows: readonly PlacedRow[];
  /** Number of rows in the view. */
  readonly count: number;
  /** The position in the view of each row in `find`; -1 if the view does not have it. */
  readonly found: readonly number[];
}

/** How the values of a chart are written: divided by `factor`, with `decimals`, followed by `unit`, such as ` µs`. */
export interface ValueScale {
  readonly factor: number;
  readonly decimals: number;
  readonly unit: string;
}

/** The runs of a row, by input. */
export interface RowRuns {
  readonly name: string;
  readonly unit: string;
  /** The package; empty if the results do not name one. */
  readonly pkg: string;
  readonly series: readonly InputRuns[];
  readonly scale: ValueScale;
}

export interface InputRuns {
  /** Index of the input. */
  readonly input: number;
  /** In the order measured; if there are too many, an evenly spaced selection. */
  readonly values: readonly number[];
  /** Number of all runs. */
  readonly runs: number;
  readonly center: number;
  /** Bounds of the confidence interval of `center`; unset if there are too few runs for one. */
  readonly low?: number;
  readonly high?: number;
}

export const COPY_FORMATS = ['text', 'markdown', 'csv'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** The inputs of a comparison as one file for benchstat. */
export interface StandardExport {
  readonly text: Uint8Array;
  /** The flags with which benchstat prints the tables of the comparison: `-col`, `input`, `-ignore`, `commit`. */
  readonly flags: readonly string[];
}

/** Limit for a file of results, in bytes. */
export const MAX_FILE_BYTES = 64 << 20;
/** Limit for the unpacked size of a gzipped file or a zip archive, in bytes. */
export const MAX_UNPACKED_BYTES = 256 << 20;
