import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopOf, operationsOf } from '../../../src/bench/operations';

test('each result of a b.N benchmark has one operation more than iterations', () => {
  assert.equal(operationsOf([1000, 1000], 'b.N'), 2002);
});

test('each result of a b.Loop benchmark has as many operations as iterations', () => {
  assert.equal(operationsOf([1000, 1000], 'b.Loop'), 2000);
});

test('a result with one iteration has one operation, whatever the loop', () => {
  for (const loop of ['b.N', 'b.Loop', undefined] as const) assert.equal(operationsOf([1, 1, 1], loop), 3);
});

test('the number of operations is undefined if the loop or the iterations are unknown', () => {
  assert.equal(operationsOf([1000], undefined), undefined);
  assert.equal(operationsOf(undefined, 'b.N'), undefined);
  assert.equal(operationsOf([], 'b.Loop'), undefined);
});

test('the source decides whether the loop is b.N or b.Loop; without it, a single profile with b.N does', () => {
  assert.equal(loopOf({ loop: 'b.Loop', profiles: [{ loop: 'b.N' }] }), 'b.Loop');
  assert.equal(loopOf({ profiles: [{ loop: 'b.Loop' }, { loop: 'b.N' }, {}] }), 'b.N');
  assert.equal(loopOf({ profiles: [{}, { loop: 'b.Loop' }] }), 'b.Loop');
  assert.equal(loopOf({ profiles: [{}] }), undefined);
});
