import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCommonGround, mergeProfiles, refine, subtractBase } from '../../../../src/profile/refine';
import type { Granularity, Refinement } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';
import { RefinementError } from '../../../../src/profile/errors';

const PROFILE = profileOf('1 | f a.go:1');

/** The error names the field and contains all of these words. */
function assertRefused(act: () => unknown, field: string, ...words: string[]): void {
  assert.throws(act, (error) => {
    assert.ok(error instanceof RefinementError);
    assert.equal(error.field, field);
    assert.ok(error.message.startsWith(`${field}: `), error.message);
    for (const word of words) assert.ok(error.message.includes(word), `"${error.message}" says "${word}"`);
    return true;
  });
}

const refused = (refinement: Refinement, field: string, ...words: string[]): void =>
  assertRefused(() => refine(PROFILE, refinement), field, ...words);

const PATTERN_FIELDS = ['focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from', 'tagshow', 'taghide'] as const;

for (const field of [...PATTERN_FIELDS, 'tagfocus', 'tagignore'] as const) {
  test(`an invalid RE2 pattern is refused with the name of its field, ${field}`, () => {
    refused({ [field]: 'a(b' }, field, 'missing closing )', 'a(b', 'RE2');
  });
}

test('patterns with another meaning in JavaScript than in RE2 are refused', () => {
  for (const focus of ['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', 'a{1001}', '\\k<n>', '[b-a]', '*a', 'a**', '\\8', '\\cA']) {
    refused({ focus }, 'focus', 'RE2');
  }
});

test('if two fields are invalid, the error names the one that applies first', () => {
  refused({ tagshow: '(', ignore: '(', hide: '(' }, 'ignore');
});

test('each part of a tag filter must be a valid pattern', () => {
  refused({ tagfocus: 'key=a,(' }, 'tagfocus', 'missing closing )');
});

test('an invalid range of labels is refused with a valid example', () => {
  const ranged = (text: string): Refinement => ({ labels: [{ key: 'size', texts: [], ranges: [text] }] });
  refused(ranged('1kb:5ms'), 'labels', '1kb:5ms', 'units of different kinds', '1kb:2mb');
  refused(ranged('5:10kb'), 'labels', 'units of different kinds');
  refused(ranged('2mb:1kb'), 'labels', 'ends before it begins', '1kb:2mb');
  refused({ tagfocus: '99999999999999999999:' }, 'tagfocus', 'too large');
});

test('an unknown granularity and an invalid divisor are refused', () => {
  refused({ granularity: 'columns' as Granularity }, 'granularity', 'columns', 'functions, filefunctions');
  for (const divide_by of [0, -1, NaN, Infinity]) refused({ divide_by }, 'divide_by', 'above 0');
});

test('profiles without a sample type in common cannot be merged or compared', () => {
  const heap = profileOf('1 | f a.go:1', { types: 'alloc_space/bytes' });
  assertRefused(() => mergeProfiles([PROFILE, heap]), 'profiles', 'cpu/nanoseconds', 'alloc_space/bytes', 'same kind');
  assertRefused(() => subtractBase(PROFILE, heap, { mode: 'base' }), 'base', 'cpu/nanoseconds', 'alloc_space/bytes');
  assertRefused(() => subtractBase(PROFILE, heap, { mode: 'diff_base' }), 'diff_base', 'same kind');
  assertRefused(() => mergeProfiles([]), 'profiles', 'none to merge');
});

test('sample types whose units cannot be converted are different types', () => {
  const odd = profileOf('1 | f a.go:1', { types: 'cpu/bytes' });
  assertRefused(() => mergeProfiles([PROFILE, odd]), 'profiles', 'cpu/nanoseconds and cpu/bytes');
});

test('profiles with different period types are refused', () => {
  const periodic = { ...PROFILE, periodType: { type: 'cpu', unit: 'nanoseconds' } };
  assertRefused(() => mergeProfiles([PROFILE, periodic]), 'profiles', 'period types');
});

test('normalize needs equal sample types', () => {
  const more = profileOf('1 2 | f a.go:1', { types: 'samples/count cpu/nanoseconds' });
  assertRefused(() => subtractBase(PROFILE, more, { mode: 'base', normalize: true }), 'normalize', 'samples/count');
});

test('a base that shares no function with the profile is refused', () => {
  const stranger = profileOf('1 | g a.go:1');
  assertRefused(() => checkCommonGround(PROFILE, stranger, 'base'), 'base', 'shares no function', 'same program');
  for (const base of [PROFILE, profileOf('1 | g b.go:1 < f b.go:2'), profileOf('1 | 0x10'), profileOf('')]) {
    checkCommonGround(PROFILE, base, 'diff_base');
    checkCommonGround(base, PROFILE, 'diff_base');
  }
});
