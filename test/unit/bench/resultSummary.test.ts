import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortSummaryOf, summaryOf } from '../../../src/bench/formatResult';
import { parseBenchmarks } from '../../shared/inOneStep';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

const ONE = read('BenchmarkA-8 \t 10\t 1465 ns/op\t 53 B/op');
const MANY = read('BenchmarkA/x-8 \t 10\t 3 ns/op', 'BenchmarkA/y-8 \t 10\t 4 ns/op', 'BenchmarkA/y-8 \t 10\t 6 ns/op');

test('a summary of several sub-benchmarks shows their number instead of a figure', () => {
  assert.deepEqual([summaryOf(ONE), shortSummaryOf(ONE)], ['1465 ns/op  53 B/op', '1465 ns/op']);
  assert.deepEqual([summaryOf(MANY), shortSummaryOf(MANY)], ['2 results', '2 results']);
  assert.deepEqual([summaryOf([]), shortSummaryOf([])], ['', '']);
});
