import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recent } from '../../../../src/profile/common/recent';

test('of more values than fit, those that were used longest ago are dropped', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  assert.equal(recent.find('a'), 1);
  assert.equal(recent.findOrMake('c', () => 3), 3);
  assert.deepEqual([recent.find('a'), recent.find('b'), recent.find('c')], [1, undefined, 3]);
});

test('a value that is there is not made again, and counts as used', () => {
  const recent = new Recent<number>(2);
  for (const key of ['a', 'b', 'a', 'c']) recent.findOrMake(key, () => key.charCodeAt(0));
  assert.deepEqual(recent.values, [97, 99]);
  assert.equal(recent.findOrMake('a', () => assert.fail()), 97);
  recent.clear();
  assert.equal(recent.find('a'), undefined);
});
