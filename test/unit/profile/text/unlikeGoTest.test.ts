import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlikeGoTest, withCpu } from '../../../../src/profile/text/unlikeGoTest';

test('only CPU time per operation is told apart from the time that go test prints', () => {
  assert.equal(withCpu('1130 ns/op', { type: 'cpu', unit: 'nanoseconds/op' }), 'CPU 1130 ns/op');
  assert.equal(withCpu('2.26\u202fms/op', { type: 'cpu', unit: 'nanoseconds/op' }), 'CPU 2.26\u202fms/op');
  assert.equal(withCpu('0', { type: 'cpu', unit: 'nanoseconds/op' }), '0');
  assert.equal(withCpu('1.13s', { type: 'cpu', unit: 'nanoseconds' }), '1.13s');
  assert.equal(withCpu('53 B/op', { type: 'alloc_space', unit: 'bytes/op' }), '53 B/op');
});

test('cpu time and objects per operation can differ from the figures of go test, but bytes and totals cannot', () => {
  assert.match(unlikeGoTest({ type: 'cpu', unit: 'nanoseconds/op' })!, /CPU time is that of all threads/);
  assert.match(unlikeGoTest({ type: 'alloc_objects', unit: 'count/op' })!, /blocks of 16 bytes/);
  for (const [type, unit] of [['alloc_space', 'bytes/op'], ['alloc_objects', 'count'], ['cpu', 'nanoseconds']] as const) {
    assert.equal(unlikeGoTest({ type, unit }), undefined);
  }
});
