import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refine, refineAndReport } from '../../../../src/profile/refine/applyRefinement';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';
import { textOf } from '../../../shared/profileText';

const STACKS = `
  1 | leaf a.go:1 ^ inlined b.go:2 < work a.go:3 < main m.go:4
  2 | other b.go:5 < main m.go:4
  4 | 0x10[libc.so] < work a.go:3 < main m.go:4
  8 | work a.go:3 < work a.go:3 < main m.go:4
  16 |
`;

function refined(refinement: Refinement, stacks = STACKS): string[] {
  return textOf(refine(profileOf(stacks, { binary: '/bin/app' }), refinement));
}

test('focus keeps the samples with a frame whose function, file or binary matches', () => {
  assert.deepEqual(refined({ focus: '^other$' }), ['2 | other < main']);
  assert.deepEqual(refined({ focus: 'b\\.go' }), ['1 | leaf ^ inlined < work < main', '2 | other < main']);
  assert.deepEqual(refined({ focus: 'libc' }), ['4 | 0x10 < work < main']);
});

test('every filter by frames except prune_from drops samples without a stack', () => {
  for (const option of ['focus', 'show'] as const) assert.equal(refined({ [option]: '.' }).length, 4);
  for (const option of ['ignore', 'hide'] as const) assert.equal(refined({ [option]: 'nothing' }).length, 4);
  assert.equal(refined({ show_from: '.' }).length, 4);
  assert.equal(refined({ prune_from: '.' }).length, 5);
});

test('ignore drops samples with a matching frame, even if focus matches', () => {
  assert.deepEqual(refined({ ignore: 'work' }), ['2 | other < main']);
  assert.deepEqual(refined({ focus: 'main', ignore: 'inlined|other|libc' }), ['8 | work < work < main']);
});

test('hide removes matching frames, even one of several inlined frames, and samples that have no frames left', () => {
  assert.deepEqual(refined({ hide: '^(inlined|work)$' }), ['1 | leaf < main', '2 | other < main', '4 | 0x10 < main', '8 | main']);
  assert.deepEqual(refined({ hide: 'work|main' }), ['1 | leaf ^ inlined', '2 | other', '4 | 0x10']);
});

test('hide with the name of a binary removes all locations of that binary, with and without names', () => {
  assert.deepEqual(refined({ hide: 'libc' }).at(2), '4 | work < main');
  assert.deepEqual(refined({ hide: '/bin/app' }), ['4 | 0x10']);
});

test('show keeps only matching frames, and removes locations without names', () => {
  assert.deepEqual(refined({ show: 'leaf|work' }), ['1 | leaf < work', '4 | work', '8 | work < work']);
  assert.deepEqual(refined({ show: 'libc' }), []);
});

test('hide applies before show, and may hide the frames that focus matches', () => {
  assert.deepEqual(refined({ hide: 'work', show: 'work|main' }), ['1 | main', '2 | main', '4 | main', '8 | main']);
  assert.deepEqual(refined({ focus: 'leaf', hide: 'leaf' }), ['1 | inlined < work < main']);
});

test('show_from removes the callers of the outermost match, even inlined ones, and samples without a match', () => {
  assert.deepEqual(refined({ show_from: 'work' }), ['1 | leaf ^ inlined < work', '4 | 0x10 < work', '8 | work < work']);
  assert.deepEqual(refined({ show_from: 'leaf' }), ['1 | leaf']);
  assert.deepEqual(refined({ show_from: 'libc' }), ['4 | 0x10']);
});

test('prune_from removes the callees of the innermost match, and keeps samples without a match', () => {
  assert.deepEqual(refined({ prune_from: '^(inlined|work)$' }), [
    '1 | inlined < work < main', '2 | other < main', '4 | work < main', '8 | work < work < main', '16 | ',
  ]);
});

test('prune_from matches only function names, without parameters', () => {
  const stacks = '1 | f a.go:1 < .g(int) a.go:2 < main m.go:3';
  assert.deepEqual(refined({ prune_from: '^g$' }, stacks), ['1 | .g(int) < main']);
  assert.deepEqual(refined({ prune_from: 'int|a\\.go|app' }, stacks), ['1 | f < .g(int) < main']);
});

test('show_from applies after hide, and prune_from after show_from', () => {
  const stacks = '1 | a a.go:1 ^ b b.go:2 ^ a a.go:3 < b b.go:4 < main m.go:5';
  assert.deepEqual(refined({ hide: 'main|^b', show_from: 'b|a' }, stacks), ['1 | a ^ a']);
  assert.deepEqual(refined({ show_from: '^a$', prune_from: 'main' }, stacks), ['1 | a ^ b ^ a']);
});

test('patterns match names as pprof shows them', () => {
  const stacks = '1 | p.(*T).M.Map[...].func1 a.go:1 < main m.go:2';
  assert.deepEqual(refined({ focus: '\\*T' }, stacks).length, 0);
  assert.deepEqual(refined({ focus: '^p\\.\\.M' }, stacks).length, 1);
});

test('patterns are RE2 and not anchored', () => {
  assert.deepEqual(refined({ focus: '(?i)OTH' }), ['2 | other < main']);
  assert.deepEqual(refined({ focus: '\\Aother\\z' }), ['2 | other < main']);
  assert.deepEqual(refined({ focus: '\\Qa.go\\E' }).length, 3);
});

test('noinlines keeps the outermost frame of each location', () => {
  assert.deepEqual(refined({ noinlines: true }).at(0), '1 | inlined < work < main');
});

test('options that matched nothing are returned', () => {
  const nothing = { focus: 'x1', ignore: 'x2', hide: 'x3', show: 'x4', show_from: 'x5', prune_from: 'x6' };
  const { unmatched } = refineAndReport(profileOf(STACKS), nothing);
  assert.deepEqual(unmatched, ['focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from']);
  const matching = { focus: 'main', ignore: 'other', hide: 'leaf', show: '.', show_from: 'main', prune_from: 'work' };
  assert.deepEqual(refineAndReport(profileOf(STACKS), matching).unmatched, []);
});

test('an empty refinement returns the same profile, and unchanged columns are shared', () => {
  const profile = profileOf(STACKS);
  assert.equal(refine(profile, {}), profile);
  assert.equal(refine(profile, { focus: '', tagfocus: '', granularity: 'addresses' }), profile);
  const pruned = refine(profile, { prune_from: 'work' });
  assert.equal(pruned.values, profile.values);
  assert.equal(pruned.labels, profile.labels);
  const focused = refine(profileOf('1 | main a.go:1'), { focus: 'main' });
  assert.equal(focused.sampleCount, 1);
});
