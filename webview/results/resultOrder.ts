import type { ResultRow } from '../../src/pages/protocol/resultsPage';
import { compareFigures, compareNames, withAllWords } from '../../src/profile/text/rowOrder';
import type { SortOrder } from '../controls/sortedTable';

/** A column of the table: the name, the iterations, a unit by its position, or the verdict. */
export type ResultColumn = 'name' | 'iterations' | 'verdict' | number;

export type ResultOrder = SortOrder<ResultColumn>;

/** The direction of the first click on a column. */
export const firstDirection = (column: ResultColumn): ResultOrder['direction'] =>
  column === 'name' ? 'ascending' : 'descending';

/** The rows whose names contain every word of the filter, sorted. Rows without a figure come last. */
export function filteredRows(rows: readonly ResultRow[], filter: string, order: ResultOrder | undefined): ResultRow[] {
  const isMatch = withAllWords(filter);
  const matches = rows.filter(({ name }) => isMatch(name));
  if (!order) return matches;
  const { column } = order;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (column === 'name') return matches.sort((a, b) => sign * compareNames(a.name, b.name));
  const valueOf = (row: ResultRow) => {
    if (column === 'verdict') return row.verdict?.delta ?? NaN;
    return (column === 'iterations' ? row.iterations : row.cells[column])?.value ?? NaN;
  };
  return matches.sort((a, b) => compareFigures(valueOf(a), valueOf(b), sign));
}
