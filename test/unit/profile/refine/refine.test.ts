import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { plain } from '../../../shared/plain';
import { textOf } from '../../../shared/profileText';
import { randomProfile, randomRefinement } from '../../../shared/randomProfiles';

const RUNS = { numRuns: 300 };

const sums = ({ values }: Profile): number[] => values.map((column) => column.reduce((a, b) => a + b, 0));

test('an encoded refined profile decodes to the same profile', () => {
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const refined = refine(decodeProfile(bytes), refinement);
    assert.deepEqual(plain(decodeProfile(encodeProfile(refined))), plain(refined));
  }), RUNS);
});

test('refining does not change the original profile', () => {
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const profile = decodeProfile(bytes);
    refine(profile, refinement);
    assert.deepEqual(plain(profile), plain(decodeProfile(bytes)));
  }), RUNS);
});

test('focus and ignore with the same pattern partition the samples with a stack', () => {
  fc.assert(fc.property(randomProfile, fc.constantFrom('main', 'a\\.go', 'app', '.'), (bytes, pattern) => {
    const profile = decodeProfile(bytes);
    const [focused, others] = [refine(profile, { focus: pattern }), refine(profile, { ignore: pattern })];
    // A filter by name drops samples without a stack, even if the pattern matches nothing.
    const withStack = refine(profile, { hide: 'matches nothing' });
    assert.deepEqual(sums(focused).map((sum, type) => sum + sums(others)[type]!), sums(withStack));
  }), RUNS);
});

test('tagfocus and tagignore with the same filter partition all samples', () => {
  fc.assert(fc.property(randomProfile, fc.constantFrom('x', 'tenant=x', '1:', 'bytes=:2kb'), (bytes, filter) => {
    const profile = decodeProfile(bytes);
    const [focused, others] = [refine(profile, { tagfocus: filter }), refine(profile, { tagignore: filter })];
    assert.equal(focused.sampleCount + others.sampleCount, profile.sampleCount);
  }), RUNS);
});

/**
 * Groups of options in the order in which pprof applies them. tagfocus and tagignore are not among them, because they
 * take the units of numbers from all samples, some of which an earlier step may have removed.
 */
const STEPS: readonly (readonly (keyof Refinement)[])[] = [
  ['unit', 'tagroot', 'tagleaf'],
  ['focus', 'ignore', 'hide', 'show'],
  ['show_from'],
  ['tagshow', 'taghide'],
  ['prune_from'],
  ['noinlines'],
];

test("applying groups of options in pprof's order is the same as applying them together", () => {
  const pick = (refinement: Refinement, fields: readonly (keyof Refinement)[]): Refinement =>
    Object.fromEntries(fields.filter((field) => field in refinement).map((field) => [field, refinement[field]]));
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const profile = decodeProfile(bytes);
    const inSteps = STEPS.reduce((refined, fields) => refine(refined, pick(refinement, fields)), profile);
    assert.deepEqual(textOf(inSteps), textOf(refine(profile, pick(refinement, STEPS.flat()))));
  }), RUNS);
});
