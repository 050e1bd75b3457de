import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THIN_SPACE } from '../../../../../src/profile/text/screen/digits';
import {
  cellText, chosenUnitText, figureChange, figureRange, figureText, figureTexts, metricCells, metricChange, metricScale,
  metricText, metricTexts, metricTitle, type Reading,
} from '../../../../../src/profile/text/screen/figure';
import { plainSpaces } from '../../../../shared/plainSpaces';

const NS = 'nanoseconds';
const figures = (unit: string, values: readonly number[], reading?: Reading) =>
  values.map((value) => plainSpaces(figureText(value, unit, reading)));

test('a unit follows its number after a thin space at which no line breaks', () => {
  assert.equal(figureText(349e3, `${NS}/op`), `349${THIN_SPACE}µs/op`);
});

test('a time has three digits, in the unit in which it is at least 1', () => {
  assert.deepEqual(figures(NS, [0, 1, 412, 999.6, 1465, 12.34e6, 1.204e9, 2.4e9, 999e9]), [
    '0', '1 ns', '412 ns', '1.00 µs', '1.47 µs', '12.3 ms', '1.20 s', '2.40 s', '999 s',
  ]);
  assert.deepEqual(figures(NS, [7200e9, 360_000e9]), ['120 min', '100 h']);
  assert.deepEqual(figures(NS, [-340e6, -5e9]), ['−340 ms', '−5 s']);
  assert.deepEqual(figures('ms', [1500]), ['1.50 s'], 'other units of pprof are known');
  assert.deepEqual(figures('microseconds', [0.5]), ['500 ns']);
});

test('bytes have units of 1024', () => {
  assert.deepEqual(figures('bytes', [1, 1023, 1024, 1536, 50_855_936, 2_469_606_195, 3 * 2 ** 50]), [
    '1 B', '1 023 B', '1 KiB', '1.50 KiB', '48.5 MiB', '2.30 GiB', '3 PiB',
  ]);
  assert.deepEqual(figures('kB', [5]), ['5 KiB']);
});

test('counts have all digits below ten thousand, then a prefix', () => {
  assert.deepEqual(figures('count', [7, 1028, 9999, 12_345, 4_352_311, -5]), ['7', '1 028', '9 999', '12.3 k', '4.35 M', '−5']);
  assert.deepEqual(figures('steps', [12, 12_345]), ['12 steps', '12.3 k steps']);
  assert.deepEqual(figures('nanogcu', [5e9]), ['5 GCU']);
});

test('a unit from outside is cut off', () => {
  assert.ok(figureText(1, 'x'.repeat(1e6)).length < 40);
});

test('a sampled figure has only the digits that its samples carry', () => {
  const ms = 1e6;
  assert.deepEqual(figures(NS, [10 * ms, 70 * ms, 1410 * ms, 31_416 * ms], { weight: 10 * ms }), ['10 ms', '70 ms', '1.4 s', '31.4 s']);
  assert.deepEqual(figures(`${NS}/op`, [567, 251_333], { weight: 81 }), ['600 ns/op', '251 µs/op']);
  assert.deepEqual(figures('allocs/op', [1028], { weight: 0.8 }), ['1 000 allocs/op']);
  assert.deepEqual(figures('allocs/op', [1028, 1000], { weight: 0 }), ['1 028 allocs/op', '1 000 allocs/op'], 'exact');
});

test('costs per operation keep their unit, and those that are as good as none are 0', () => {
  assert.deepEqual(figures(`${NS}/op`, [1465, 12.34, 0.256, 0.004, 12_345_678, -7]), [
    '1.47 µs/op', '12.3 ns/op', '0.256 ns/op', '0', '12.3 ms/op', '−7 ns/op',
  ]);
  assert.deepEqual(figures('bytes/op', [53, 2048, 0.5, 0.0004]), ['53 B/op', '2 KiB/op', '0.500 B/op', '0']);
  assert.deepEqual(figures('allocs/op', [2, 0.25, 0, 43_523]), ['2 allocs/op', '0.250 allocs/op', '0', '43.5 k allocs/op']);
  assert.deepEqual(figures('count/op', [2, 0.99]), ['2/op', '0.990/op']);
});

test('shares of a total are percentages', () => {
  assert.deepEqual(figures('%', [12.345, 0, -0.5, 100]), ['12.3 %', '0', '−0.50 %', '100 %']);
});

test('figures that are read together have the unit of the largest, unless too small to be seen in it', () => {
  const together = figures(`${NS}/op`, [255_000, 51_020, 812, 0.4, -51_020], { largest: 255_000 });
  assert.deepEqual(together, ['255 µs/op', '51.0 µs/op', '0.812 µs/op', '0.400 ns/op', '−51.0 µs/op']);
  assert.deepEqual(figureTexts([92_600, 159_000], `${NS}/op`).map(plainSpaces), ['92.6 µs/op', '159 µs/op']);
  const ofMegabytes = figures('bytes', [44.5 * 2 ** 20, 512 * 1024, 1536, 16], { largest: 48.5 * 2 ** 20 });
  assert.deepEqual(ofMegabytes, ['44.5 MiB', '0.500 MiB', '1.50 KiB', '16 B']);
  assert.deepEqual(figures(NS, [300e3], { largest: 10 }), ['300 µs'], 'a value that is larger than the largest');
});

