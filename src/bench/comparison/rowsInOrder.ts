import { interruptible } from '../../profile/common/guard';
import type { Row } from '../benchstat/tables';
import { deltaOf } from '../statistics/compareSamples';
import type { RowsView } from './answers';

/**
 * Indexes of the rows whose names contain every word of the filter, ignoring case, sorted by `order`. Rows without the
 * figure come last; equal rows, or all rows if `order` is unset, stay in benchstat's order.
 */
export function rowsInOrder(rows: readonly Row[], { filter, order }: RowsView): Int32Array {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const indexes = Int32Array.from(rows.keys());
  const matching = words.length === 0
    ? indexes
    : indexes.filter((at) => words.every((word) => rows[at].label.toLowerCase().includes(word)));
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

let collator: Intl.Collator | undefined;

/** Sorts `size=2` before `size=10`. Creating a collator takes 15 ms, so it is created on first use. */
function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

function figureOf({ cells }: Row, figure: string, index: number): number {
  const cell = cells.find(({ column }) => column === index);
  if (cell === undefined) return NaN;
  const { summary, comparison } = cell;
  if (figure === 'center') return summary.center;
  const value = figure === 'p' ? comparison?.p : comparison && deltaOf(comparison.old, summary.center);
  return value ?? NaN;
}

function compareFigures(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}
