import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopOf, operationsOf } from '../../../src/bench/operations';

test('a benchmark that loops to b.N runs one more operation per result', () => {
  assert.equal(operationsOf([1000, 1000], 'b.N'), 2002);
});

test('a benchmark that loops over b.Loop runs its iterations', () => {
  assert.equal(operationsOf([1000, 1000], 'b.Loop'), 2000);
});

test('with one iteration, the first round is the only one', () => {
  for (const loop of ['b.N', 'b.Loop', undefined] as const) assert.equal(operationsOf([1, 1, 1], loop), 3);
});

test('unknown operations are undefined', () => {
  assert.equal(operationsOf([1000], undefined), undefined);
  assert.equal(operationsOf(undefined, 'b.N'), undefined);
  assert.equal(operationsOf([], 'b.Loop'), undefined);
});

test('the loop is read from the source, else from a profile with later rounds, else from one with a first round', () => {
  assert.equal(loopOf({ loop: 'b.Loop', profiles: [{ loop: 'b.N' }] }), 'b.Loop');
  assert.equal(loopOf({ profiles: [{ loop: 'b.Loop' }, { loop: 'b.N' }, {}] }), 'b.N');
  assert.equal(loopOf({ profiles: [{}, { loop: 'b.Loop' }] }), 'b.Loop');
  assert.equal(loopOf({ profiles: [{}] }), undefined);
});
