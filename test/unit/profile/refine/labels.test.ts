import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { refine, refineAndReport } from '../../../../src/profile/refine/applyRefinement';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';
import { textOf, withLabels } from '../../../shared/profileText';
import type { TestLabel } from '../../../shared/profileText';

/** A profile with a sample for each list of labels: functions f0, f1, f2, … with the values 1, 2, 4, … */
function labeled(...labels: readonly (readonly TestLabel[])[]): Profile {
  return withLabels(profileOf(labels.map((_, i) => `${2 ** i} | f${i} a.go:1`).join('\n')), labels);
}

const valuesOf = (profile: Profile, refinement: Refinement): number[] => [...refine(profile, refinement).values[0]!];

test('tagfocus keeps samples with a label whose key:value matches, and tagignore drops them', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']], [['acme', 'x']], [], [['tenant', 5]]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'acme' }), [1, 4]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '^tenant:z' }), [2]);
  assert.deepEqual(valuesOf(profile, { tagignore: 'acme' }), [2, 8, 16]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'tenant', tagignore: 'zoo' }), [1]);
});

test('each of several patterns must match a label, but after a key it is enough if one matches a value', () => {
  const profile = labeled([['a', 'x'], ['b', 'y']], [['a', 'x']], [['b', 'x']], [['a', 'y']]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'a:x,b:y' }), [1]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'a=x' }), [1, 2]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'a=x,y' }), [1, 2, 8]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'a=^b' }), []);
});

test('a range keeps samples with a number in the range, in any convertible unit', () => {
  const sizes = [1024, 2048, 4096].map((size): TestLabel[] => [['size', size, 'bytes']]);
  const profile = labeled(...sizes, [['size', '2kb']], []);
  assert.deepEqual(valuesOf(profile, { tagfocus: '2kb' }), [2]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '2kb:' }), [2, 4]);
  assert.deepEqual(valuesOf(profile, { tagfocus: ':2048b' }), [1, 2]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '1kb:2kilobytes' }), [1, 2]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '1kb:2' }), [1, 2]);
  assert.deepEqual(valuesOf(profile, { tagignore: 'size=1025b:1mb' }), [1, 8, 16]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'other=2kb' }), []);
  assert.deepEqual(valuesOf(profile, { tagfocus: '2ms' }), []);
});

test('a number without a unit has the unit of other numbers with its key, else bytes for some keys, else its key', () => {
  const profile = labeled([['size', 1024]], [['size', 1024, 'bytes']], [['request', 1024]], [['age', 5]]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '1kb' }), [1, 2, 4]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '5age' }), [8]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '5' }), [8]);
  assert.deepEqual(valuesOf(profile, { tagfocus: ':-5,' }), []);
});

test('a range may have signs and negative numbers', () => {
  const profile = labeled([['delta', -5]], [['delta', 5]]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '-5' }), [1]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '-9:+0' }), [1]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '+5' }), [2]);
});

test('a text that is not a range is a pattern', () => {
  const profile = labeled([['v', '1:2:3']], [['v', 'x5']]);
  assert.deepEqual(valuesOf(profile, { tagfocus: '1:2:3' }), [1]);
  assert.deepEqual(valuesOf(profile, { tagfocus: 'x5' }), [2]);
});

test('empty labels are ignored', () => {
  assert.deepEqual(valuesOf(labeled([['size', 0]], [['size', 0, 'bytes']]), { tagfocus: ':9' }), []);
  assert.deepEqual(valuesOf(labeled([['size', 0]], [['size', 0, 'bytes']]), { tagfocus: ':9b' }), [2]);
});

test('tagshow keeps labels with matching keys, and taghide drops them', () => {
  const profile = labeled([['tenant', 'acme'], ['size', 5]], [['size', 6]]);
  assert.deepEqual(textOf(refine(profile, { tagshow: '^ten' })), ['1 | f0 {tenant=acme}', '2 | f1']);
  assert.deepEqual(textOf(refine(profile, { taghide: '^ten' })), ['1 | f0 {size=5}', '2 | f1 {size=6}']);
  assert.deepEqual(textOf(refine(profile, { tagshow: 'e', taghide: 'ten', tagfocus: 'acme' })), ['1 | f0 {size=5}']);
});

