import assert from 'node:assert/strict';
import test from 'node:test';
import { areConvertible, scaledLabel } from '../../../../src/profile/text/measurement';

test('a cost per operation has the unit and digits that go test prints', () => {
  const texts = (unit: string, values: readonly number[]) => values.map((value) => scaledLabel(value, unit, 'auto'));
  assert.deepEqual(texts('nanoseconds/op', [1465, 12.34, 0.256, 0.3, 0.004, 48210, -7]), [
    '1465 ns/op', '12.3 ns/op', '0.26 ns/op', '0.3 ns/op', '0', '48210 ns/op', '-7 ns/op',
  ]);
  assert.deepEqual(texts('allocs/op', [2, 0.25, 0]), ['2 allocs/op', '0.25 allocs/op', '0']);
  assert.deepEqual(texts('count/op', [2]), ['2/op']);
  assert.deepEqual(texts('bytes/op', [53, 2048, 0.5]), ['53 B/op', '2048 B/op', '0.5 B/op']);
  assert.deepEqual(texts('count/op', [2, 0.99]), ['2/op', '0.99/op']);
});

test('a large cost per operation has a larger unit', () => {
  assert.equal(scaledLabel(12_345_678, 'nanoseconds/op', 'auto'), '12.3 ms/op');
  assert.equal(scaledLabel(150 * 2 ** 20, 'bytes/op', 'auto'), '150 MB/op');
  assert.equal(scaledLabel(12_345_678, 'nanoseconds/op', 'us/op'), '12346 us/op');
  assert.ok(areConvertible('microseconds/op', 'nanoseconds/op') && !areConvertible('nanoseconds', 'nanoseconds/op'));
});
