import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intervalText, isInUseOverInterval } from '../../../../src/profile/text/intervalText';

const profile = (types: string, durationNanos: number) => {
  return { sampleTypes: types.split(' ').map((type) => ({ type })), durationNanos };
};

test('profiles that Go counts are differences if they have a duration', () => {
  assert.equal(intervalText(profile('alloc_space inuse_space', 5.02e9)), 'difference over 5\u202fs');
  assert.equal(intervalText(profile('contentions delay', 350e6)), 'difference over 350\u202fms');
  assert.equal(intervalText(profile('goroutine', 60e9)), 'difference over 60\u202fs');
  assert.equal(intervalText(profile('alloc_space inuse_space', 0)), undefined);
  assert.equal(intervalText(profile('samples cpu', 5e9)), undefined);
});

test('of a difference, memory in use is meaningless', () => {
  const heap = profile('alloc_space inuse_space', 5e9);
  assert.deepEqual(heap.sampleTypes.map((type) => isInUseOverInterval(heap, type)), [false, true]);
  assert.equal(isInUseOverInterval({ ...heap, durationNanos: 0 }, { type: 'inuse_space' }), false);
});
