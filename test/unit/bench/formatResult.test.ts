import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatResult } from '../../../src/bench/formatResult';
import { parseBenchmarks } from '../../shared/inOneStep';

const formatted = (...figures: string[]) =>
  formatResult(parseBenchmarks(figures.map((text) => `BenchmarkA-2 10 ${text}`).join('\n')).results);

test('prints one result as go test prints it', () => {
  assert.equal(formatted('312.4 ns/op\t 53 B/op\t 2 allocs/op'), '312\u202fns/op  53\u202fB/op  2\u202fallocs/op');
});

test('prints numbers of every size with as many digits as go test', () => {
  assert.equal(
    formatted('1743 ns/op 74.10 a 1.500 b 0.2666 c 0.0012345 d 0.00001 e 151.30 MB/s 999.96 f 0 g'),
    '1.74\u202fµs/op  74.1\u202fa  1.50\u202fb  0.267\u202fc  0.0012\u202fd  1e−5\u202fe  151\u202fMB/s  1\u202f000\u202ff  0\u202fg',
  );
});

test('prints the median of several runs, and the number of runs', () => {
  const runs = [9, 1, 5].map((ns) => `${ns} ns/op ${ns} B/op`);
  assert.equal(formatted(...runs), '5\u202fns/op  5\u202fB/op  (median of 3)');
  assert.equal(formatted(...runs, '6 ns/op 6 B/op'), '5.50\u202fns/op  5.50\u202fB/op  (median of 4)');
});

test('takes the median of a unit over the runs that report the unit', () => {
  assert.equal(formatted('2 ns/op', '4 ns/op 7 hits/op'), '3\u202fns/op  7\u202fhits/op  (median of 2)');
});

const resultsOf = (text: string) => parseBenchmarks(`BenchmarkX-8 \t 100\t ${text}`).results;

test('prints both values and the change if a figure changed, and one value if it did not', () => {
  const before = resultsOf('1465 ns/op\t 53 B/op\t 2 allocs/op');
  assert.equal(
    formatChange(before, resultsOf('1615 ns/op\t 5 B/op\t 2 allocs/op')),
    '1.47 → 1.61\u202fµs/op (10.2\u202f% slower)  53 → 5\u202fB/op (−90.6\u202f%)  2\u202fallocs/op',
  );
  assert.equal(formatChange(resultsOf('2000 ns/op'), resultsOf('2004 ns/op')), '2.00\u202fµs/op');
  assert.equal(formatChange(resultsOf('2000 ns/op'), resultsOf('144000 ns/op')), '2.00 → 144\u202fµs/op (72× slower)');
  assert.equal(formatChange(resultsOf('0 B/op'), resultsOf('16 B/op')), '0 → 16\u202fB/op');
  assert.equal(formatChange(before, resultsOf('1465 ns/op\t 7.50 x/op')), '1.47\u202fµs/op  7.50\u202fx/op');
});

test('a change that the results show to be noise is called so, and one that too few results show is a percentage', () => {
  const times = (...values: number[]) => values.flatMap((value) => resultsOf(`${value} ns/op`));
  const before = times(100, 110, 120, 130, 140);
  assert.equal(formatChange(before, times(105, 115, 122, 135, 145)), '120 → 122\u202fns/op (within the noise)  (median of 5)');
  assert.equal(formatChange(before, times(205, 215, 222, 235, 245)), '120 → 222\u202fns/op (85.0\u202f% slower)  (median of 5)');
  assert.equal(formatChange(times(100, 110, 120), times(105, 115, 125)), '110 → 115\u202fns/op (4.5\u202f% slower)  (median of 3)');
});

test('results of programs that ran in turns have the interval of the verdict, and are noise if the verdict says so', () => {
  const times = (...values: number[]) => values.flatMap((value) => resultsOf(`${value} ns/op`));
  const before = times(100, 101, 102, 103, 104, 105);
  const change = (...now: number[]) => formatChange(before, times(...now), true);
  assert.equal(change(105, 107, 108, 110, 110, 110), '103 → 109\u202fns/op (4.7 to 6.8\u202f% slower)  (median of 6)');
  assert.equal(change(105.5, 107, 108, 110, 110, 104.9), '103 → 108\u202fns/op (within the noise)  (median of 6)');
  assert.match(change(205, 215), / \(too few runs to tell\) /, 'as the verdict says');
});

test('a change of almost everything is not written as everything', () => {
  const change = (before: string, now: string) => formatChange(resultsOf(before), resultsOf(now));
  assert.equal(change('100000 B/op', '300 B/op'), '97.7 → 0.293\u202fKiB/op (−99.7\u202f%)');
  assert.equal(change('100000 B/op', '20 B/op'), '97.7\u202fKiB/op → 20\u202fB/op (more than 99.9\u202f% less)');
  assert.equal(change('100000 B/op', '199960 B/op'), '97.7 → 195\u202fKiB/op (2.0×)');
  assert.equal(change('60000 ns/op', '200 ns/op'), '60.0 → 0.200\u202fµs/op (300× faster)');
});

test('memory figures that are one apart may differ only in the decimals that go test cuts off', () => {
  const before = resultsOf('80.1 ns/op\t 639 B/op\t 9 allocs/op');
  assert.equal(
    formatChange(before, resultsOf('80.1 ns/op\t 640 B/op\t 10 allocs/op')),
    '80.1\u202fns/op  639 → 640\u202fB/op and 9 → 10\u202fallocs/op (may be no change, as go test cuts off decimals)',
  );
  assert.equal(formatChange(resultsOf('0 allocs/op'), resultsOf('1 allocs/op')), '0 → 1\u202fallocs/op', 'growth from zero');
  assert.equal(formatChange(resultsOf('0 B/op 0 allocs/op'), resultsOf('1 B/op 1 allocs/op')), '0 → 1\u202fB/op (may be no change, as go test cuts off decimals)  0 → 1\u202fallocs/op');
  assert.match(formatChange(resultsOf('15 B/op 0 allocs/op'), resultsOf('16 B/op 1 allocs/op')), / and 0 → 1\u202fallocs\/op \(may be no change, as /);
  assert.equal(formatChange(before, resultsOf('80.1 ns/op\t 704 B/op\t 10 allocs/op')), '80.1\u202fns/op  639 → 704\u202fB/op (+10.2\u202f%)  9 → 10\u202fallocs/op (+11.1\u202f%)');
});
