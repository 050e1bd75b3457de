import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultRow } from '../../../../src/pages/protocol/resultsPage';
import { nextOrder } from '../../../../webview/controls/sortedTable';
import { filteredRows, firstDirection, type ResultColumn, type ResultOrder } from '../../../../webview/results/resultOrder';

const row = (name: string, ns?: number, iterations = 1): ResultRow => ({
  key: name,
  name,
  benchmark: `BenchmarkA/${name}`,
  runs: 1,
  iterations: { text: String(iterations), value: iterations },
  cells: [ns === undefined ? undefined : { text: String(ns), value: ns }],
});

const ROWS = [row('size=10/fast', 9, 5), row('size=2/fast', 100, 7), row('size=1/slow', undefined, 6)];

const sorted = (column: ResultColumn, direction: 'ascending' | 'descending') =>
  filteredRows(ROWS, '', { column, direction }).map(({ name }) => name.split('/')[0]);

test('rows are sorted by figure, and rows without a figure come last in both directions', () => {
  assert.deepEqual(sorted(0, 'descending'), ['size=2', 'size=10', 'size=1']);
  assert.deepEqual(sorted(0, 'ascending'), ['size=10', 'size=2', 'size=1']);
  assert.deepEqual(sorted('iterations', 'ascending'), ['size=10', 'size=1', 'size=2']);
});

test('numbers in names are sorted as numbers', () => {
  assert.deepEqual(sorted('name', 'ascending'), ['size=1', 'size=2', 'size=10']);
});

test('a filter keeps the rows with all of its words, in the printed order', () => {
  assert.deepEqual(filteredRows(ROWS, ' FAST size ', undefined), [ROWS[0], ROWS[1]]);
  assert.deepEqual(filteredRows(ROWS, '=2 fast', undefined), [ROWS[1]]);
  assert.deepEqual(filteredRows(ROWS, '', undefined), ROWS);
});

test('clicks on a figure sort it descending, then ascending, then as printed; a click on the name sorts ascending', () => {
  const next = (order: ResultOrder | undefined, column: ResultColumn) =>
    nextOrder(order, column, firstDirection(column));
  const first = next(undefined, 0);
  const second = next(first, 0);
  assert.deepEqual([first?.direction, second?.direction, next(second, 0)], ['descending', 'ascending', undefined]);
  assert.deepEqual(next(second, 'name'), { column: 'name', direction: 'ascending' });
});

test('rows are sorted by the change of their verdict, and rows without a verdict come last', () => {
  const withVerdict = (name: string, delta: number): ResultRow =>
    ({ ...row(name), verdict: { words: '', pairs: '4+4', kind: 'none', delta, details: '' } });
  const rows = [row('none'), withVerdict('same', 0), withVerdict('slower', 0.5), withVerdict('faster', -0.5)];
  const names = (direction: 'ascending' | 'descending') =>
    filteredRows(rows, '', { column: 'verdict', direction }).map(({ name }) => name);
  assert.deepEqual(names('ascending'), ['faster', 'same', 'slower', 'none']);
  assert.deepEqual(names('descending'), ['slower', 'same', 'faster', 'none']);
});
