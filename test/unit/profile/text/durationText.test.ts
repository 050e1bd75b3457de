import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, shortDurationText } from '../../../../src/profile/text/durationText';

const cpu = { durationNanos: 5e9, total: 3.62e9, unit: 'nanoseconds' };

test('the duration and the share of it are said as pprof says them', () => {
  assert.equal(durationText(cpu), 'Duration: 5s, Total samples = 3.62s (72.40%)');
  assert.equal(durationText({ ...cpu, total: 8e9 }), 'Duration: 5s, Total samples = 8s (160.00%)');
  assert.equal(durationText({ ...cpu, total: 2048, unit: 'bytes' }), 'Duration: 5s, Total samples = 2kB');
  assert.equal(shortDurationText(cpu), '72.40% of 5s');
  assert.equal(shortDurationText({ ...cpu, total: 2048, unit: 'bytes' }), 'in 5s');
});

test('a duration that is not known is not said, nor a share of an operation', () => {
  assert.deepEqual([durationText({ ...cpu, durationNanos: 0 }), shortDurationText({ ...cpu, durationNanos: 0 })], ['', '']);
  assert.equal(durationText({ ...cpu, total: 412, unit: 'nanoseconds/op' }), 'Duration: 5s');
});
