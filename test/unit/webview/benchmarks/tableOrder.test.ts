import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarksOrder, BenchmarksSortKey } from '../../../../src/bench/comparison/answers';
import { firstDirection } from '../../../../webview/benchmarks/tableHead';
import { nextOrder } from '../../../../webview/controls/sortedTable';

const next = (order: BenchmarksOrder | undefined, column: BenchmarksSortKey) =>
  nextOrder(order, column, firstDirection(column));

test('the third click on a header restores the order of benchstat, and p is sorted ascending first', () => {
  const first = next(undefined, 'p-1');
  assert.deepEqual(first, { column: 'p-1', direction: 'ascending' });
  const second = next(first, 'p-1');
  assert.deepEqual(second, { column: 'p-1', direction: 'descending' });
  assert.equal(next(second, 'p-1'), undefined);
  assert.deepEqual(next(second, 'center-0'), { column: 'center-0', direction: 'descending' });
});
