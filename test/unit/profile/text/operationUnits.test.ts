import assert from 'node:assert/strict';
import test from 'node:test';
import { panelLabel } from '../../../../src/profile/text/commonUnit';
import { areConvertible, label, scaledLabel } from '../../../../src/profile/text/measurement';

test('costs per operation that are read together have the unit of the largest', () => {
  const texts = [255_000, 51_020, 812, 0.4, 0.001, -51_020].map((value) => label(value, 'nanoseconds/op', 255_000));
  assert.deepEqual(texts, ['255 us/op', '51 us/op', '0.812 us/op', '0.0004 us/op', '0', '-51 us/op']);
  assert.equal(label(300_000, 'nanoseconds/op', 10), '300 us/op', 'a value that is larger than the largest');
  assert.equal(label(53, 'bytes/op', 200 * 1024), '0.0518 kB/op');
  assert.equal(label(2, 'allocs/op', 300_000), '2 allocs/op');
  assert.equal(label(1e6, 'nanoseconds', 1e9), '1ms', 'other values are as pprof prints them');
  assert.deepEqual([255_000, 812].map((value) => panelLabel(value, 'nanoseconds/op', 255_000)), ['255 us/op', '0.812 us/op']);
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
