import assert from 'node:assert/strict';
import test from 'node:test';
import { isFew } from '../../../../src/profile/noise/interval';

test('fewer than five samples are few', () => {
  assert.deepEqual([4, 4.9, 5 - 1e-9, 5, Infinity].map(isFew), [true, true, false, false, false]);
});
