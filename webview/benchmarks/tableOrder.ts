import type { BenchmarksOrder, BenchmarksSortKey } from '../../src/bench/comparison/answers';

/** The order after a click on a column header; undefined for the order of benchstat. */
export function nextOrder(order: BenchmarksOrder | undefined, column: BenchmarksSortKey): BenchmarksOrder | undefined {
  const first = column === 'name' || column.startsWith('p-') ? 'ascending' : 'descending';
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return undefined;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}
