import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import { plain } from '../../../shared/plain';
import { textOf } from './onPaper';
import { randomProfile, randomRefinement } from './randomProfiles';

const RUNS = { numRuns: 300 };

const sums = ({ values }: Profile): number[] => values.map((column) => column.reduce((a, b) => a + b, 0));

test('a refined profile survives being written and read', () => {
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const refined = refine(decodeProfile(bytes), refinement);
    assert.deepEqual(plain(decodeProfile(encodeProfile(refined))), plain(refined));
  }), RUNS);
});

test('the profile that is refined stays as it was', () => {
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const profile = decodeProfile(bytes);
    refine(profile, refinement);
    assert.deepEqual(plain(profile), plain(decodeProfile(bytes)));
  }), RUNS);
});

test('what focus keeps and what ignore keeps of the same are all samples that have a stack', () => {
  fc.assert(fc.property(randomProfile, fc.constantFrom('main', 'a\\.go', 'app', '.'), (bytes, pattern) => {
    const profile = decodeProfile(bytes);
    const [inside, outside] = [refine(profile, { focus: pattern }), refine(profile, { ignore: pattern })];
    const stacked = refine(profile, { hide: 'nothing of the kind' });
    assert.deepEqual(sums(inside).map((sum, type) => sum + sums(outside)[type]!), sums(stacked));
  }), RUNS);
});

test('what tagfocus keeps and what tagignore keeps of the same are all samples', () => {
  fc.assert(fc.property(randomProfile, fc.constantFrom('x', 'tenant=x', '1:', 'bytes=:2kb'), (bytes, filter) => {
    const profile = decodeProfile(bytes);
    const [inside, outside] = [refine(profile, { tagfocus: filter }), refine(profile, { tagignore: filter })];
    assert.equal(inside.sampleCount + outside.sampleCount, profile.sampleCount);
  }), RUNS);
});

/** Tag filters are left out: units of numbers are those of the whole profile, which a step before may have cut. */
const STEPS: readonly (readonly (keyof Refinement)[])[] = [
  ['unit', 'tagroot', 'tagleaf'],
  ['focus', 'ignore', 'hide', 'show'],
  ['show_from'],
  ['tagshow', 'taghide'],
  ['prune_from'],
  ['noinlines'],
];

test("options one after the other in pprof's order are the options together", () => {
  const picked = (refinement: Refinement, fields: readonly (keyof Refinement)[]): Refinement =>
    Object.fromEntries(fields.filter((field) => field in refinement).map((field) => [field, refinement[field]]));
  fc.assert(fc.property(randomProfile, randomRefinement, (bytes, refinement) => {
    const profile = decodeProfile(bytes);
    const inSteps = STEPS.reduce((left, fields) => refine(left, picked(refinement, fields)), profile);
    assert.deepEqual(textOf(inSteps), textOf(refine(profile, picked(refinement, STEPS.flat()))));
  }), RUNS);
});
