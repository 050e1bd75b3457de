import assert from 'node:assert/strict';
import test from 'node:test';
import { Float64Column, Growth, pushFloat64, pushUint32, Uint32Column } from '../../../src/profile/columns';

test('columns of one profile share a limit, and passing it is a sentence', () => {
  const growth = new Growth(64 * 1024);
  const [few, many] = [new Uint32Column(growth), new Float64Column(growth)];
  for (let i = 0; i < 5000; i++) pushUint32(few, i);
  const fill = () => {
    for (let i = 0; i < 20_000; i++) pushFloat64(many, i);
  };
  assert.throws(fill, { name: 'ProfileError', stage: 'decode', message: /more than 64kB of memory/ });
});

test('what a column holds survives its growing', () => {
  const column = new Float64Column(new Growth());
  for (let i = 0; i < 10_000; i++) pushFloat64(column, i / 2);
  assert.equal(column.length, 10_000);
  assert.ok(column.array.subarray(0, 10_000).every((value, i) => value === i / 2));
});
