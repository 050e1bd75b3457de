import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { filesOf } from '../../../../src/profile/lines/frames';
import { functionCosts, lineCosts } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { subtractBase, type SubtractOptions } from '../../../../src/profile/refine/subtractBase';
import { profileOf } from '../../../shared/profileFromText';
import { textOf, withLabels } from '../../../shared/profileText';
import { randomProfiles, randomUnrelatedProfiles } from '../../../shared/randomProfiles';
import { nodeNameOf, topNodes } from '../../../shared/topFunctions';

const KEEP_SAMPLES: SubtractOptions = { mode: 'diff_base', keepSamples: true };

/** Each line with a cost as `a.go:1: flat cum` and each function as `f: flat cum`, for every sample type. */
function costsOf(profile: Profile): string[] {
  return profile.sampleTypes.flatMap((_, sampleType) => {
    const costs = lineCosts(profile, sampleType);
    const lines = [...filesOf(profile)].sort().flatMap((file) => {
      const { lines, flat, cum } = costs.fileCosts(file);
      return [...lines].flatMap((line, i) => (cum[i] === 0 && flat[i] === 0 ? [] : `${file}:${line}: ${flat[i]} ${cum[i]}`));
    });
    const byFunction = functionCosts(profile, sampleType);
    const top = topNodes(byFunction, { order: 'cum', limit: 1000 });
    // Functions without a name have the name of their binary, which may change when binaries are merged.
    const functions = top.filter((node) => !/^[[<]/.test(nodeNameOf(byFunction, node)))
      .map((node) => `${nodeNameOf(byFunction, node)}: ${byFunction.flat[node]} ${byFunction.cum[node]}`);
    return [...lines, ...functions.sort()];
  });
}

/**
 * The samples as texts, with the values of equal texts added. Empty labels are left out, and so are addresses, because
 * a merge moves them to the mapping of another profile.
 */
function mergedText(profile: Profile): string[] {
  const sums = new Map<string, number[]>();
  for (const text of textOf(profile)) {
    const [values, sample] = text.split(' | ') as [string, string];
    const key = sample.replace(/\b\w+=0(?= |\})/g, '').replace(/0x[0-9a-f]+/g, '0x').replace(/[ {}]+/g, ' ').trimEnd();
    const sum = sums.get(key) ?? profile.values.map(() => 0);
    sums.set(key, values.split(' ').map((value, i) => Number(value) + sum[i]!));
  }
  const nonZero = [...sums].filter(([, sum]) => sum.some((value) => value !== 0));
  return nonZero.map(([text, sum]) => `${sum.join(' ')} | ${text}`).sort();
}

test('a difference has the same costs with and without keepSamples', () => {
  fc.assert(fc.property(fc.oneof(randomProfiles, randomUnrelatedProfiles), fc.boolean(), (bytes, normalize) => {
    const [profile, base] = bytes.map(decodeProfile);
    const withSamples = subtractBase(profile!, base!, { ...KEEP_SAMPLES, normalize });
    assert.deepEqual(costsOf(withSamples), costsOf(subtractBase(profile!, base!, { mode: 'diff_base', normalize })));
  }), { numRuns: 200 });
});

test('a difference has the same samples with and without keepSamples after equal samples are merged', () => {
  fc.assert(fc.property(randomProfiles, (bytes) => {
    const [profile, base] = bytes.map(decodeProfile);
    const merged = subtractBase(profile!, base!, { mode: 'diff_base' });
    assert.deepEqual(mergedText(subtractBase(profile!, base!, KEEP_SAMPLES)), mergedText(merged));
  }), { numRuns: 200 });
});

test('the samples of the base follow those of the profile, labeled and with negated values', () => {
  const profile = profileOf('5 | f a.go:1\n1 | f a.go:1');
  const base = withLabels(profileOf('2 | g b.go:1 < f a.go:1'), [[['pprof::base', 'false'], ['k', 'v']]]);
  assert.deepEqual(textOf(subtractBase(profile, base, KEEP_SAMPLES)), ['5 | f', '1 | f', '-2 | g < f {k=v pprof::base=true}']);
});

test('the total of a difference is that of the remaining samples of its base, or of all samples if that is 0', () => {
  const profile = profileOf('5 | f a.go:1\n3 | g a.go:2');
  const difference = subtractBase(profile, profileOf('2 | f a.go:1\n4 | g a.go:2\n8 | h a.go:3'), KEEP_SAMPLES);
  assert.equal(profileTotal(difference, 0), 14);
  assert.equal(lineCosts(difference, 0).total, 14);
  assert.equal(profileTotal(refine(difference, { focus: '^[gh]$' }), 0), 12);
  assert.equal(profileTotal(subtractBase(profile, profileOf('0 | f a.go:1'), KEEP_SAMPLES), 0), 8);
});

test('a difference between a profile and a part of it shares their tables', () => {
  const profile = profileOf('5 | f a.go:1 < main m.go:1\n3 | g a.go:2 < main m.go:1', { binary: '/bin/app' });
  const difference = subtractBase(profile, refine(profile, { ignore: '^g$' }), KEEP_SAMPLES);
  assert.equal(difference.locations, profile.locations);
  assert.deepEqual(textOf(difference), ['5 | f < main', '3 | g < main', '-5 | f < main {pprof::base=true}']);
});
