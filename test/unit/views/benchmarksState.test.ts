import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as views from '../../../src/views/benchmarksState';
import type { BenchmarksShown, BenchmarksSource } from '../../../src/views/benchmarksState';
import { compared, input, times } from '../bench/comparison/inputs';

function source(label: string, lines: readonly string[], more: Partial<BenchmarksSource> = {}): BenchmarksSource {
  return { id: label, origin: label, ...input(label, ...lines), ...more };
}

function shown(sources: readonly BenchmarksSource[], ignoresProcs = false): BenchmarksShown {
  return { sources, compared: compared(sources, ignoresProcs), ignoresProcs, canFetch: true, now: 0 };
}

const state = (...sources: BenchmarksSource[]) => views.benchmarksState(shown(sources));
const OLD = [10, 11, 12, 13, 14, 15];
const SLOW = [20, 21, 22, 23, 24, 25];

test('a change is better or worse by what is known of its unit', () => {
  const rate = (figures: readonly number[]) => figures.map((each) => `BenchmarkB 1 ${each} MB/s ${each} fish`);
  const { tables } = state(source('old', [...times('A', ...OLD), ...rate(OLD)]), source('new', [...times('A', ...SLOW), ...rate(SLOW)]));
  const kinds = tables.map(({ unit, rows }) => [unit, rows[0]!.cells[1]!.delta!.kind]);
  assert.deepEqual(kinds, [['sec/op', 'worse'], ['B/s', 'better'], ['fish', 'changed']]);
});

test('noise and equal figures are neither', () => {
  const { tables } = state(source('old', times('A', ...OLD)), source('new', times('A', ...OLD)));
  assert.equal(tables[0]!.rows[0]!.cells[1]!.delta!.kind, 'none');
});

test('an input without a unit has no column in its table', () => {
  const { tables } = state(source('a', times('A', 1)), source('b', ['BenchmarkA 1 5 x/op']), source('c', ['BenchmarkA 1 6 x/op']));
  assert.deepEqual(tables.map(({ unit, columns }) => [unit, columns]), [['sec/op', [0]], ['x/op', [1, 2]]]);
});

test('the remarks say what differs between the inputs, and that nothing is compared', () => {
  const one = source('a', ['cpu: X', ...times('A', 1)]);
  assert.deepEqual(state(one, source('b', ['cpu: Y', ...times('A', 1)])).remarks, [
    'The inputs differ in cpu. benchstat compares them with -ignore cpu.',
  ]);
  assert.deepEqual(state(one, source('b', ['cpu: X', ...times('B', 1)])).remarks, ['No benchmark of a is in another input.']);
  assert.deepEqual(state(one).remarks, []);
});

test('the choice on GOMAXPROCS is offered only where names differ in it', () => {
  const [eight, four] = [source('a', times('A-8', 1)), source('b', times('A-4', 1))];
  assert.equal(state(eight, four).ignoresProcs, false);
  assert.match(state(eight, four).remarks[0]!, /^One benchmark differs only in GOMAXPROCS/);
  assert.equal(views.benchmarksState(shown([eight, four], true)).ignoresProcs, true);
  assert.equal(state(eight, eight).ignoresProcs, undefined);
});

test('a chart orders the inputs by time if all have one, and has no interval of too few runs', () => {
  const late = source('late', times('A', ...OLD), { time: 2e12, commit: 'abc' });
  const early = source('early', times('A', 5, 7), { time: 1e12 });
  const chart = views.benchmarksChart(shown([late, early]), { table: 0, row: 0 })!;
  assert.equal(chart.isByTime, true);
  assert.deepEqual(chart.series.map(({ label, commit, values }) => [label, commit, values.length]), [['early', undefined, 2], ['late', 'abc', 6]]);
  assert.deepEqual([chart.series[0]!.low, chart.series[1]!.low === undefined], [undefined, false]);
  const unknown = views.benchmarksChart(shown([late, source('x', times('A', 1))]), { table: 0, row: 0 })!;
  assert.deepEqual([unknown.isByTime, unknown.series.map(({ label }) => label)], [false, ['late', 'x']]);
  assert.equal(views.benchmarksChart(shown([late]), { table: 0, row: 9 }), undefined);
});

test('sources of one name are told apart, and a name never reads as a label and a path', () => {
  const named = (name: string) => ({ ...source(name, times('A', 1)), kind: 'file', name }) as const;
  const labels = views.labeled([named('a.txt'), named('b=1'), named('a.txt')]).map(({ label }) => label);
  assert.deepEqual(labels, ['a.txt#0', 'b 1', 'a.txt#1']);
});
