import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import type { Profile } from '../../../../src/profile/model';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { mergeOfSameTime, mergeProfiles } from '../../../../src/profile/refine/merge';
import { RunningMerge } from '../../../../src/profile/refine/runningMerge';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { profileOf } from '../../../shared/profileFromText';
import { textOf, withLabels } from '../../../shared/profileText';
import { randomProfiles } from '../../../shared/randomProfiles';

const merged = (...profiles: readonly Profile[]): string[] => textOf(mergeProfiles(profiles));

test('samples with the same stack are merged, and their values are added', () => {
  const first = profileOf('1 | f a.go:1 < main m.go:1\n2 | g a.go:2 < main m.go:1');
  const second = profileOf('4 | g a.go:2 < main m.go:1\n8 | h a.go:3');
  assert.deepEqual(merged(first, withMatchingAddresses(second)), ['1 | f < main', '6 | g < main', '8 | h']);
});

/** Gives frames the addresses that they have in the first profile; profileOf numbers them by first use. */
function withMatchingAddresses(profile: Profile): Profile {
  const { locations } = profile;
  const address = BigUint64Array.from(locations.address, (_, i) => [0x1003n, 0x1002n, 0x9999n][i]!);
  return { ...profile, locations: { ...locations, address } };
}

test('equal samples within a profile are merged too, and sums of 0 are dropped', () => {
  const first = profileOf('1 | f a.go:1\n2 | f a.go:1\n-5 | g a.go:2\n0 | h a.go:3');
  const second = profileOf('4 | f a.go:1\n5 | g a.go:2');
  assert.deepEqual(merged(first, second), ['7 | f']);
});

test('unused locations, functions and mappings are left out', () => {
  const result = mergeProfiles([profileOf('1 | f a.go:1\n3 | g b.go:1'), profileOf('1 | f a.go:1\n-3 | g b.go:1')]);
  assert.deepEqual([result.locations.count, result.functions.count, result.lines.count], [1, 1, 1]);
});

test('a single profile is returned unchanged', () => {
  const profile = profileOf('0 | f a.go:1\n2 | f a.go:1');
  assert.equal(mergeProfiles([profile]), profile);
});

test('sample types with the same name are matched by unit and order', () => {
  const first = profileOf('1 2 3 | f a.go:1', { types: 'cpu/count cpu/nanoseconds cpu/count' });
  const second = profileOf('10 20 30 40 | f a.go:1', { types: 'cpu/nanoseconds cpu/count wall/count cpu/count' });
  assert.deepEqual(mergeProfiles([first, second]).values.map((column) => [...column]), [[21], [12], [43]]);
  assert.equal(mergeProfiles([first]), first);
  const difference = subtractBase(first, first, { mode: 'diff_base', keepSamples: true });
  assert.deepEqual(difference.values.map((column) => [...column]), [[1, -1], [2, -2], [3, -3]]);
});

test('samples are distinguished by their labels, in any order', () => {
  const profile = profileOf('1 | f a.go:1\n2 | f a.go:1\n4 | f a.go:1');
  const first = withLabels(profile, [[['a', 'x'], ['b', 5]], [['a', 'x']], [['a', 5]]]);
  const second = withLabels(profile, [[['b', 5], ['a', 'x']], [['a', 'y']], [['a', 5, 'bytes']]]);
  assert.deepEqual(merged(first, second), [
    '2 | f {a=x b=5}', '2 | f {a=x}', '4 | f {a=5}', '2 | f {a=y}', '4 | f {a=5bytes}',
  ]);
});

test('locations are equal if they have the same offset in equal mappings', () => {
  const profile = profileOf('1 | 0x100010', { binary: '/bin/app' });
  const [mapping] = profile.mappings;
  const moved = { ...mapping!, start: mapping!.start + 0x7000n, limit: mapping!.limit + 0x7001n };
  const address = BigUint64Array.of(0x107010n);
  const second = { ...profile, mappings: [moved], locations: { ...profile.locations, address } };
  assert.deepEqual(merged(profile, second), ['1 | 0x100010', '1 | 0x107010']);
  const sameSize = { ...second, mappings: [{ ...moved, limit: moved.limit - 1n }] };
  assert.deepEqual(merged(profile, sameSize), ['2 | 0x100010']);
});

test('only common sample types are kept, in the order of the first profile', () => {
  const first = profileOf('1 2 3 | f a.go:1', { types: 'a/count b/count c/count' });
  const second = profileOf('10 20 | f a.go:1', { types: 'c/count a/count' });
  const result = mergeProfiles([first, second]);
  assert.deepEqual(result.sampleTypes.map(({ type }) => type), ['a', 'c']);
  assert.deepEqual(textOf(result), ['21 13 | f']);
  assert.deepEqual([result.namedSampleType, result.defaultSampleType], ['a', 0]);
});

test('values are converted to the smaller unit', () => {
  const first = profileOf('1 | f a.go:1', { types: 'cpu/seconds' });
  const second = profileOf('5 | f a.go:1', { types: 'cpu/milliseconds' });
  for (const profiles of [[first, second], [second, first]]) {
    const result = mergeProfiles(profiles);
    assert.deepEqual(result.sampleTypes, [{ type: 'cpu', unit: 'milliseconds' }]);
    assert.deepEqual(textOf(result), ['1005 | f']);
  }
});

