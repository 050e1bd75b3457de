import type { Comparison } from '../statistics/compareSamples';
import type { Summary } from '../statistics/summary';
import type { Field, Key } from './projection';

/** The samples of one unit and one configuration, by row and column. */
export interface Table {
  readonly key: Key;
  readonly unit: string;
  readonly columns: readonly Key[];
  readonly rows: readonly Row[];
  /** The geometric means of the columns. */
  readonly totals: readonly Total[];
}

export interface Row {
  readonly label: string;
  /** In the order of the columns; those without results are missing. */
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** Index of the column. */
  readonly column: number;
  readonly summary: Summary;
  /** In the order read. */
  readonly values: readonly number[];
  /** Warnings that the results differ in keys that no projection has. */
  readonly sampleWarnings: readonly string[];
  /** The comparison with the first column; undefined in that column, and where it has no cell. */
  readonly comparison: ComparedCell | undefined;
}

export interface ComparedCell extends Omit<Comparison, 'delta'> {
  /** The center in the first column. */
  readonly old: number;
}

export interface Total {
  readonly center: number | undefined;
  /** The geometric mean of the ratios to the first column. */
  readonly ratio: number | undefined;
  readonly warnings: readonly string[];
}

export interface Tables {
  readonly tables: readonly Table[];
  readonly tableFields: readonly Field[];
  readonly columnFields: readonly Field[];
}
