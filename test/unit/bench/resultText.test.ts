import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByName, shortSummaryOf, summaryOf } from '../../../src/bench/resultText';
import { resultRows } from '../../../src/bench/resultTable';
import { parseBenchmarks } from '../../../src/bench/parseOutput';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

const ONE = read('BenchmarkA-8 \t 10\t 1465 ns/op\t 53 B/op');
const MANY = read('BenchmarkA/x-8 \t 10\t 3 ns/op', 'BenchmarkA/y-8 \t 10\t 4 ns/op', 'BenchmarkA/y-8 \t 10\t 6 ns/op');

test('two cases whose printed names are equal because of GOMAXPROCS stay apart', () => {
  const [printed] = read('BenchmarkA/size-2 \t 10\t 3 ns/op');
  const results = [printed!, { ...printed!, subName: 'size-2', procs: 1 }];
  const groups = groupByName(results);
  assert.deepEqual(groups.map(({ subName }) => subName), ['size', 'size-2']);
  assert.deepEqual(resultRows(results, ['ns/op']).map(({ name, benchmark }) => `${name} of ${benchmark}`), [
    'size-2 of BenchmarkA/size',
    'size-2-1 of BenchmarkA/size-2',
  ]);
});

test('a summary of several sub-benchmarks shows their number instead of a figure', () => {
  assert.deepEqual([summaryOf(ONE), shortSummaryOf(ONE)], ['1465 ns/op  53 B/op', '1465 ns/op']);
  assert.deepEqual([summaryOf(MANY), shortSummaryOf(MANY)], ['2 results', '2 results']);
  assert.deepEqual([summaryOf([]), shortSummaryOf([])], ['', '']);
});
