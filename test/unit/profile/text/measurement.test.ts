import assert from 'node:assert/strict';
import test from 'node:test';
import { foreignUnit, scale, scaledLabel } from '../../../../src/profile/text/measurement';

/** @param rows each a value, its unit, and the text that google/pprof prints */
function assertLabels(rows: readonly (readonly [number, string, string])[]): void {
  for (const [value, unit, text] of rows) assert.equal(scaledLabel(value, unit, 'auto'), text, `${value} ${unit}`);
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

test('counts and values in unknown units are printed without a unit, as in pprof', () => {
  assertLabels([
    [12, 'count', '12'],
    [7, 'samples', '7'],
    [3, 'furlongs', '3'],
  ]);
});

test('a unit that pprof does not know is that of the profile', () => {
  assert.deepEqual(['steps', ' mem holes'].map(foreignUnit), ['steps', 'mem holes']);
  assert.deepEqual(['count', 'samples', 'bytes', 'nanoseconds', 'ns/op', ''].map(foreignUnit), ['', '', '', '', '', '']);
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
  assert.equal(scaledLabel(2 ** 60, 'count', 'auto'), '1152921504606846976');
});

test('a value that cannot be converted to a unit is printed in the default unit of its own kind', () => {
  assert.deepEqual(scale(2048, 'bytes', 'ms'), { value: 2048, unit: 'B' });
  assert.deepEqual(scale(5e8, 'ns', 'MB'), { value: 0.5, unit: 's' });
  assert.deepEqual(scale(5, 'count', 'ms'), { value: 5, unit: 'ms' });
  assert.equal(scaledLabel(1500, 'ns', 'ms'), '0');
  assert.equal(scaledLabel(15000, 'ns', 'ms'), '0.01ms');
});

test('unit names match in the plural and in any case, but a name of two letters is never a plural', () => {
  for (const name of ['KB', 'kbytes', 'KiloBytes', 'kbs']) assert.equal(scaledLabel(1, name, 'auto'), '1kB', name);
  assert.equal(scaledLabel(1, 'ms', 'auto'), '1ms');
  // pprof knows μs, but reads its s as a plural.
  assert.equal(scaledLabel(1, 'μs', 'auto'), '1');
});
