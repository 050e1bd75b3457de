import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarksRow } from '../../../../src/protocol/benchmarks';
import { type BenchmarksOrder, nextOrder, shownRows } from '../../../../webview/benchmarks/tableOrder';

function row(name: string, value: number, delta?: number, p = 0): BenchmarksRow {
  const cell = { center: '', range: '', value, notes: [] };
  const compared = { text: '', evidence: '', value: delta, p, kind: 'none', notes: [] } as const;
  return { name, cells: delta === undefined ? [cell, undefined] : [cell, { ...cell, delta: compared }] };
}

const ROWS = [row('Sort/size=10', 3, 0.5, 0.2), row('Sort/size=2', 1, -0.5, 0.9), row('Join', 2)];

const named = (filter: string, order?: BenchmarksOrder) => shownRows(ROWS, filter, order).map(({ at }) => at);

test('rows are sorted by name, figure, change and p, and those without one come last', () => {
  assert.deepEqual(named(''), [0, 1, 2]);
  assert.deepEqual(named('', { column: 'name', direction: 'ascending' }), [2, 1, 0]);
  assert.deepEqual(named('', { column: 'center-0', direction: 'descending' }), [0, 2, 1]);
  assert.deepEqual(named('', { column: 'delta-1', direction: 'ascending' }), [1, 0, 2]);
  assert.deepEqual(named('', { column: 'delta-1', direction: 'descending' }), [0, 1, 2]);
  assert.deepEqual(named('', { column: 'p-1', direction: 'descending' }), [1, 0, 2]);
});

test('the filter keeps rows with all of its words', () => {
  assert.deepEqual(named(' SORT =2'), [1]);
  assert.deepEqual(named('none'), []);
});

test('the third click on a header restores the order of benchstat; p begins with the smallest', () => {
  const first = nextOrder(undefined, 'p-1');
  assert.deepEqual(first, { column: 'p-1', direction: 'ascending' });
  const second = nextOrder(first, 'p-1');
  assert.deepEqual(second, { column: 'p-1', direction: 'descending' });
  assert.equal(nextOrder(second, 'p-1'), undefined);
  assert.deepEqual(nextOrder(second, 'center-0'), { column: 'center-0', direction: 'descending' });
});
