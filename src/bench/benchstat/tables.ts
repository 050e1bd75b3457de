import type { Comparison } from '../statistics/compareSamples';
import type { Summary } from '../statistics/summary';
import { type Field, type Key, valueOf } from './projection';

/** The samples of one unit and one configuration, by row and column. */
export interface Table {
  readonly key: Key;
  readonly unit: string;
  readonly columns: readonly Key[];
  readonly rows: readonly Row[];
  /** One for each column. */
  readonly means: readonly ColumnMean[];
}

export interface Row {
  readonly label: string;
  /** In the order of the columns; a column without results has no cell. */
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** Index of the column. */
  readonly column: number;
  readonly summary: Summary;
  /** In the order read. */
  readonly values: readonly number[];
  /** Warnings about results that differ in keys outside the projections. */
  readonly sampleWarnings: readonly string[];
  /** The comparison with the first column; undefined in the first column, and if that column has no cell in the row. */
  readonly comparison: ComparedCell | undefined;
}

export interface ComparedCell extends Omit<Comparison, 'delta'> {
  /** The center in the first column. */
  readonly old: number;
}

/** The geometric means of a column. */
export interface ColumnMean {
  /** The geometric mean of the centers; undefined if one of them is not positive. */
  readonly center: number | undefined;
  /**
   * The geometric mean of the ratios to the first column. Undefined in the first column, if no row has both values, or
   * if a ratio is not positive or divides by 0.
   */
  readonly ratio: number | undefined;
  readonly warnings: readonly string[];
}

export interface Tables {
  readonly tables: readonly Table[];
  readonly tableFields: readonly Field[];
  readonly columnFields: readonly Field[];
}

/** The lines above each table, such as `goos: linux`: all fields for the first table, then the changed ones. */
export function tableTitles({ tables, tableFields }: Tables): string[][] {
  const fields = tableFields.filter(({ name }) => name !== '.unit');
  let previous: Key | undefined;
  return tables.map(({ key }) => {
    const before = previous;
    previous = key;
    const changed = fields.filter((field) => before === undefined || valueOf(key, field) !== valueOf(before, field));
    return changed.map((field) => `${field.name}: ${valueOf(key, field)}`);
  });
}
