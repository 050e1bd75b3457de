import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { samplingOf } from '../../../../src/profile/noise/sampling';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { perOperation } from '../../../../src/profile/refine/relativeValues';
import { sampleWeight } from '../../../../src/profile/sums/sampleWeight';
import { profileOfLines } from '../../../shared/stacks';

const typesOf = (text: string) => text.split(' ').map((name) => ({ type: name.split('/')[0], unit: name.split('/')[1] }));

test('every sample type of a CPU profile has the same number of samples', () => {
  const profile = profileOfLines('a@a.go:1 3/30000000\n a@a.go:2 1/10000000', typesOf('samples/count cpu/nanoseconds'));
  for (const sampleType of [0, 1]) {
    const sampling = samplingOf(profile, sampleType);
    assert.deepEqual([sampling?.basis, sampling?.count(0), sampling?.count(1)], ['samples', 3, 1]);
  }
});

test('samples of a wall profile are known without those of goroutines that wait for work', () => {
  const types = typesOf('samples/count wall/nanoseconds wall_all/nanoseconds');
  const profile = profileOfLines('a@a.go:1 3/300/300\na@a.go:2 0/0/500', types);
  assert.deepEqual([0, 1, 2].map((type) => samplingOf(profile, type)?.count(0)), [3, 3, undefined]);
  assert.deepEqual([0, 1, 2].map((type) => sampleWeight(profile, type)), [0, 100, undefined]);
});

test('mutex and block profiles count events', () => {
  const profile = profileOfLines('a@a.go:1 3/500', typesOf('contentions/count delay/nanoseconds'));
  assert.deepEqual([samplingOf(profile, 1)?.basis, samplingOf(profile, 1)?.count(0)], ['events', 3]);
});

test('per operation, mutex and block profiles count the same whole events, whatever the number of operations', () => {
  const profile = profileOfLines('a@a.go:1 3/500\na@a.go:2 100003/7', typesOf('contentions/count delay/nanoseconds'));
  for (const operations of [1, 7, 1_234_567, 1_000_000_000]) {
    const sampling = samplingOf(perOperation(profile, operations), 1);
    assert.deepEqual([sampling?.basis, sampling?.count(0), sampling?.count(1)], ['events', 3, 100_003], String(operations));
  }
});

test('the samples of goroutine profiles, and of profiles with fractional or negative counts, are unknown', () => {
  for (const values of ['0.5/500', '-3/500']) {
    const profile = profileOfLines(`a@a.go:1 ${values}`, typesOf('samples/count cpu/nanoseconds'));
    assert.equal(samplingOf(profile, 1), undefined);
  }
  assert.equal(samplingOf(profileOfLines('a@a.go:1 7', typesOf('goroutine/count')), 0), undefined);
});

test('a comparison of totals has the samples of both profiles, those before as negative numbers, also if samples are left out', () => {
  const [now, before] = ['a@a.go:1 3/30\nb@b.go:1 7/70', 'b@b.go:1 1/10'].map((stacks) =>
    profileOfLines(stacks, typesOf('samples/count cpu/nanoseconds')));
  const compared = subtractBase(now!, before!, { mode: 'diff_base', keepSamples: true });
  const countsIn = (profile: Profile) => {
    const sampling = samplingOf(profile, 1);
    return Array.from({ length: profile.sampleCount }, (_, i) => sampling?.count(i));
  };
  assert.deepEqual(countsIn(compared), [3, 7, -1]);
  assert.deepEqual(countsIn(refine(compared, { focus: 'b' })), [7, -1]);
});

test('scaled values of a normalized comparison rest on the samples that were taken', () => {
  const [now, before] = ['a@a.go:1 1/10\nb@b.go:1 9/90', 'b@b.go:1 1000/10000'].map((stacks) =>
    profileOfLines(stacks, typesOf('samples/count cpu/nanoseconds')));
  const compared = subtractBase(now!, before!, { mode: 'diff_base', keepSamples: true, normalize: true });
  assert.deepEqual([...compared.values[1]!], [1000, 9000, -10000]);
  const sampling = samplingOf(compared, 1);
  assert.deepEqual([0, 1, 2].map((i) => sampling?.count(i)), [1, 9, -1000]);
  assert.equal(sampling?.hasNetCounts, false);
});

test('the samples of a comparison are unknown if those of a profile are, or if it is itself a comparison', () => {
  const [now, before] = ['a@a.go:1 3/30', 'a@a.go:1 1/10'].map((stacks) =>
    profileOfLines(stacks, typesOf('samples/count cpu/nanoseconds')));
  const compare = (...parts: readonly [Profile, Profile]) => subtractBase(...parts, { mode: 'diff_base', keepSamples: true });
  const fractional = profileOfLines('a@a.go:1 0.5/5', typesOf('samples/count cpu/nanoseconds'));
  assert.equal(samplingOf(compare(now!, fractional), 1), undefined);
  assert.equal(samplingOf(compare(compare(now!, before!), before!), 1), undefined);
});
