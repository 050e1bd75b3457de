import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Profile } from '../../../../src/profile/model';
import { samplingOf } from '../../../../src/profile/noise/sampling';
import { perOperation } from '../../../../src/profile/refine/relativeValues';
import { heapProfile, withoutSizes } from '../../../shared/heapProfile';

const countsOf = (profile: Profile, sampleType = 1): number[] | undefined => {
  const sampling = samplingOf(profile, sampleType);
  return sampling && Array.from({ length: profile.sampleCount }, (_, i) => sampling.count(i));
};

test('the samples of a heap profile are recovered from its scaled values', () => {
  const profile = heapProfile([
    { stack: 'a@a.go:1', size: 64, samples: 5278 },
    { stack: 'a@a.go:2', size: 48, samples: 1 },
    { stack: 'a@a.go:3', size: 524288, samples: 1, inUse: 1 },
    { stack: 'a@a.go:4', size: 100_000_000, samples: 3 },
  ]);
  for (const sampleType of [0, 1]) assert.deepEqual(countsOf(profile, sampleType), [5278, 1, 1, 3]);
  for (const sampleType of [2, 3]) assert.deepEqual(countsOf(profile, sampleType), [0, 0, 1, 0]);
  assert.equal(samplingOf(profile, 1)?.basis, 'samples');
});

test('every whole number of samples of every size is recovered', () => {
  const row = fc.record({
    stack: fc.constant('a@a.go:1'), size: fc.integer({ min: 1, max: 1e8 }), samples: fc.integer({ min: 1, max: 1e6 }),
  });
  const anyRate = fc.constantFrom(512, 4096, 524288);
  fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), anyRate, (rows, rate) => {
    assert.deepEqual(countsOf(heapProfile(rows, rate)), rows.map(({ samples }) => samples));
  }));
});

test('the extrapolated part of a value is smaller for larger objects, and 0 for the largest, which are all recorded', () => {
  const sizes = [64, 524288, 100_000_000];
  const profile = heapProfile(sizes.map((size) => ({ stack: 'a@a.go:1', size, samples: 7 })));
  const sampling = samplingOf(profile, 1);
  assert.deepEqual(sizes.map((_, i) => sampling?.extrapolated(i).toFixed(3)), ['1.000', '0.368', '0.000']);
});

test('at rate 1 everything is recorded', () => {
  const profile = heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 8192 }], 1);
  assert.equal(samplingOf(profile, 0)?.basis, 'everything');
  assert.deepEqual(countsOf(profile, 0), [8192]);
});

test('a merge of profiles with the same rate has the sum of their counts', () => {
  const profile = heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 3 }]);
  const sevenfold = { ...profile, values: profile.values.map((column) => column.map((value) => 7 * value)) };
  assert.deepEqual(countsOf(sevenfold), [21]);
});

test('costs per operation have the same counts as the totals', () => {
  const rows = [{ stack: 'a@a.go:1', size: 64, samples: 52 }, { stack: 'a@a.go:2', size: 8, samples: 1, inUse: 1 }];
  const profile = perOperation(heapProfile(rows), 123_457);
  assert.deepEqual([countsOf(profile), countsOf(profile, 3)], [[52, 1], [0, 1]]);
});

test('values that Go did not scale, or that were changed afterwards, have no counts', () => {
  const profile = heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 3 }]);
  const scaledBy = (ratio: number): Profile => {
    return { ...profile, values: profile.values.map((column) => column.map((value) => value * ratio)) };
  };
  assert.equal(countsOf(scaledBy(0.5)), undefined);
  assert.equal(countsOf(scaledBy(-1)), undefined);
  assert.equal(countsOf({ ...profile, period: 4096 }), undefined);
  assert.equal(countsOf({ ...profile, period: 0 }), undefined);
  assert.equal(countsOf({ ...profile, periodType: undefined }), undefined);
});

test('without the sizes of objects, the counts of small ones can still be recovered', () => {
  const small = heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 31 }]);
  assert.deepEqual(countsOf(withoutSizes(small)), [31]);
  const large = heapProfile([{ stack: 'a@a.go:1', size: 524288, samples: 1 }]);
  assert.equal(countsOf(withoutSizes(large)), undefined);
});
