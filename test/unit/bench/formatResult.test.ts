import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatResult } from '../../../src/bench/formatResult';
import { parseBenchmarks } from '../../shared/inOneStep';

const formatted = (...figures: string[]) =>
  formatResult(parseBenchmarks(figures.map((text) => `BenchmarkA-2 10 ${text}`).join('\n')).results);

test('prints one result as go test prints it', () => {
  assert.equal(formatted('312.4 ns/op\t 53 B/op\t 2 allocs/op'), '312.4 ns/op  53 B/op  2 allocs/op');
});

test('prints numbers of every size with as many digits as go test', () => {
  assert.equal(
    formatted('1743 ns/op 74.10 a 1.500 b 0.2666 c 0.0012345 d 0.00001 e 151.30 MB/s 999.96 f 0 g'),
    '1743 ns/op  74.10 a  1.500 b  0.2666 c  0.001234 d  0.0000100 e  151.30 MB/s  1000 f  0 g',
  );
});

test('prints the median of several runs, and the number of runs', () => {
  const runs = [9, 1, 5].map((ns) => `${ns} ns/op ${ns} B/op`);
  assert.equal(formatted(...runs), '5.000 ns/op  5 B/op  (median of 3)');
  assert.equal(formatted(...runs, '6 ns/op 6 B/op'), '5.500 ns/op  5.500 B/op  (median of 4)');
});

test('takes the median of a unit over the runs that report the unit', () => {
  assert.equal(formatted('2 ns/op', '4 ns/op 7 hits/op'), '3.000 ns/op  7.000 hits/op  (median of 2)');
});

const resultsOf = (text: string) => parseBenchmarks(`BenchmarkX-8 \t 100\t ${text}`).results;

test('prints both values and the change if a figure changed, and one value if it did not', () => {
  const before = resultsOf('1465 ns/op\t 53 B/op\t 2 allocs/op');
  assert.equal(
    formatChange(before, resultsOf('1615 ns/op\t 5 B/op\t 2 allocs/op')),
    '1465 → 1615 ns/op (10.2 % slower)  53 → 5 B/op (-90.6 %)  2 allocs/op',
  );
  assert.equal(formatChange(resultsOf('2000 ns/op'), resultsOf('2004 ns/op')), '2000 → 2004 ns/op (0.20 % slower)');
  assert.equal(formatChange(resultsOf('2000 ns/op'), resultsOf('144000 ns/op')), '2000 → 144000 ns/op (72× slower)');
  assert.equal(formatChange(resultsOf('0 B/op'), resultsOf('16 B/op')), '0 → 16 B/op');
  assert.equal(formatChange(before, resultsOf('1465 ns/op\t 7.50 x/op')), '1465 ns/op  7.500 x/op');
});

test('a change that the results show to be noise is called so, and one that too few results show is a percentage', () => {
  const times = (...values: number[]) => values.flatMap((value) => resultsOf(`${value} ns/op`));
  const before = times(100, 110, 120, 130, 140);
  assert.equal(formatChange(before, times(105, 115, 122, 135, 145)), '120.0 → 122.0 ns/op (within the noise)  (median of 5)');
  assert.equal(formatChange(before, times(205, 215, 222, 235, 245)), '120.0 → 222.0 ns/op (85.0 % slower)  (median of 5)');
  assert.equal(formatChange(times(100, 110, 120), times(105, 115, 125)), '110.0 → 115.0 ns/op (4.5 % slower)  (median of 3)');
});

test('results of programs that ran in turns have the interval of the verdict, and are noise if the verdict says so', () => {
  const times = (...values: number[]) => values.flatMap((value) => resultsOf(`${value} ns/op`));
  const before = times(100, 101, 102, 103, 104, 105);
  const change = (...now: number[]) => formatChange(before, times(...now), true);
  assert.equal(change(105, 107, 108, 110, 110, 110), '102.5 → 109.0 ns/op (4.7 to 6.8 % slower)  (median of 6)');
  assert.equal(change(105.5, 107, 108, 110, 110, 104.9), '102.5 → 107.5 ns/op (within the noise)  (median of 6)');
});

test('a change of almost everything is not written as everything', () => {
  const change = (before: string, now: string) => formatChange(resultsOf(before), resultsOf(now));
  assert.equal(change('100000 B/op', '300 B/op'), '100000 → 300 B/op (-99.7 %)');
  assert.equal(change('100000 B/op', '20 B/op'), '100000 → 20 B/op (more than 99.9 % less)');
  assert.equal(change('100000 B/op', '199960 B/op'), '100000 → 199960 B/op (2.0×)');
  assert.equal(change('60000 ns/op', '200 ns/op'), '60000 → 200.0 ns/op (300× faster)');
});

test('memory figures that are one apart may differ only in the decimals that go test cuts off', () => {
  const before = resultsOf('80.1 ns/op\t 639 B/op\t 9 allocs/op');
  assert.equal(
    formatChange(before, resultsOf('80.1 ns/op\t 640 B/op\t 10 allocs/op')),
    '80.10 ns/op  639 → 640 B/op and 9 → 10 allocs/op (may be no change: go test cuts off decimals)',
  );
  assert.equal(formatChange(resultsOf('0 allocs/op'), resultsOf('1 allocs/op')), '0 → 1 allocs/op', 'growth from zero');
  assert.equal(formatChange(resultsOf('0 B/op 0 allocs/op'), resultsOf('1 B/op 1 allocs/op')), '0 → 1 B/op (may be no change: go test cuts off decimals)  0 → 1 allocs/op');
  assert.match(formatChange(resultsOf('15 B/op 0 allocs/op'), resultsOf('16 B/op 1 allocs/op')), / and 0 → 1 allocs\/op \(may be no change: /);
  assert.equal(formatChange(before, resultsOf('80.1 ns/op\t 704 B/op\t 10 allocs/op')), '80.10 ns/op  639 → 704 B/op (+10.2 %)  9 → 10 allocs/op (+11.1 %)');
});
