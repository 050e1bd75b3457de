import type { BenchmarksRow } from '../../src/protocol/benchmarks';

/** What a column sorts by: the name, or a figure of the input in this column. */
export type BenchmarksColumn = 'name' | `${'center' | 'delta' | 'p'}-${number}`;

export interface BenchmarksOrder {
  readonly column: BenchmarksColumn;
  readonly direction: 'ascending' | 'descending';
}

/** The order after a click on a column header; undefined: the order of benchstat. */
export function nextOrder(order: BenchmarksOrder | undefined, column: BenchmarksColumn): BenchmarksOrder | undefined {
  const first = column === 'name' || column.startsWith('p-') ? 'ascending' : 'descending';
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return undefined;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** A row, and its place in the table of the host. */
export interface PlacedRow {
  readonly row: BenchmarksRow;
  readonly at: number;
}

/** Sorted rows with names that contain every word of the filter; rows without the figure come last. */
export function shownRows(
  rows: readonly BenchmarksRow[],
  filter: string,
  order: BenchmarksOrder | undefined,
): PlacedRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const placed = rows.map((row, at) => ({ row, at }));
  const found = placed.filter(({ row }) => words.every((word) => row.name.toLowerCase().includes(word)));
  if (!order) return found;
  const { column } = order;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (column === 'name') return found.sort((a, b) => sign * names.compare(a.row.name, b.row.name));
  const [figure, place] = column.split('-');
  const valueOf = ({ row }: PlacedRow) => figureOf(row, figure, Number(place));
  return found.sort((a, b) => compared(valueOf(a), valueOf(b), sign));
}

/** Sorts `size=2` before `size=10`. */
const names = new Intl.Collator(undefined, { numeric: true });

function figureOf({ cells }: BenchmarksRow, figure: string, place: number): number {
  const cell = cells[place];
  const value = figure === 'center' ? cell?.value : figure === 'p' ? cell?.delta?.p : cell?.delta?.value;
  return value ?? NaN;
}

function compared(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}
