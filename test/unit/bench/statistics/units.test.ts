import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonScale, isBinaryUnit, scaledText, tidyUnit } from '../../../../src/bench/statistics/units';

const scaled = (values: readonly number[], isBinary = false): string[] => {
  const scale = commonScale(values, isBinary);
  return values.map((value) => scaledText(value, scale));
};

test('ns and MB become sec and B in the numerator only', () => {
  assert.deepEqual(tidyUnit('ns/op'), { unit: 'sec/op', factor: 1e-9 });
  assert.deepEqual(tidyUnit('MB/s'), { unit: 'B/s', factor: 1e6 });
  assert.deepEqual(tidyUnit('p99-ns/MB'), { unit: 'p99-sec/MB', factor: 1e-9 });
  assert.deepEqual(tidyUnit('op/ns*MB'), { unit: 'op/ns*B', factor: 1e6 });
  assert.deepEqual(tidyUnit('pings/op'), { unit: 'pings/op', factor: 1 });
});

test('a unit with bytes in the numerator has binary prefixes', () => {
  assert.deepEqual(['B/op', 'heap-bytes', 'MB/s', 'op/B', 'Boxes'].map(isBinaryUnit), [true, true, true, false, false]);
});

test('the nonzero value nearest to 0 has four significant digits', () => {
  assert.deepEqual(scaled([1234, 12345678]), ['1.234k', '12345.678k']);
  assert.deepEqual(scaled([0.0000001234]), ['123.4n']);
  assert.deepEqual(scaled([0, 99.995]), ['0.0', '100.0']);
  assert.deepEqual(scaled([0]), ['0.000']);
  assert.deepEqual(scaled([1e-12]), ['0.001000n']);
  assert.deepEqual(scaled([1023, 1024 * 1024], true), ['1023.0', '1048576.0']);
  assert.deepEqual(scaled([0.5], true), ['0.5000']);
});
