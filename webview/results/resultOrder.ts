import type { ResultRow } from '../../src/protocol/results';

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
export function shownRows(rows: readonly ResultRow[], filter: string, order: ResultOrder | undefined): ResultRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const found = rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  if (!order) return found;
  const { column } = order;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (column === 'name') return found.sort((a, b) => sign * names.compare(a.name, b.name));
  const valueOf = (row: ResultRow) => {
    if (column === 'verdict') return row.verdict?.delta ?? NaN;
    return (column === 'iterations' ? row.iterations : row.cells[column])?.value ?? NaN;
  };
  return found.sort((a, b) => compared(valueOf(a), valueOf(b), sign));
}

/** Sorts `size=2` before `size=10`. */
const names = new Intl.Collator(undefined, { numeric: true });

function compared(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}
