import assert from 'node:assert/strict';
import test from 'node:test';
import {
  areConvertible, formatListValue, label, panelLabel, percentage, reportUnit, scale, scaledLabel,
} from '../../../../src/profile/text/measurement';

/** @param rows each a value, its unit, and the text that google/pprof prints */
function assertLabels(rows: readonly (readonly [number, string, string])[]): void {
  for (const [value, unit, text] of rows) assert.equal(label(value, unit), text, `${value} ${unit}`);
}

test('memory is printed in powers of 1024 with two decimals, but without .00', () => {
  assertLabels([
    [0, 'bytes', '0'],
    [1, 'bytes', '1B'],
    [1023, 'bytes', '1023B'],
    [1024, 'bytes', '1kB'],
    [1536, 'bytes', '1.50kB'],
    [2469606195, 'bytes', '2.30GB'],
    [2 ** 40, 'bytes', '1TB'],
    [2 ** 50 * 3, 'bytes', '3PB'],
    [5, 'kilobytes', '5kB'],
    [2048, 'MB', '2GB'],
  ]);
});

test('time is printed in the largest unit in which it is at least 1', () => {
  assertLabels([
    [1, 'nanoseconds', '1ns'],
    [999, 'ns', '999ns'],
    [1500, 'ns', '1.50us'],
    [10_000_000, 'nanoseconds', '10ms'],
    [16_930_000_000, 'nanoseconds', '16.93s'],
    [7_200_000, 'ms', '2hrs'],
    [90, 'minutes', '90'],
    [3, 'Seconds', '3s'],
    [2, 'hour', '2hrs'],
    [5, 'microsecond', '5us'],
  ]);
});

test('GCU are printed with their prefixes', () => {
  assertLabels([
    [1, 'nanogcu', '1n*GCU'],
    [2500, 'microgcu', '2.50m*GCU'],
    [3, 'gcus', '3GCU'],
    [4_000_000, 'GCU', '4M*GCU'],
  ]);
});

test('counts and values in unknown units are printed without a unit', () => {
  assertLabels([
    [12, 'count', '12'],
    [7, 'samples', '7'],
    [3, 'furlongs', '3'],
  ]);
});

test('a tie at the second decimal goes to the even digit, as in Go', () => {
  assertLabels([
    [1152, 'bytes', '1.12kB'],
    [1408, 'bytes', '1.38kB'],
    [1664, 'bytes', '1.62kB'],
    [1920, 'bytes', '1.88kB'],
    [-1152, 'bytes', '-1.12kB'],
  ]);
});

test('negative values have a sign and the unit of their absolute value', () => {
  assertLabels([[-1536, 'bytes', '-1.50kB'], [-1, 'count', '-1']]);
  assert.equal(scaledLabel(-1, 'ns', 's'), '0');
});

test('integers past 2^53 are printed with all digits', () => {
  assert.equal(label(2 ** 60, 'count'), '1152921504606846976');
});

test('a value that cannot be converted to a unit is printed in the default unit of its own kind', () => {
  assert.deepEqual(scale(2048, 'bytes', 'ms'), { value: 2048, unit: 'B' });
  assert.deepEqual(scale(5e8, 'ns', 'MB'), { value: 0.5, unit: 's' });
  assert.deepEqual(scale(5, 'count', 'ms'), { value: 5, unit: 'ms' });
  assert.equal(scaledLabel(1500, 'ns', 'ms'), '0');
  assert.equal(scaledLabel(15000, 'ns', 'ms'), '0.01ms');
});

test('unit names match in the plural and in any case, but a name of two letters is never a plural', () => {
  for (const name of ['KB', 'kbytes', 'KiloBytes', 'kbs']) assert.equal(label(1, name), '1kB', name);
  assert.equal(label(1, 'ms'), '1ms');
  // pprof knows μs, but reads its s as a plural.
  assert.equal(label(1, 'μs'), '1');
});

test('the columns of list have a dot for zero', () => {
  assert.equal(formatListValue(0, 'bytes'), '.');
  assert.equal(formatListValue(1536, 'bytes'), '1.50kB');
});

test('a percentage has two decimals from 1% up, two significant digits below 1%, and no decimals at 100%', () => {
  for (const [value, total, text] of [
    [1, 1, '100%'],
    [99.95, 100, '100%'],
    [99.94, 100, '99.94%'],
    [1005, 10, '10050.00%'],
    [123, 1000, '12.30%'],
    [1, 100, '1.00%'],
    [-1, 4, '25.00%'],
    [1, 300, '0.33%'],
    [1, 800, '0.12%'],
    [5, 800, '0.62%'],
    [1, 1600, '0.062%'],
    [1, 1000, '0.1%'],
    [999, 100000, '1%'],
    [1, 10_000_000, '1e-05%'],
    [12, 100_000_000, '1.2e-05%'],
    [0, 5, '0%'],
    [5, 0, '0%'],
  ] as const) {
    assert.equal(percentage(value, total), text, `${value} of ${total}`);
  }
});

