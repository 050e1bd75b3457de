import assert from 'node:assert/strict';
import test from 'node:test';
import { guarded } from '../../../../src/profile/common/guard';
import { Float64Column, Growth, pushFloat64, reserveFloat64 } from '../../../../src/profile/common/columns';
import { roomFor } from '../../../shared/roomFor';

test('a column claims the memory that it needs, and allocates its expected length only if there is room', () => {
  const growth = new Growth();
  growth.expect(1_000_000, 50_000);
  const fill = (maxBytes: number) => {
    const claimed: number[] = [];
    const column = new Float64Column(growth);
    guarded(roomFor(maxBytes, claimed), () => {
      for (let i = 0; i < 2000; i++) pushFloat64(column, i);
    });
    return { capacity: column.array.length, claimed };
  };
  assert.ok(fill(1e9).capacity > 20_000);
  const limited = fill(100_000);
  assert.ok(limited.capacity < 4000);
  assert.ok(limited.claimed.every((bytes) => bytes >= 8 * 1024));
  assert.throws(() => fill(10_000), { name: 'MemoryError', message: 'This profile needs more than 9.8 kB of memory.' });
});

test('the growth of a column is not predicted from only the first bytes of a file', () => {
  const column = new Float64Column(new Growth());
  column.growth.expect(1_000_000, 10_000);
  for (let i = 0; i < 2000; i++) pushFloat64(column, i);
  assert.ok(column.array.length < 10_000);
});

test('a failed allocation throws MemoryError', () => {
  const column = new Float64Column(new Growth());
  assert.throws(() => reserveFloat64(column, 2 ** 40), { name: 'MemoryError', message: /than the machine has available/ });
});

test('a column keeps its values as it grows', () => {
  const column = new Float64Column(new Growth());
  for (let i = 0; i < 10_000; i++) pushFloat64(column, i / 2);
  assert.equal(column.length, 10_000);
  assert.ok(column.array.subarray(0, 10_000).every((value, i) => value === i / 2));
});
