import type { ComparisonSummary, CopyFormat, ResultsSummary, RowRuns, RowsParams, RowsAnswer } from '../bench/comparison/answers';

/** The bytes of a text with benchmark results, in memory that the threads share. */
export interface ResultsBytes {
  /** Identifies the bytes. Never reused. */
  readonly results: number;
  readonly bytes: SharedArrayBuffer;
}

/** Benchmark results to compare with the first of them. */
export interface ComparisonParams {
  /** Each with a label of its own, not empty. */
  readonly inputs: readonly (ResultsBytes & { readonly label: string })[];
  /** Whether `Sum-8` and `Sum-4` are one row. */
  readonly ignoresProcs: boolean;
}

/** Queries about benchmark results: name → [parameters, answer]. Those about a comparison name all its inputs. */
export interface BenchmarkQueries {
  /** Reads results. `problem`: why the bytes are not text, as the end of a sentence that begins with their name. */
  readBenchmarks: [ResultsBytes, ResultsSummary | { readonly problem: string }];
  compareBenchmarks: [ComparisonParams, ComparisonSummary];
  /** Number of rows that a filter keeps, by table. */
  benchmarkCounts: [ComparisonParams & { readonly filter: string }, readonly number[]];
  benchmarkRows: [ComparisonParams & { readonly rows: RowsParams }, RowsAnswer];
  /** undefined if there is no such row. */
  benchmarkRuns: [ComparisonParams & { readonly place: RowAt }, RowRuns | undefined];
  /** All tables, as benchstat prints them, or in Markdown. */
  benchmarkText: [ComparisonParams & { readonly format: CopyFormat }, string];
  /** All inputs as one text in the standard format, in UTF-8. */
  exportBenchmarks: [ComparisonParams, Uint8Array];
  /** Frees what was computed for comparisons. */
  forgetBenchmarks: [Record<string, never>, void];
}

/** A row by its table and its place in benchstat's order. */
interface RowAt {
  readonly table: number;
  readonly row: number;
}
