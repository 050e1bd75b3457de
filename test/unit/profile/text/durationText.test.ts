import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, shortDurationText } from '../../../../src/profile/text/durationText';

const cpu = { durationNanos: 5e9, total: 3.62e9, unit: 'nanoseconds' };

test('the duration and the share of it are said as pprof says them', () => {
  assert.equal(durationText(cpu), 'Duration: 5\u202fs, Total samples = 3.62\u202fs (72.4\u202f%)');
  assert.equal(durationText({ ...cpu, total: 8e9 }), 'Duration: 5\u202fs, Total samples = 8\u202fs (160\u202f%)');
  assert.equal(durationText({ ...cpu, total: 2048, unit: 'bytes' }), 'Duration: 5\u202fs, Total samples = 2\u202fKiB');
  assert.equal(shortDurationText(cpu), '72.4\u202f% of 5\u202fs');
  assert.equal(shortDurationText({ ...cpu, total: 2048, unit: 'bytes' }), 'in 5\u202fs');
});

test('a wall profile has a number of goroutines, since a share of goroutine time reads as one of processors', () => {
  const wall = { durationNanos: 10.6e9, total: 127e9, unit: 'nanoseconds' };
  assert.equal(shortDurationText(wall, true), '12 goroutines on average in 10.6\u202fs');
  assert.equal(shortDurationText({ ...wall, total: 45.9e9 }, true), '4.33 goroutines on average in 10.6\u202fs');
  assert.equal(shortDurationText({ ...wall, total: 10.6e9 }, true), '1 goroutine on average in 10.6\u202fs');
});

test('a duration that is not known is not said, nor a share of an operation', () => {
  assert.deepEqual([durationText({ ...cpu, durationNanos: 0 }), shortDurationText({ ...cpu, durationNanos: 0 })], ['', '']);
  assert.equal(durationText({ ...cpu, total: 412, unit: 'nanoseconds/op' }), 'Duration: 5\u202fs');
});
