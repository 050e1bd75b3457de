import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOf } from '../../../src/bench/operations';

test('a benchmark that counts to b.N runs one operation more each time', () => {
  assert.equal(operationsOf([1000, 1000], 'b.N'), 2002);
});

test('one that asks b.Loop runs what it says', () => {
  assert.equal(operationsOf([1000, 1000], 'b.Loop'), 2000);
});

test('with one iteration there is no round but the first', () => {
  for (const loop of ['b.N', 'b.Loop', undefined] as const) assert.equal(operationsOf([1, 1, 1], loop), 3);
});

test('operations are not guessed', () => {
  assert.equal(operationsOf([1000], undefined), undefined);
  assert.equal(operationsOf(undefined, 'b.N'), undefined);
  assert.equal(operationsOf([], 'b.Loop'), undefined);
});
