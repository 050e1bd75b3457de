import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowForKey } from '../../../webview/controls/sortedTable';

test('keys go to the next row, a page on or to an end, and stay within the table', () => {
  const of = (key: string, from: number) => rowForKey(key, from, 10, 4);
  assert.deepEqual([of('ArrowDown', 8), of('ArrowDown', 9), of('ArrowUp', 1), of('ArrowUp', 0)], [9, 9, 0, 0]);
  assert.deepEqual([of('PageDown', 3), of('PageDown', 8), of('PageUp', 8), of('PageUp', 2)], [7, 9, 4, 0]);
  assert.deepEqual([of('Home', 5), of('End', 5), of('x', 5)], [0, 9, undefined]);
});

test('a page has at least one row, and without a page Page Up and Page Down are left to the browser', () => {
  assert.deepEqual([rowForKey('PageDown', 3, 10, 0), rowForKey('PageUp', 3, 10, -2)], [4, 2]);
  assert.deepEqual([rowForKey('PageDown', 3, 10), rowForKey('PageUp', 0, 10)], [undefined, undefined]);
});
