import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatResult, parseBenchmarks } from '../../../src/bench/parse';

const formatted = (...figures: string[]) =>
  formatResult(parseBenchmarks(figures.map((each) => `BenchmarkA-2 10 ${each}`).join('\n')).results);

test('prints one result as go test does', () => {
  assert.equal(formatted('312.4 ns/op\t 53 B/op\t 2 allocs/op'), '312.4 ns/op  53 B/op  2 allocs/op');
});

test('prints each size of number with the digits that go test gives it', () => {
  assert.equal(
    formatted('1743 ns/op 74.10 a 1.500 b 0.2666 c 0.0012345 d 0.00001 e 151.30 MB/s 999.96 f 0 g'),
    '1743 ns/op  74.10 a  1.500 b  0.2666 c  0.001234 d  0.0000100 e  151.30 MB/s  1000 f  0 g',
  );
});

test('gives the median of several runs and says how many', () => {
  const runs = [9, 1, 5].map((ns) => `${ns} ns/op ${ns} B/op`);
  assert.equal(formatted(...runs), '5.000 ns/op  5 B/op  (median of 3)');
  assert.equal(formatted(...runs, '6 ns/op 6 B/op'), '5.500 ns/op  5.500 B/op  (median of 4)');
});

test('takes the median of a unit over the runs that have it', () => {
  assert.equal(formatted('2 ns/op', '4 ns/op 7 hits/op'), '3.000 ns/op  7.000 hits/op  (median of 2)');
});