test('times, periods and comments are merged', () => {
  const stacks = '1 | f a.go:1';
  const first = profileOf(stacks, { timeNanos: 5e9, durationNanos: 3, comments: ['a', 'b'], dropFrames: 'x' });
  const second = profileOf(stacks, { timeNanos: 4e9, durationNanos: 4, comments: ['b', 'c'], docUrl: 'u', defaultType: 'cpu' });
  const result = mergeProfiles([{ ...first, period: 7 }, { ...second, period: 9 }]);
  assert.deepEqual([result.exactTimeNanos, result.timeNanos], [4_000_000_000n, 4e9]);
  assert.deepEqual([result.durationNanos, result.period], [7, 9]);
  assert.deepEqual([result.comments, result.dropFrames, result.docUrl], [['a', 'b', 'c'], 'x', 'u']);
  assert.equal(result.namedSampleType, 'cpu');
});

test('a base is subtracted, and samples that only the base has are negative', () => {
  const stacks = '5 50 | f a.go:1\n3 30 | g a.go:2';
  const types = 'samples/count cpu/nanoseconds';
  const difference = subtractBase(profileOf(stacks, { types }), profileOf('5 50 | f a.go:1\n7 70 | h a.go:9', { types }), {
    mode: 'base',
  });
  assert.deepEqual(textOf(difference), ['3 30 | g', '-7 -70 | h']);
  assert.equal(profileTotal(difference, 0), 10);
});

test('samples of a diff_base are labeled and do not cancel out, and the total is that of the diff_base', () => {
  const base = withLabels(profileOf('2 | f a.go:1'), [[['pprof::base', 'false'], ['k', 'v'], ['pprof::base', 4]]]);
  const difference = subtractBase(profileOf('5 | f a.go:1'), base, { mode: 'diff_base' });
  assert.deepEqual(textOf(difference), ['5 | f', '-2 | f {k=v pprof::base=4 pprof::base=true}']);
  assert.equal(profileTotal(difference, 0), 2);
});

test('normalize scales each sample type to the total of the base, and rounds halves away from 0', () => {
  const types = 'a/count b/count';
  const profile = profileOf('1 4 | f a.go:1\n3 4 | g a.go:2\n-2 0 | h a.go:3', { types });
  const base = profileOf('1 4 | f a.go:1', { types });
  const { values } = subtractBase(profile, base, { mode: 'diff_base', normalize: true });
  assert.deepEqual(values.map((column) => [...column]), [[1, 2, -1, -1], [2, 2, 0, -4]]);
});

test('subtracting an empty base changes nothing, and subtracting from an empty profile negates the base', () => {
  const profile = profileOf('5 | f a.go:1');
  const empty = profileOf('0 | f a.go:1');
  assert.deepEqual(textOf(subtractBase(profile, empty, { mode: 'base' })), ['5 | f']);
  assert.deepEqual(textOf(subtractBase(empty, profile, { mode: 'base' })), ['-5 | f']);
});

test('values are never -0', () => {
  const types = 'a/count b/count';
  const [profile, base] = [profileOf('1 0 | f a.go:1', { types }), profileOf('3 0 | g a.go:2', { types })];
  const { values } = subtractBase(profile, base, { mode: 'base' });
  assert.ok(values[1]!.every((value) => Object.is(value, 0)));
});

test('the order and grouping of merges do not change the sums', () => {
  fc.assert(fc.property(randomProfiles, (encoded) => {
    const profiles = encoded.map(decodeProfile);
    const sums = (profile: Profile): number[] => profile.values.map((column) => column.reduce((a, b) => a + b, 0));
    const [first, second, ...rest] = profiles;
    const inSteps = mergeProfiles([mergeProfiles([first!, second!]), ...rest]);
    for (const result of [mergeProfiles([...profiles].reverse()), inSteps]) {
      assert.deepEqual(sums(mergeProfiles(profiles)), sums(result));
    }
  }), { numRuns: 100 });
});

test('profiles that are added one after the other have the sum of all at once', () => {
  fc.assert(fc.property(randomProfiles, (encoded) => {
    const [first, ...others] = encoded.map(decodeProfile);
    const running = new RunningMerge(first!);
    const fitting = others.filter((each) => running.fits(each));
    fitting.forEach((each) => running.add(each));
    assert.deepEqual(encodeProfile(running.sum()), encodeProfile(mergeOfSameTime([first!, ...fitting])));
  }), { numRuns: 300 });
});

test('a profile minus itself is empty', () => {
  fc.assert(fc.property(randomProfiles, ([bytes]) => {
    const profile = decodeProfile(bytes!);
    assert.equal(subtractBase(profile, profile, { mode: 'base' }).sampleCount, 0);
  }), { numRuns: 100 });
});

test('the sum of processes that were measured side by side is of that time, not of several times it', () => {
  const [first, second] = [3, 4].map((durationNanos) => profileOf('1 | f a.go:1', { durationNanos }));
  const { durationNanos, exactDurationNanos } = mergeOfSameTime([first, second]);
  assert.deepEqual([durationNanos, exactDurationNanos], [4, 4n]);
  assert.deepEqual(textOf(mergeOfSameTime([first, second])), ['2 | f']);
});
