import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { refine, refineAndReport } from '../../../../src/profile/refine';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';
import { textOf, withLabels } from '../../../shared/profileText';
import type { TestLabel } from '../../../shared/profileText';

/** One sample per list of labels, with the values 1, 2, 4 … and the functions f0, f1, f2 … */
function labeled(...labels: readonly (readonly TestLabel[])[]): Profile {
  return withLabels(profileOf(labels.map((_, i) => `${2 ** i} | f${i} a.go:1`).join('\n')), labels);
}

const kept = (profile: Profile, refinement: Refinement): number[] => [...refine(profile, refinement).values[0]!];

test('tagfocus keeps samples with a label whose key:value matches, tagignore drops them', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']], [['acme', 'x']], [], [['tenant', 5]]);
  assert.deepEqual(kept(profile, { tagfocus: 'acme' }), [1, 4]);
  assert.deepEqual(kept(profile, { tagfocus: '^tenant:z' }), [2]);
  assert.deepEqual(kept(profile, { tagignore: 'acme' }), [2, 8, 16]);
  assert.deepEqual(kept(profile, { tagfocus: 'tenant', tagignore: 'zoo' }), [1]);
});

test('all of several patterns must match a label; with a key, one of them must match a value', () => {
  const profile = labeled([['a', 'x'], ['b', 'y']], [['a', 'x']], [['b', 'x']], [['a', 'y']]);
  assert.deepEqual(kept(profile, { tagfocus: 'a:x,b:y' }), [1]);
  assert.deepEqual(kept(profile, { tagfocus: 'a=x' }), [1, 2]);
  assert.deepEqual(kept(profile, { tagfocus: 'a=x,y' }), [1, 2, 8]);
  assert.deepEqual(kept(profile, { tagfocus: 'a=^b' }), []);
});

test('a range keeps samples with a number in it, in any unit that converts', () => {
  const sizes = [1024, 2048, 4096].map((size): TestLabel[] => [['size', size, 'bytes']]);
  const profile = labeled(...sizes, [['size', '2kb']], []);
  assert.deepEqual(kept(profile, { tagfocus: '2kb' }), [2]);
  assert.deepEqual(kept(profile, { tagfocus: '2kb:' }), [2, 4]);
  assert.deepEqual(kept(profile, { tagfocus: ':2048b' }), [1, 2]);
  assert.deepEqual(kept(profile, { tagfocus: '1kb:2kilobytes' }), [1, 2]);
  assert.deepEqual(kept(profile, { tagfocus: '1kb:2' }), [1, 2]);
  assert.deepEqual(kept(profile, { tagignore: 'size=1025b:1mb' }), [1, 8, 16]);
  assert.deepEqual(kept(profile, { tagfocus: 'other=2kb' }), []);
  assert.deepEqual(kept(profile, { tagfocus: '2ms' }), []);
});

test('a number without a unit has the unit of its key elsewhere, else bytes for some keys, else its key', () => {
  const profile = labeled([['size', 1024]], [['size', 1024, 'bytes']], [['request', 1024]], [['age', 5]]);
  assert.deepEqual(kept(profile, { tagfocus: '1kb' }), [1, 2, 4]);
  assert.deepEqual(kept(profile, { tagfocus: '5age' }), [8]);
  assert.deepEqual(kept(profile, { tagfocus: '5' }), [8]);
  assert.deepEqual(kept(profile, { tagfocus: ':-5,' }), []);
});

test('a range may have signs and negative numbers', () => {
  const profile = labeled([['delta', -5]], [['delta', 5]]);
  assert.deepEqual(kept(profile, { tagfocus: '-5' }), [1]);
  assert.deepEqual(kept(profile, { tagfocus: '-9:+0' }), [1]);
  assert.deepEqual(kept(profile, { tagfocus: '+5' }), [2]);
});

test('a text that is not a range is a pattern', () => {
  const profile = labeled([['v', '1:2:3']], [['v', 'x5']]);
  assert.deepEqual(kept(profile, { tagfocus: '1:2:3' }), [1]);
  assert.deepEqual(kept(profile, { tagfocus: 'x5' }), [2]);
});

test('empty labels are ignored', () => {
  assert.deepEqual(kept(labeled([['size', 0]], [['size', 0, 'bytes']]), { tagfocus: ':9' }), []);
  assert.deepEqual(kept(labeled([['size', 0]], [['size', 0, 'bytes']]), { tagfocus: ':9b' }), [2]);
});

