import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { checkCommonGround } from '../../../../src/profile/refine/comparable';
import { mergeProfiles } from '../../../../src/profile/refine/merge';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import type { Granularity, Refinement } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';
import { RefinementError } from '../../../../src/profile/errors';

const PROFILE = profileOf('1 | f a.go:1');

/** Asserts that `action` throws a RefinementError that names the field and contains each of the texts. */
function assertRejected(action: () => unknown, field: string, ...texts: string[]): void {
  assert.throws(action, (error) => {
    assert.ok(error instanceof RefinementError);
    assert.equal(error.field, field);
    assert.ok(error.message.startsWith(`${field}: `), error.message);
    for (const text of texts) assert.ok(error.message.includes(text), `"${text}" is not in "${error.message}"`);
    return true;
  });
}

const assertInvalid = (refinement: Refinement, field: string, ...texts: string[]): void =>
  assertRejected(() => refine(PROFILE, refinement), field, ...texts);

const PATTERN_FIELDS = ['focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from', 'tagshow', 'taghide'] as const;

for (const field of [...PATTERN_FIELDS, 'tagfocus', 'tagignore'] as const) {
  test(`the error for an invalid RE2 pattern in ${field} names that field`, () => {
    assertInvalid({ [field]: 'a(b' }, field, 'missing closing )', 'a(b', 'RE2');
  });
}

test('patterns that are invalid in RE2 are rejected, even if JavaScript accepts them', () => {
  for (const focus of ['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', 'a{1001}', '\\k<n>', '[b-a]', '*a', 'a**', '\\8', '\\cA']) {
    assertInvalid({ focus }, 'focus', 'RE2');
  }
});

test('if several fields are invalid, the error names the one that applies first', () => {
  assertInvalid({ tagshow: '(', ignore: '(', hide: '(' }, 'ignore');
});

test('each part of a tag filter must be a valid pattern', () => {
  assertInvalid({ tagfocus: 'key=a,(' }, 'tagfocus', 'missing closing )');
});

test('an invalid label range is rejected with a valid example', () => {
  const withRange = (text: string): Refinement => ({ labels: [{ key: 'size', texts: [], ranges: [text] }] });
  assertInvalid(withRange('1kb:5ms'), 'labels', '1kb:5ms', 'units of different kinds', '1kb:2mb');
  assertInvalid(withRange('5:10kb'), 'labels', 'units of different kinds');
  assertInvalid(withRange('2mb:1kb'), 'labels', 'ends before it begins', '1kb:2mb');
  assertInvalid({ tagfocus: '99999999999999999999:' }, 'tagfocus', 'too large');
});

test('an unknown granularity and an invalid divisor are rejected', () => {
  assertInvalid({ granularity: 'columns' as Granularity }, 'granularity', 'columns', 'functions, filefunctions');
  for (const divide_by of [0, -1, NaN, Infinity]) assertInvalid({ divide_by }, 'divide_by', 'above 0');
});

test('profiles without a sample type in common cannot be merged or compared', () => {
  const heap = profileOf('1 | f a.go:1', { types: 'alloc_space/bytes' });
  assertRejected(() => mergeProfiles([PROFILE, heap]), 'profiles', 'cpu/nanoseconds', 'alloc_space/bytes', 'same kind');
  assertRejected(() => subtractBase(PROFILE, heap, { mode: 'base' }), 'base', 'cpu/nanoseconds', 'alloc_space/bytes');
  assertRejected(() => subtractBase(PROFILE, heap, { mode: 'diff_base' }), 'diff_base', 'same kind');
  assertRejected(() => mergeProfiles([]), 'profiles', 'none to merge');
});

test('sample types whose units cannot be converted are different types', () => {
  const inBytes = profileOf('1 | f a.go:1', { types: 'cpu/bytes' });
  assertRejected(() => mergeProfiles([PROFILE, inBytes]), 'profiles', 'cpu/nanoseconds and cpu/bytes');
});

test('profiles with different period types cannot be merged', () => {
  const periodic = { ...PROFILE, periodType: { type: 'cpu', unit: 'nanoseconds' } };
  assertRejected(() => mergeProfiles([PROFILE, periodic]), 'profiles', 'period types');
});

test('normalize needs equal sample types', () => {
  const twoTypes = profileOf('1 2 | f a.go:1', { types: 'samples/count cpu/nanoseconds' });
  assertRejected(() => subtractBase(PROFILE, twoTypes, { mode: 'base', normalize: true }), 'normalize', 'samples/count');
});

test('a base that shares no function with the profile is rejected', () => {
  const unrelated = profileOf('1 | g a.go:1');
  assertRejected(() => checkCommonGround(PROFILE, unrelated, 'base'), 'base', 'shares no function', 'same program');
  for (const base of [PROFILE, profileOf('1 | g b.go:1 < f b.go:2'), profileOf('1 | 0x10'), profileOf('')]) {
    checkCommonGround(PROFILE, base, 'diff_base');
    checkCommonGround(base, PROFILE, 'diff_base');
  }
});
