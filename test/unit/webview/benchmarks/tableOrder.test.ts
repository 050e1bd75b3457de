import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOrder } from '../../../../webview/benchmarks/tableOrder';

test('the third click on a header restores the order of benchstat, and p is sorted ascending first', () => {
  const first = nextOrder(undefined, 'p-1');
  assert.deepEqual(first, { column: 'p-1', direction: 'ascending' });
  const second = nextOrder(first, 'p-1');
  assert.deepEqual(second, { column: 'p-1', direction: 'descending' });
  assert.equal(nextOrder(second, 'p-1'), undefined);
  assert.deepEqual(nextOrder(second, 'center-0'), { column: 'center-0', direction: 'descending' });
});
