import type {
  ComparisonSummary,
  CopyFormat,
  ResultsSummary,
  RowRuns,
  RowsParams,
  RowsAnswer,
  StandardExport,
} from '../bench/comparison/answers';

/** The text of benchmark results, in memory that the threads share. */
export interface ResultsBytes {
  /** Identifies the bytes. Never reused. */
  readonly results: number;
  readonly bytes: SharedArrayBuffer;
}

/** Benchmark results to compare. The first input is the baseline. */
export interface ComparisonParams {
  /** Labels are unique and not empty. */
  readonly inputs: readonly (ResultsBytes & { readonly label: string })[];
  /** Whether `Sum-8` and `Sum-4` are one row. */
  readonly ignoresProcs: boolean;
}

/** Queries about benchmark results: name → [parameters, answer]. Each query about a comparison carries all inputs. */
export interface BenchmarkQueries {
  /** Reads results. `problem` says why the bytes are not text; it follows the file name in a sentence. */
  readBenchmarks: [ResultsBytes, ResultsSummary | { readonly problem: string }];
  compareBenchmarks: [ComparisonParams, ComparisonSummary];
  /** The number of rows that match a filter, by table. */
  benchmarkCounts: [ComparisonParams & { readonly filter: string }, readonly number[]];
  benchmarkRows: [ComparisonParams & { readonly rows: RowsParams }, RowsAnswer];
  /** The runs behind a row; undefined if there is no such row. */
  benchmarkRuns: [ComparisonParams & { readonly place: RowAt }, RowRuns | undefined];
  /** All tables, as benchstat prints them, or in Markdown. */
  benchmarkText: [ComparisonParams & { readonly format: CopyFormat }, string];
  /** All inputs as one text in the standard format, in UTF-8. */
  exportBenchmarks: [ComparisonParams, StandardExport];
  /** Drops the cached results. */
  forgetBenchmarks: [Record<string, never>, void];
}

/** A row: the index of its table, and its index in benchstat's order. */
interface RowAt {
  readonly table: number;
  readonly row: number;
}