test('a cell without a cost has a dot', () => {
  assert.deepEqual([0, 0.001, 1536].map((value) => plainSpaces(cellText(value, 'bytes/op'))), ['.', '.', '1.50 KiB/op']);
});

test('a unit that the user chose is kept', () => {
  const format = { unit: NS, outputUnit: 'us', divideBy: 1 };
  assert.deepEqual([1_234_567, 50, 0].map((value) => plainSpaces(chosenUnitText(value, format))), ['1 230 µs', '0.0500 µs', '0']);
  assert.equal(plainSpaces(chosenUnitText(5 * 2 ** 20, { unit: 'bytes', outputUnit: 'MB', divideBy: 1 })), '5 MiB');
});

test('an interval names its unit once', () => {
  assert.equal(plainSpaces(figureRange(210e6, 430e6, NS)), '210–430 ms');
  assert.equal(plainSpaces(figureRange(0, 1.2e9, NS)), '0–1.2 s');
});

test('a figure of a benchmark is written alike, whether its unit is that of go test or of benchstat', () => {
  const metrics = (unit: string, ...values: number[]) => values.map((value) => plainSpaces(metricText(value, unit)));
  assert.deepEqual(metrics('ns/op', 312.4, 0.3124, 349_123, 4e9), ['312 ns/op', '0.312 ns/op', '349 µs/op', '4.00 s/op']);
  assert.deepEqual(metrics('sec/op', 349.123e-6), ['349 µs/op']);
  assert.deepEqual(metrics('B/op', 53, 4_352_311), ['53 B/op', '4.15 MiB/op']);
  assert.deepEqual(metrics('allocs/op', 0, 12, 1028, 43_523), ['0 allocs/op', '12 allocs/op', '1 028 allocs/op', '43.5 k allocs/op']);
  assert.deepEqual(metrics('MB/s', 117.69, 2345), ['118 MB/s', '2.35 GB/s']);
  assert.deepEqual(metrics('B/s', 117.69e6), ['118 MB/s']);
  assert.deepEqual(metrics('p99-ns', 349_123), ['349 p99-µs']);
  assert.deepEqual(metrics('reported ns/op', 1465), ['1.47 reported µs/op']);
  assert.deepEqual(metrics('req/s', 12_345, NaN, Infinity), ['12.3 k req/s', '? req/s', '∞ E req/s']);
  assert.deepEqual(metrics('ratio', 1.2e-7), ['1.2e−7 ratio']);
});

test('a change of a figure has one unit, and as many digits as tell the two apart', () => {
  const change = (before: number, now: number, unit: string) => plainSpaces(metricChange(before, now, unit));
  assert.equal(change(349_123, 138_456, 'ns/op'), '349 → 138 µs/op');
  assert.equal(change(53, 5, 'B/op'), '53 → 5 B/op');
  assert.equal(change(830_329, 830_927, 'ns/op'), '830 → 831 µs/op');
  assert.equal(change(12_345, 12_346, 'allocs/op'), '12.345 → 12.346 k allocs/op');
  assert.equal(change(0, 5, 'allocs/op'), '0 → 5 allocs/op');
  assert.equal(change(5, 0, 'allocs/op'), '5 → 0 allocs/op');
  assert.equal(change(1.2, 350_000, 'ns/op'), '1.20 ns/op → 350 µs/op');
  assert.equal(plainSpaces(figureChange(251e3, 101e3, `${NS}/op`, 1e3)), '250 → 100 µs/op', 'of few samples');
});

test('a table has the unit of a benchmark in its heading', () => {
  assert.deepEqual(metricCells([349_123, 138_456], 'ns/op').map(plainSpaces), ['349 µs', '138 µs']);
  assert.deepEqual(metricCells([4_352_311], 'B/op').map(plainSpaces), ['4.15 MiB']);
  assert.deepEqual(metricCells([12, 43_523], 'allocs/op').map(plainSpaces), ['12', '43.5 k']);
  assert.deepEqual(['ns/op', 'sec/op', 'B/op', 'p99-ns', 'MB/s'].map(metricTitle), ['time/op', 'time/op', 'B/op', 'p99-ns', 'B/s']);
  assert.deepEqual(metricTexts([1e3, 2e6], 'ns/op').map(plainSpaces), ['1.00 µs/op', '2.00 ms/op']);
});

test('a chart has one unit, with three digits of the smallest value', () => {
  assert.deepEqual(metricScale([349e-6, 1.38e-6], 'sec/op'), { factor: 1e-6, decimals: 2, unit: `${THIN_SPACE}µs` });
  assert.deepEqual(metricScale([4, 1747], 'allocs/op'), { factor: 1, decimals: 0, unit: '' }, 'whole numbers');
});
