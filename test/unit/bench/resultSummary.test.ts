import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortSummaryOf, summaryOf } from '../../../src/bench/formatResult';
import { parseBenchmarks } from '../../shared/inOneStep';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

const ONE = read('BenchmarkA-8 \t 10\t 1.47\u202fµs/op\t 53 B/op');
const MANY = read('BenchmarkA/x-8 \t 10\t 3 ns/op', 'BenchmarkA/y-8 \t 10\t 4 ns/op', 'BenchmarkA/y-8 \t 10\t 6 ns/op');

test('a summary of several sub-benchmarks shows their number instead of a figure', () => {
  assert.deepEqual([summaryOf(ONE), shortSummaryOf(ONE)], ['1.47\u202fµs/op  53\u202fB/op', '1.47\u202fµs/op']);
  assert.deepEqual([summaryOf(MANY), shortSummaryOf(MANY)], ['2 results', '2 results']);
  assert.deepEqual([summaryOf([]), shortSummaryOf([])], ['', '']);
});
