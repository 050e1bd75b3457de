import assert from 'node:assert/strict';
import test from 'node:test';
import { withField, withLabels, withoutChip } from '../../../../src/profile/text/refineOptions';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { chipsOf } from '../../../../src/profile/text/chipText';

const labels = [
  { key: 'user', texts: ['ann', 'bob'], ranges: [] },
  { key: 'bytes', texts: [], ranges: ['16B', '32B', '48B', '1kB:'], leftOut: true },
];
const refinement: Refinement = { labels, noinlines: true, focus: 'main', hide: '' };

test('removing a chip leaves the others', () => {
  const [focus, noinlines, user, bytes] = chipsOf(refinement);
  assert.deepEqual(withoutChip(refinement, focus!), { labels, noinlines: true, hide: '' });
  assert.deepEqual(withoutChip({ noinlines: true }, noinlines!), {});
  assert.deepEqual(withoutChip(refinement, user!).labels, [labels[1]]);
  assert.deepEqual(withoutChip({ labels: [labels[1]!] }, bytes!), {});
});

test('setting a field to an empty or default value removes it', () => {
  assert.deepEqual(withField({ focus: 'a', mean: true }, 'focus', ''), { mean: true });
  assert.deepEqual(withField({ mean: true }, 'mean', false), {});
  assert.deepEqual(withField({}, 'granularity', 'functions'), {});
  assert.deepEqual(withField({}, 'focus', 'functions'), { focus: 'functions' });
  assert.deepEqual(withField({ granularity: 'files' }, 'granularity', 'lines'), { granularity: 'lines' });
  assert.deepEqual(withLabels(refinement, [{ key: 'user', texts: [], ranges: [] }]).labels, undefined);
});
