import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { framesOf } from '../../../../src/profile/lines/frames';
import { lineCosts } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { sumStacks } from '../../../../src/profile/sums/sumStacks';
import type { KeySums } from '../../../../src/profile/sums/keySums';
import { finish } from '../../../../src/profile/common/guard';
import { sumViewInSteps } from '../../../../src/profile/sums/sumViews';
import { profileOf } from '../../../shared/profileFromText';
import {
  randomProfile, randomProfiles, randomRefinement, randomUnrelatedProfiles,
} from '../../../shared/randomProfiles';

/** The sums by function, and those by line: first of the profile itself, then of a copy without cached sums. */
function sumsOf(profile: Profile): readonly (readonly [KeySums[], KeySums[]])[] {
  const { offsets, function: functionOf, functions, sourceLine, sourceLines } = framesOf(profile);
  const keys = [
    { offsets, keys: functionOf, count: functions.count },
    { offsets, keys: sourceLine, count: sourceLines.count },
  ];
  const ofProfile = keys.map((frameKeys) => finish(sumViewInSteps(profile.stacks, profile.values, frameKeys)));
  const { stacks, values } = profile;
  const copy = { offsets: stacks.offsets.slice(), locations: stacks.locations.slice() };
  const copiedValues = values.map((column) => column.slice());
  return keys.map((frameKeys, i) => [ofProfile[i]!, sumStacks(copy, copiedValues, frameKeys)] as const);
}

function assertSumsMatchCopy(profile: Profile): void {
  for (const [ofProfile, ofCopy] of sumsOf(profile)) assert.deepEqual(ofProfile, ofCopy);
}

function withCachedSums(bytes: Uint8Array): Profile {
  const profile = decodeProfile(bytes);
  sumsOf(profile);
  return profile;
}

test('sums of a refined profile are correct, whether or not sums of the whole profile are cached', () => {
  fc.assert(fc.property(randomProfile, randomRefinement, fc.boolean(), (bytes, refinement, isCached) => {
    assertSumsMatchCopy(refine(isCached ? withCachedSums(bytes) : decodeProfile(bytes), refinement));
  }), { numRuns: 500 });
});

test('sums of a difference are correct, whether or not sums of its two profiles are cached', () => {
  const pairs = fc.oneof(randomProfiles, randomUnrelatedProfiles);
  fc.assert(fc.property(pairs, fc.boolean(), fc.boolean(), (bytes, isCached, isScaled) => {
    const [profile, base] = bytes.map(isCached ? withCachedSums : decodeProfile);
    const options = { mode: 'diff_base', normalize: isScaled, keepSamples: true } as const;
    assertSumsMatchCopy(subtractBase(profile!, base!, options));
  }), { numRuns: 300 });
});

test('sums of a difference that is refined twice are correct', () => {
  fc.assert(fc.property(randomProfiles, randomRefinement, randomRefinement, (bytes, first, second) => {
    const [profile, base] = [withCachedSums(bytes[0]!), refine(withCachedSums(bytes[1]!), first)];
    const difference = subtractBase(profile, base, { mode: 'diff_base', keepSamples: true });
    sumsOf(difference);
    assertSumsMatchCopy(refine(refine(difference, second), first));
  }), { numRuns: 300 });
});

test('cached sums are not computed again', () => {
  const profile = profileOf('1 | f a.go:1 < main m.go:1\n2 | g a.go:2 < main m.go:1\n4 | h a.go:3 < main m.go:2');
  lineCosts(profile, 0);
  const base = profileOf('3 | h a.go:3 < main m.go:2');
  lineCosts(base, 0);
  // If the stacks were read again, the sums would be wrong.
  profile.stacks.locations.fill(0);
  base.stacks.locations.fill(0);
  const difference = subtractBase(profile, base, { mode: 'diff_base', keepSamples: true });
  const { lines, flat, cum } = lineCosts(difference, 0).fileCosts('a.go');
  assert.deepEqual([[...lines], [...flat], [...cum]], [[1, 2, 3], [1, 2, 1], [1, 2, 1]]);
  assert.deepEqual([...lineCosts(difference, 0).fileCosts('m.go').cum], [3, 1]);
});

test('if few samples are dropped, only the dropped samples are read', () => {
  const profile = profileOf('1 | f a.go:1 < main m.go:1\n2 | g a.go:2 < main m.go:1\n4 | h a.go:3 < main m.go:2');
  lineCosts(profile, 0);
  const remaining = refine(profile, { ignore: 'h' });
  profile.stacks.locations.fill(profile.stacks.locations[0]!, 0, 4);
  const { lines, flat, cum } = lineCosts(remaining, 0).fileCosts('a.go');
  assert.deepEqual([[...lines], [...flat], [...cum]], [[1, 2], [1, 2], [1, 2]]);
});

test('sums past 2^53 are not computed by subtraction', () => {
  const large = 2 ** 53;
  const profile = profileOf(`${large} | f a.go:1 < main m.go:1\n1 | g a.go:2 < main m.go:1\n1 | h a.go:3 < main m.go:1`);
  lineCosts(profile, 0);
  assert.deepEqual([...lineCosts(refine(profile, { ignore: '^f$' }), 0).fileCosts('m.go').cum], [2]);
});
