import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../../src/profile/common/guard';
import { type ComparedInput } from '../../../../src/bench/comparison/compareInputs';
import { comparison, input, times } from './inputs';

const OLD = [10, 11, 12, 13, 14, 15];
const SLOW = [20, 21, 22, 23, 24, 25];
const VIEW = { filter: '', table: 0, from: 0, to: 1000, find: [] };

test('a change is better or worse if its unit has a known direction', () => {
  const rates = (figures: readonly number[]) => figures.map((figure) => `BenchmarkB 1 ${figure} MB/s ${figure} frames`);
  const inputs = [input('old', ...times('A', ...OLD), ...rates(OLD)), input('new', ...times('A', ...SLOW), ...rates(SLOW))];
  const kinds = comparison(inputs).summary.tables.map(({ unit, rows }) => [unit, rows[0]!.cells[1]!.delta!.kind]);
  assert.deepEqual(kinds, [['sec/op', 'worse'], ['B/s', 'better'], ['frames', 'changed']]);
});

test('equal figures are neither better nor worse', () => {
  const { tables } = comparison([input('old', ...times('A', ...OLD)), input('new', ...times('A', ...OLD))]).summary;
  assert.equal(tables[0]!.rows[0]!.cells[1]!.delta!.kind, 'none');
});

test('memory figures that are one apart have no direction but a note, unless the bytes changed with the allocations', () => {
  const runs = (name: string, bytes: number, allocs: number) =>
    Array.from({ length: 6 }, () => `Benchmark${name} 1 ${bytes} B/op ${allocs} allocs/op`);
  const side = (label: string, ...figures: (readonly [string, number, number])[]) =>
    input(label, ...figures.flatMap((each) => runs(...each)));
  const result = comparison([
    side('old', ['Cut', 639, 9], ['Less', 64, 1], ['More', 10, 5]), side('new', ['Cut', 640, 10], ['Less', 0, 0], ['More', 30, 7]),
  ]);
  const [bytes, allocs] = result.summary.tables;
  const deltas = (table: typeof bytes) => table!.rows.map(({ cells: [, cell] }) => {
    const { text, kind, notes } = cell!.delta!;
    return [text, kind, notes.map((number) => table!.notes[number - 1]!.plain.slice(0, 26))];
  });
  const note = 'May be no change: go test ';
  assert.deepEqual(deltas(allocs), [['+11.1\u202f%', 'none', [note]], ['−100\u202f%', 'better', []], ['+40\u202f%', 'worse', []]]);
  assert.deepEqual(deltas(bytes), [['+0.16\u202f%', 'none', [note]], ['−100\u202f%', 'better', []], ['3.0×', 'worse', []]]);
  assert.equal(allocs!.notes.at(-1)!.text, '', 'benchstat has no such footnote');
  assert.doesNotMatch(result.text('text'), /May be no change/);
});

test('a table has no column for an input that does not report its unit', () => {
  const inputs = [input('a', ...times('A', 1)), input('b', 'BenchmarkA 1 5 x/op'), input('c', 'BenchmarkA 1 6 x/op')];
  const { tables } = comparison(inputs).summary;
  assert.deepEqual(tables.map(({ unit, columns }) => [unit, columns]), [['sec/op', [0]], ['x/op', [1, 2]]]);
});

const MANY = Array.from({ length: 1000 }, (_, i) => times(`Case/n=${i}`, i + 1)).flat();

test('rows are filtered, sorted and returned by range, with the positions of the rows to find', () => {
  const many = comparison([input('many', ...MANY)]);
  assert.equal(many.summary.tables[0]!.count, 1000);
  assert.ok(many.summary.tables[0]!.rows.length < 100);
  const order = { column: 'center-0', direction: 'descending' } as const;
  const { rows, count, found } = many.rows({ ...VIEW, filter: 'n=9', order, from: 2, to: 4, find: [9, 99, 5] });
  assert.deepEqual(rows.map(({ at, row }) => [at, row.name]), [[997, 'Case/n=997'], [996, 'Case/n=996']]);
  assert.deepEqual([count, found], [111, [110, 100, -1]]);
  assert.deepEqual(many.rows({ ...VIEW, table: 3 }), { rows: [], count: 0, found: [] });
  assert.deepEqual(finish(many.counts('n=9')), [111]);
});

