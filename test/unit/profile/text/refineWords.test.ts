import assert from 'node:assert/strict';
import test from 'node:test';
import { refineAndReport } from '../../../../src/profile/refine';
import {
  chipsOf,
  exactPattern,
  refinementText,
  withField,
  withLabels,
  withoutChip,
} from '../../../../src/profile/text/refineWords';
import { profileOf } from '../../../shared/profileFromText';
import type { Refinement } from '../../../../src/profile/answers/refinement';

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

test('exactPattern matches only the whole name, even if the name has special characters', () => {
  const names = [
    'main.main', 'a.(*T).F', 'a.(*T[go.shape.int]).F.func1', 'p.(*T).Run.Map[...].func1', 'a.F[...]',
    'std::vector<int>::push(int)', 'x+y?', 'github.com/a|b.F',
  ];
  const frames = (name: string) => profileOf(`1 | ${name} a.go:1\n2 | other.${name}x b.go:1`);
  for (const name of names) {
    const { profile, unmatched } = refineAndReport(frames(name), { focus: exactPattern(name) });
    assert.deepEqual([[...profile.values[0]!], unmatched], [[1], []], name);
  }
  assert.equal(exactPattern('main.main'), '^main\\.main$');
});