test('tagroot and tagleaf add frames for labels, with the first key outermost', () => {
  const profile = labeled([['tenant', 'acme'], ['size', 2048, 'bytes']], [['tenant', 'a'], ['tenant', 'b']]);
  assert.deepEqual(textOf(refine({ ...profile, labels: profile.labels }, { tagroot: 'tenant,size', tagshow: 'none' })), [
    '1 | f0 < 2kB < acme', '2 | f1 < _ < a,b',
  ]);
  assert.deepEqual(textOf(refine(profile, { tagleaf: 'tenant,,size', unit: 'b', taghide: '.' })), [
    '1 | 2048B < acme < f0', '2 | _ < a,b < f1',
  ]);
});

test('the frame of a number without a unit has the unscaled number', () => {
  assert.deepEqual(textOf(refine(labeled([['size', 2048]]), { tagroot: 'size', taghide: '.' })), ['1 | f0 < 2048']);
});

test('filters match the frames of labels, which have the key as their file', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']]);
  assert.deepEqual(valuesOf(profile, { tagroot: 'tenant', focus: '^zoo$' }), [2]);
  assert.deepEqual(textOf(refine(profile, { tagroot: 'tenant', show: '^tenant$', taghide: '.' })), ['1 | acme', '2 | zoo']);
});

test('label options that matched nothing are returned', () => {
  const profile = labeled([['tenant', 'acme']], [['tenant', 'zoo']]);
  const nothing = { tagfocus: 'x', tagshow: 'x', taghide: 'x', tagroot: 'x', tagleaf: 'x' };
  assert.deepEqual(refineAndReport(profile, nothing).unmatched, ['tagroot', 'tagleaf', 'tagfocus', 'tagshow', 'taghide']);
  // The only sample that tagignore would match is dropped first.
  assert.deepEqual(refineAndReport(profile, { ignore: 'f0', tagignore: 'acme' }).unmatched, ['tagignore']);
  assert.deepEqual(refineAndReport(profile, { tagignore: 'acme', tagroot: 'tenant,x', tagshow: 't' }).unmatched, []);
});

const choice = (key: string, ...texts: string[]) => ({ key, texts, ranges: [] });

test('a sample needs one of the chosen values of every key', () => {
  const profile = labeled([['a', 'x'], ['b', 'y']], [['a', 'x']], [['a', 'xx'], ['b', 'y']], [['a', 'z'], ['b', 'y']], []);
  assert.deepEqual(valuesOf(profile, { labels: [choice('a', 'x', 'z')] }), [1, 2, 8]);
  assert.deepEqual(valuesOf(profile, { labels: [choice('a', 'x', 'z'), choice('b', 'y')] }), [1, 8]);
  assert.deepEqual(valuesOf(profile, { labels: [choice('a', 'x'), { ...choice('b', 'y'), leftOut: true }] }), [2]);
  assert.deepEqual(valuesOf(profile, { labels: [choice('a')], tagfocus: 'b=y' }), [1, 4, 8]);
});

test('a choice may combine ranges of numbers and texts of one key', () => {
  const sizes = [1024, 2048, 4096].map((size): TestLabel[] => [['size', size, 'bytes']]);
  const profile = labeled(...sizes, [['size', 'none']], [['age', 1024, 'bytes']]);
  assert.deepEqual(valuesOf(profile, { labels: [{ key: 'size', texts: ['none'], ranges: ['1kb', '3kb:'] }] }), [1, 4, 8]);
});

test('choices that matched nothing are returned, and an invalid range is rejected', () => {
  const profile = labeled([['a', 'x']]);
  assert.deepEqual(refineAndReport(profile, { labels: [choice('a', 'y')] }).unmatched, ['labels']);
  assert.deepEqual(refineAndReport(profile, { labels: [choice('a', 'x')] }).unmatched, []);
  assert.throws(() => refine(profile, { labels: [{ key: 'a', texts: [], ranges: ['many'] }] }), {
    field: 'labels',
    message: 'labels: "many" is not a range of numbers; valid: 1kb:64kb',
  });
});
