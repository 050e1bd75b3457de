import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlikeGoTest, withCpu } from '../../../../src/profile/text/unlikeGoTest';
import { isGoroutineTime, leftOutText, wallText } from '../../../../src/profile/text/wallText';

const sampleTypes = ['samples/count', 'wall/nanoseconds', 'wall_all/nanoseconds'].map((text) => {
  const [type, unit] = text.split('/');
  return { type: type!, unit: unit! };
});
const spaces = (text: string | undefined) => text?.replace(/\u202f/g, ' ');

test('the texts of a wall profile say that shares are of goroutine time, and how much of it is left out', () => {
  const profile = { sampleTypes, totals: [300, 3e9, 12e9] };
  assert.match(spaces(wallText(profile, 1))!, /^Shares are of goroutine time, running or waiting, without 75(\.0)? % that is idle: of goroutines that only wait for work/);
  assert.match(wallText(profile, 2)!, /^Shares are of goroutine time, idle goroutines included: goroutines that only wait for work .* The sample type wall leaves them out/);
  assert.equal(wallText(profile, 0), undefined);
  assert.equal(spaces(leftOutText(profile, 1)), '9 s of idle goroutines left out');
  assert.deepEqual([0, 2].map((type) => leftOutText(profile, type)), [undefined, undefined]);
});

test('a wall profile without idle goroutines leaves nothing out', () => {
  const profile = { sampleTypes, totals: [300, 3e9, 3e9] };
  assert.match(wallText(profile, 1)!, /^Shares are of goroutine time, running or waiting\. /);
  assert.equal(leftOutText(profile, 1), undefined);
  assert.equal(wallText({ sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }], totals: [1] }, 0), undefined);
});

test('the wall profile of another language is not of goroutines', () => {
  const ofNode = [{ type: 'sample', unit: 'count' }, { type: 'wall', unit: 'nanoseconds' }];
  assert.equal(wallText({ sampleTypes: ofNode, totals: [1, 2] }, 1), undefined);
  assert.deepEqual([ofNode, sampleTypes].map((types) => isGoroutineTime(types, types[1]!)), [false, true]);
});

test('wall time per operation is named, and is said to be that of all goroutines', () => {
  const type = { type: 'wall', unit: 'nanoseconds/op' };
  assert.equal(withCpu('2.26 ms/op', type), 'wall 2.26 ms/op');
  assert.match(unlikeGoTest(type)!, /all goroutines together/);
  assert.equal(unlikeGoTest({ type: 'wall', unit: 'nanoseconds' }), undefined);
});
