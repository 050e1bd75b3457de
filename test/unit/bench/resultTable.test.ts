import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import { resultRows, unitsOf } from '../../../src/bench/resultTable';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

function table(...lines: string[]): string[][] {
  const results = read(...lines);
  const units = unitsOf(results);
  const rows = resultRows(results, units).map(({ name, runs, iterations, cells }) => {
    return [name, String(runs), iterations.text, ...cells.map((cell) => cell?.text ?? '')];
  });
  return [units, ...rows];
}

test('a table has a column for every unit, in the order of go test, and a row for every name', () => {
  assert.deepEqual(
    table(
      'BenchmarkA/size=1-8 \t 1000\t 312.4 ns/op\t 53 B/op\t 2 allocs/op',
      'BenchmarkA/size=2-8 \t 10\t 12 ns/op\t 151.30 MB/s\t 7 hits/op\t 54 B/op\t 3 allocs/op',
    ),
    [
      ['ns/op', 'MB/s', 'hits/op', 'B/op', 'allocs/op'],
      ['size=1', '1', '1\u202f000', '312\u202fns', '', '', '53\u202fB', '2'],
      ['size=2', '1', '10', '12\u202fns', '151\u202fMB', '7', '54\u202fB', '3'],
    ],
  );
});

test('several runs of one name make one row of medians', () => {
  const runs = [9, 1, 5].map((ns) => `BenchmarkA-8 \t ${ns}00\t ${ns}000 ns/op`);
  assert.deepEqual(table(...runs), [['ns/op'], ['BenchmarkA', '3', '500', '5.00\u202fµs']]);
});

test('a row shows GOMAXPROCS if it differs between results, and has the name that runs the benchmark again', () => {
  const results = read('BenchmarkA/x \t 10\t 3 ns/op', 'BenchmarkA/x-4 \t 10\t 1 ns/op');
  const rows = resultRows(results, unitsOf(results));
  assert.deepEqual(rows.map(({ name, benchmark, key }) => [name, benchmark, key]), [
    ['x-1', 'BenchmarkA/x', 'BenchmarkA/x-1'],
    ['x-4', 'BenchmarkA/x', 'BenchmarkA/x-4'],
  ]);
});
