import { interruptible } from '../../profile/common/guard';
import { compareFigures, compareNames, withAllWords } from '../../profile/text/rowOrder';
import type { Row, Table, Tables } from '../benchstat/tables';
import { deltaOf } from '../statistics/compareSamples';
import type { RowRuns, RowsView } from './answers';
import { keyText } from '../benchstat/projection';
import { metricScale } from '../../profile/text/screen/figure';

/**
 * Indexes of the rows whose names contain every word of the filter, ignoring case, sorted by `order`. Rows without the
 * figure come last; equal rows, or all rows if `order` is unset, stay in benchstat's order.
 */
export function rowsInOrder(rows: readonly Row[], { filter, order }: RowsView): Int32Array {
  const indexes = Int32Array.from(rows.keys());
  const isMatch = withAllWords(filter);
  const matching = filter.trim() === '' ? indexes : indexes.filter((at) => isMatch(rows[at].label));
  if (!order) return matching;
  const sign = order.direction === 'ascending' ? 1 : -1;
  const { column } = order;
  if (column === 'name') {
    return matching.sort(interruptible((a, b) => sign * compareNames(rows[a].label, rows[b].label) || a - b));
  }
  const [figure, index] = column.split('-');
  const values = Float64Array.from(rows, (row) => figureOf(row, figure, Number(index)));
  return matching.sort(interruptible((a, b) => compareFigures(values[a], values[b], sign) || a - b));
}

function figureOf({ cells }: Row, figure: string, index: number): number {
  const cell = cells.find(({ column }) => column === index);
  if (cell === undefined) return NaN;
  const { summary, comparison } = cell;
  if (figure === 'center') return summary.center;
  const value = figure === 'p' ? comparison?.p : comparison && deltaOf(comparison.old, summary.center);
  return value ?? NaN;
}

/** Limit for the dots of one input in a chart; more dots would overlap. */
const MAX_DOTS = 500;

/**
 * The runs of a row, for its chart and for finding the benchmark's code; undefined if there is no such row.
 * @param inputIndexes the index of each input, by label
 */
export function rowRuns(
  tables: Tables,
  inputIndexes: ReadonlyMap<string, number>,
  position: { readonly table: number; readonly row: number },
): RowRuns | undefined {
  const { columnFields } = tables;
  const table = tables.tables.at(position.table);
  const row = table?.rows.at(position.row);
  if (table === undefined || row === undefined) return undefined;
  return {
    name: row.label,
    unit: table.unit,
    pkg: packageOf(tables, table),
    series: row.cells.map(({ column, summary: { center, lo, hi }, values }) => ({
      input: inputIndexes.get(keyText(columnFields, table.columns[column])) ?? 0,
      values: evenlySpaced(values),
      runs: values.length,
      center,
      low: Number.isFinite(lo) ? lo : undefined,
      high: Number.isFinite(hi) ? hi : undefined,
    })),
    scale: metricScale(row.cells.map(({ summary }) => summary.center), table.unit),
  };
}

/** The package of a table's benchmarks; empty if the results do not name one. */
export function packageOf({ tableFields }: Tables, { key }: Table): string {
  const field = tableFields.find(({ name }) => name === 'pkg');
  return field === undefined ? '' : (key.values[field.index] ?? '');
}

/** All values; if there are too many, an evenly spaced selection. */
function evenlySpaced(values: readonly number[]): readonly number[] {
  if (values.length <= MAX_DOTS) return values;
  return Array.from({ length: MAX_DOTS }, (_, at) => values[Math.floor((at * values.length) / MAX_DOTS)]);
}
