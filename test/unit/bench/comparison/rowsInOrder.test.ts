import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarksOrder } from '../../../../src/bench/comparison/answers';
import { rowsInOrder } from '../../../../src/bench/comparison/rowsInOrder';
import { compared, input, times } from './inputs';

const OFFSETS = [0, 1, 2, 3, 4, 5];
const around = (name: string, ns: number) => times(name, ...OFFSETS.map((offset) => ns + offset));
const { tables } = compared([
  input('old', ...around('Sort/size=10', 300), ...around('Sort/size=2', 100), ...around('Join', 200)),
  input('new', ...around('Sort/size=10', 450), ...times('Sort/size=2', 50, 51, 52, 53, 54, 500)),
]);
const { rows } = tables.tables[0]!;

const labels = (filter: string, order?: BenchmarksOrder) =>
  [...rowsInOrder(rows, { filter, order })].map((at) => rows[at]!.label);

test('rows are sorted by name, figure, change or p; rows without a value come last', () => {
  const [ten, two, join] = ['Sort/size=10', 'Sort/size=2', 'Join'];
  assert.deepEqual(labels(''), [ten, two, join]);
  assert.deepEqual(labels('', { column: 'name', direction: 'ascending' }), [join, two, ten], 'numbers in names are compared by value');
  assert.deepEqual(labels('', { column: 'center-0', direction: 'descending' }), [ten, join, two]);
  assert.deepEqual(labels('', { column: 'delta-1', direction: 'ascending' }), [two, ten, join]);
  assert.deepEqual(labels('', { column: 'delta-1', direction: 'descending' }), [ten, two, join]);
  assert.deepEqual(labels('', { column: 'p-1', direction: 'descending' }), [two, ten, join]);
});

test('the filter keeps only rows that contain all of its words', () => {
  assert.deepEqual(labels(' SORT =2'), ['Sort/size=2']);
  assert.deepEqual(labels('none'), []);
});