test('tagshow keeps labels by their keys, taghide drops them', () => {
  const profile = labeled([['tenant', 'acme'], ['size', 5]], [['size', 6]]);
  assert.deepEqual(textOf(refine(profile, { tagshow: '^ten' })), ['1 | f0 {tenant=acme}', '2 | f1']);
  assert.deepEqual(textOf(refine(profile, { taghide: '^ten' })), ['1 | f0 {size=5}', '2 | f1 {size=6}']);
  assert.deepEqual(textOf(refine(profile, { tagshow: 'e', taghide: 'ten', tagfocus: 'acme' })), ['1 | f0 {size=5}']);
});

test('tagroot and tagleaf add frames for labels, the first key outermost', () => {
  const profile = labeled([['tenant', 'acme'], ['size', 2048, 'bytes']], [['tenant', 'a'], ['tenant', 'b']]);
  assert.deepEqual(textOf(refine({ ...profile, labels: profile.labels }, { tagroot: 'tenant,size', tagshow: 'none' })), [
    '1 | f0 < 2kB < acme', '2 | f1 < _ < a,b',
  ]);
  assert.deepEqual(textOf(refine(profile, { tagleaf: 'tenant,,size', unit: 'b', taghide: '.' })), [
    '1 | 2048B < acme < f0', '2 | _ < a,b < f1',
  ]);
});

test('a number without a unit is written unscaled in a frame', () => {
  assert.deepEqual(textOf(refine(labeled([['size', 2048]]), { tagroot: 'size', taghide: '.' })), ['1 | f0 < 2048']);
});

test('filters match the frames of labels, whose file is the key', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']]);
  assert.deepEqual(kept(profile, { tagroot: 'tenant', focus: '^zoo$' }), [2]);
  assert.deepEqual(textOf(refine(profile, { tagroot: 'tenant', show: '^tenant$', taghide: '.' })), ['1 | acme', '2 | zoo']);
});

test('label options that matched nothing are returned', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']]);
  const nothing = { tagfocus: 'x', tagshow: 'x', taghide: 'x', tagroot: 'x', tagleaf: 'x' };
  assert.deepEqual(refineAndReport(profile, nothing).unmatched, ['tagroot', 'tagleaf', 'tagfocus', 'tagshow', 'taghide']);
  // Dropped samples do not count.
  assert.deepEqual(refineAndReport(profile, { ignore: 'f0', tagignore: 'acme' }).unmatched, ['tagignore']);
  assert.deepEqual(refineAndReport(profile, { tagignore: 'acme', tagroot: 'tenant,x', tagshow: 't' }).unmatched, []);
});

const choice = (key: string, ...texts: string[]) => ({ key, texts, ranges: [] });

test('a sample needs one of the chosen values of every key', () => {
  const profile = labeled([['a', 'x'], ['b', 'y']], [['a', 'x']], [['a', 'xx'], ['b', 'y']], [['a', 'z'], ['b', 'y']], []);
  assert.deepEqual(kept(profile, { labels: [choice('a', 'x', 'z')] }), [1, 2, 8]);
  assert.deepEqual(kept(profile, { labels: [choice('a', 'x', 'z'), choice('b', 'y')] }), [1, 8]);
  assert.deepEqual(kept(profile, { labels: [choice('a', 'x'), { ...choice('b', 'y'), leftOut: true }] }), [2]);
  assert.deepEqual(kept(profile, { labels: [choice('a')], tagfocus: 'b=y' }), [1, 4, 8]);
});

test('a choice may combine ranges of numbers and texts of one key', () => {
  const sizes = [1024, 2048, 4096].map((size): TestLabel[] => [['size', size, 'bytes']]);
  const profile = labeled(...sizes, [['size', 'none']], [['age', 1024, 'bytes']]);
  assert.deepEqual(kept(profile, { labels: [{ key: 'size', texts: ['none'], ranges: ['1kb', '3kb:'] }] }), [1, 4, 8]);
});

test('choices that matched nothing are returned; an invalid range is refused', () => {
  const profile = labeled([['a', 'x']]);
  assert.deepEqual(refineAndReport(profile, { labels: [choice('a', 'y')] }).unmatched, ['labels']);
  assert.deepEqual(refineAndReport(profile, { labels: [choice('a', 'x')] }).unmatched, []);
  assert.throws(() => refine(profile, { labels: [{ key: 'a', texts: [], ranges: ['many'] }] }), {
    field: 'labels',
    message: 'labels: "many" is not a range of numbers; valid: 1kb:64kb',
  });
});