test("a report's unit fits its smallest row, or 100 times its smallest row if the total is larger still", () => {
  const rows = (...values: number[]) => values.map((flat) => ({ flat, cum: 2 * flat }));
  assert.equal(reportUnit(rows(2e6, 5e6), 9e6, 'nanoseconds'), 'ms');
  assert.equal(reportUnit(rows(2e7, 5e9), 9e9, 'nanoseconds'), 's');
  assert.equal(reportUnit(rows(1e4, 5e9), 9e9, 'nanoseconds'), 'ms');
  assert.equal(reportUnit(rows(1e4), 1e6, 'nanoseconds'), 'us');
  assert.equal(reportUnit([{ flat: 0, cum: 3e3 }], 4e3, 'nanoseconds'), 'us');
  assert.equal(reportUnit(rows(-2048, 0), 4096, 'bytes'), 'kB');
});

test("a report's unit stays the same for counts, fits the total if all rows are 0, and is minimum without rows", () => {
  assert.equal(reportUnit([{ flat: 5, cum: 5 }], 5, 'count'), 'count');
  assert.equal(reportUnit([], 5, 'bytes'), 'minimum');
  assert.equal(reportUnit([{ flat: 0, cum: 0 }], 4096, 'bytes'), 'kB');
});

test('a cost per operation has the unit and digits that go test prints', () => {
  const texts = (unit: string, values: readonly number[]) => values.map((value) => label(value, unit));
  assert.deepEqual(texts('nanoseconds/op', [1465, 12.34, 0.256, 0.3, 0.004, 48210, -7]), [
    '1465 ns/op', '12.3 ns/op', '0.26 ns/op', '0.3 ns/op', '0', '48210 ns/op', '-7 ns/op',
  ]);
  assert.deepEqual(texts('allocs/op', [2, 0.25, 0]), ['2 allocs/op', '0.25 allocs/op', '0']);
  assert.deepEqual(texts('count/op', [2]), ['2/op']);
  assert.deepEqual(texts('bytes/op', [53, 2048, 0.5]), ['53 B/op', '2048 B/op', '0.5 B/op']);
  assert.deepEqual(texts('count/op', [2, 0.99]), ['2/op', '0.99/op']);
});

test('a large cost per operation has a larger unit', () => {
  assert.equal(label(12_345_678, 'nanoseconds/op'), '12.3 ms/op');
  assert.equal(label(150 * 2 ** 20, 'bytes/op'), '150 MB/op');
  assert.equal(scaledLabel(12_345_678, 'nanoseconds/op', 'us/op'), '12346 us/op');
  assert.ok(areConvertible('microseconds/op', 'nanoseconds/op') && !areConvertible('nanoseconds', 'nanoseconds/op'));
});

test('the panel shows all values in the unit that fits the total', () => {
  const MB = 2 ** 20;
  const memory = (value: number) => panelLabel(value, 'bytes', 48.5 * MB);
  assert.deepEqual(
    [48.5 * MB, 44.5 * MB, 512 * 1024, 1536, 16, 0, -2 * MB].map(memory),
    ['48.50MB', '44.50MB', '0.50MB', '0.0015MB', '1.5e-05MB', '0', '-2MB'],
  );
  assert.equal(panelLabel(60e6, 'nanoseconds', 890e6), '60ms');
  assert.equal(panelLabel(60e6, 'nanoseconds', 16.9e9), '0.06s');
  assert.equal(panelLabel(10e6, 'nanoseconds', 1e9), '0.01s');
  assert.equal(panelLabel(9e6, 'nanoseconds', 1e9), '0.009s');
  assert.equal(panelLabel(12345, 'count', 99999), '12345');
});

test('the panel shows hours as seconds, and if the total is 0, each value in a fitting unit', () => {
  assert.equal(panelLabel(5400e9, 'nanoseconds', 7200e9), '5400s');
  assert.equal(panelLabel(5e6, 'nanoseconds', 0), '5ms');
  assert.equal(panelLabel(0, 'nanoseconds', 0), '0');
  assert.equal(panelLabel(-5e6, 'nanoseconds', -890e6), '-5ms');
});

test('the panel shows values per operation in the unit that go test prints', () => {
  assert.equal(panelLabel(1465, 'nanoseconds/op', 3), label(1465, 'nanoseconds/op'));
});