test('the widest texts are those of all rows, not only of the shown rows', () => {
  const { widest } = comparison([input('a', ...MANY, ...times('Last/a=long/name', 123456789))]).summary.tables[0]!;
  assert.deepEqual([widest.name, widest.cells[0]!.center.length], ['Last/a=long/name', '1.00 µs'.length]);
});

test('the footnote numbers in any range of rows refer to the notes of the whole table', () => {
  const few = input('old', ...times('A', ...OLD), ...times('B', 1), ...times('C', 1));
  const result = comparison([few, input('new', ...times('A', ...OLD), ...times('B', 2))]);
  const { notes } = result.summary.tables[0]!;
  const [second] = result.rows({ ...VIEW, from: 1, to: 2 }).rows;
  assert.match(notes[second!.row.cells[0]!.notes[0]! - 1]!.text, /^need >= 6 samples/);
});

test('of more than 300 tables, all are counted and the first 300 are shown', () => {
  const packages = Array.from({ length: 400 }, (_, i) => [`pkg: p${i}`, ...times('A', 1)]).flat();
  const { tables, tableCount, nameCount } = comparison([input('a', ...packages)]).summary;
  assert.deepEqual([tables.length, tableCount, nameCount], [300, 400, 1]);
});

test('the runs of a row have its package and inputs, and at most 500 runs of an input are returned', () => {
  const lines = (count: number): ComparedInput =>
    input(`n${count}`, 'pkg: x/y', ...times('A', ...Array<number>(count).fill(1)));
  const runs = comparison([lines(2), lines(10_000)]).runs({ table: 0, row: 0 })!;
  assert.deepEqual([runs.name, runs.unit, runs.pkg], ['A', 'sec/op', 'x/y']);
  const counts = runs.series.map((series) => [series.input, series.values.length, series.runs]);
  assert.deepEqual(counts, [[0, 2, 2], [1, 500, 10_000]]);
  assert.deepEqual([runs.series[0]!.low, runs.series[1]!.low === undefined], [undefined, false]);
  assert.equal(comparison([lines(1)]).runs({ table: 0, row: 9 }), undefined);
});

test('a table counts the rows that changed, did not change, and have too few runs to tell', () => {
  const runs = (center: number) => Array.from({ length: 8 }, (_, i) => center + i);
  const of = (faster: number, rare: readonly number[]) => [
    ...times('Faster', ...runs(faster)), ...times('Same', ...runs(500)), ...times('Rare', ...rare),
  ];
  const [table] = comparison([input('old', ...of(1000, [10])), input('new', ...of(800, [90]))]).summary.tables;
  assert.deepEqual(table!.tallies, [{ better: 1, worse: 0, changed: 0, none: 1, untested: 1 }]);
  assert.equal(comparison([input('old', ...of(1000, [10]))]).summary.tables[0]!.tallies.length, 0);
});

test('pictures have one scale, on which each change that is more than noise has room with its interval', () => {
  const runs = (center: number) => Array.from({ length: 8 }, (_, i) => center + i);
  const [table] = comparison([input('old', ...times('A', ...runs(1000))), input('new', ...times('A', ...runs(1150)))]).summary.tables;
  assert.equal(table!.span, 0.2);
  const { at, low, high } = table!.rows[0]!.cells[1]!.delta!.change!;
  assert.ok(low! > 0.14 && low! <= at && at <= high! && high! < 0.16, JSON.stringify([low, at, high]));
  const doubled = comparison([input('old', ...times('A', 10)), input('new', ...times('A', 90))]).summary.tables[0]!;
  assert.equal(doubled.span, 1, 'more is cut');
});
