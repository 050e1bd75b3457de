import assert from 'node:assert/strict';
import test from 'node:test';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { chipsOf, refinementText } from '../../../../src/profile/text/chipText';

const labels = [
  { key: 'user', texts: ['ann', 'bob'], ranges: [] },
  { key: 'bytes', texts: [], ranges: ['16B', '32B', '48B', '1kB:'], leftOut: true },
];
const refinement: Refinement = { labels, noinlines: true, focus: 'main', hide: '' };

test('a refinement has a chip for each option, in the order of the form, and then one for each label key', () => {
  assert.deepEqual(chipsOf(refinement), [
    { field: 'focus', value: 'main' },
    { field: 'noinlines', value: '' },
    { field: 'labels', key: 'user', value: 'user: ann, bob' },
    { field: 'labels', key: 'bytes', value: 'bytes: not 16B, 32B and 2 more' },
  ]);
  assert.equal(refinementText(refinement), 'focus: main, noinlines, user: ann, bob, bytes: not 16B, 32B and 2 more');
  assert.equal(refinementText({}), '');
});
