import type { ResultRow } from '../../src/pages/protocol/resultsPage';

/** A column of the table: the name, the iterations, a unit by its position, or the verdict. */
export type ResultColumn = 'name' | 'iterations' | 'verdict' | number;

export interface ResultOrder {
  readonly column: ResultColumn;
  readonly direction: 'ascending' | 'descending';
}

/** The order after a click on a column header; undefined for the order printed by `go test`. */
export function nextOrder(order: ResultOrder | undefined, column: ResultColumn): ResultOrder | undefined {
  const first = column === 'name' ? 'ascending' : 'descending';
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return undefined;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** The rows whose names contain every word of the filter, sorted. Rows without a figure come last. */
export function filteredRows(rows: readonly ResultRow[], filter: string, order: ResultOrder | undefined): ResultRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const matches = rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  if (!order) return matches;
  const { column } = order;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (column === 'name') return matches.sort((a, b) => sign * nameCollator.compare(a.name, b.name));
  const valueOf = (row: ResultRow) => {
    if (column === 'verdict') return row.verdict?.delta ?? NaN;
    return (column === 'iterations' ? row.iterations : row.cells[column])?.value ?? NaN;
  };
  return matches.sort((a, b) => compareFigures(valueOf(a), valueOf(b), sign));
}

/** Sorts `size=2` before `size=10`. */
const nameCollator = new Intl.Collator(undefined, { numeric: true });

function compareFigures(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}
