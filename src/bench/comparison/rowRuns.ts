import { keyText } from '../benchstat/projection';
import type { Tables } from '../benchstat/tables';
import { commonScale } from '../statistics/scale';
import { isBinaryUnit } from '../statistics/units';
import type { RowRuns } from './answers';

/** Limit for the dots of one input in a chart; more dots would overlap. */
const MAX_DOTS = 500;

/**
 * The runs of a row, for its chart and for finding the benchmark's code; undefined if there is no such row.
 * @param inputIndexes the index of each input, by label
 */
export function rowRuns(
  { tables, tableFields, columnFields }: Tables,
  inputIndexes: ReadonlyMap<string, number>,
  position: { readonly table: number; readonly row: number },
): RowRuns | undefined {
  const table = tables.at(position.table);
  const row = table?.rows.at(position.row);
  if (table === undefined || row === undefined) return undefined;
  const field = tableFields.find(({ name }) => name === 'pkg');
  return {
    name: row.label,
    unit: table.unit,
    pkg: field === undefined ? '' : (table.key.values[field.index] ?? ''),
    series: row.cells.map(({ column, summary: { center, lo, hi }, values }) => ({
      input: inputIndexes.get(keyText(columnFields, table.columns[column])) ?? 0,
      values: evenlySpaced(values),
      runs: values.length,
      center,
      low: Number.isFinite(lo) ? lo : undefined,
      high: Number.isFinite(hi) ? hi : undefined,
    })),
    scale: commonScale(row.cells.map(({ summary }) => summary.center), isBinaryUnit(table.unit)),
  };
}

/** All values; if there are too many, an evenly spaced selection. */
function evenlySpaced(values: readonly number[]): readonly number[] {
  if (values.length <= MAX_DOTS) return values;
  return Array.from({ length: MAX_DOTS }, (_, at) => values[Math.floor((at * values.length) / MAX_DOTS)]);
}
