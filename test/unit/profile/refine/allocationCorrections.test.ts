import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplingOf } from '../../../../src/profile/noise/sampling';
import { allocationCorrections } from '../../../../src/profile/refine/allocationCorrections';
import { perOperation } from '../../../../src/profile/refine/relativeValues';
import { heapProfile } from '../../../shared/heapProfile';

const RUN = 'testing.(*B).launch@b.go:1;testing.(*B).runN@b.go:2;x.BenchmarkX@x_test.go';
/** 55 samples of objects of 24 bytes, so about 1300 in each of 924 operations. */
const OPERATIONS = 924;
const LOOP = { stack: `${RUN}:9;x.Make@x.go:3`, size: 24, samples: 55 };
const COUNTED = { bytes: 24_000, objects: 1000 };

test('sampled allocations are scaled to those that a run counted, and still rest on the same samples', () => {
  const profile = heapProfile([LOOP]);
  const corrections = allocationCorrections(profile, OPERATIONS, COUNTED)!;
  const { values, ...corrected } = perOperation(profile, OPERATIONS, { corrections });
  assert.deepEqual(values.slice(0, 2).map(([value]) => Math.round(value!)), [1000, 24_000]);
  assert.equal(samplingOf({ ...corrected, values }, 1)?.count(0), 55);
  const uncorrected = perOperation(profile, OPERATIONS);
  assert.equal(Math.round(uncorrected.values[0]![0]!), 1300);
});

test('allocations are not scaled if more than chance is between the two', () => {
  const profile = heapProfile([LOOP]);
  assert.equal(allocationCorrections(profile, OPERATIONS, { bytes: 7200, objects: 300 }), undefined);
  assert.equal(allocationCorrections(profile, OPERATIONS, { bytes: 0, objects: 0 }), undefined);
  const tiny = allocationCorrections(profile, OPERATIONS, { ...COUNTED, objects: 9000 })!;
  assert.deepEqual([tiny[0], tiny[1]! < 1], [1, true], 'each figure by itself');
});

test('what go test cuts off is no difference', () => {
  const profile = heapProfile([LOOP]);
  const counted = [0, 1].map((type) => Math.floor(profile.values[type]![0]! / OPERATIONS));
  assert.equal(allocationCorrections(profile, OPERATIONS, { objects: counted[0]!, bytes: counted[1]! }), undefined);
});

test('allocations of the setup, of the start and of the profiler are not among those that a run counts', () => {
  const others = ['runtime.main@p.go:1', 'runtime/pprof.profileWriter@p.go:1', 'testing.(*B).launch@b.go:1;testing.(*B).run1@b.go:7'];
  const rows = [LOOP, ...others.map((stack) => ({ stack, size: 24, samples: 900 })), { stack: `${RUN}:7`, size: 24, samples: 900 }];
  const setup = { function: 'BenchmarkX', file: 'x_test.go', lines: [[6, 7]] } as const;
  const profile = heapProfile(rows);
  const corrections = allocationCorrections(profile, OPERATIONS, { ...COUNTED, setup });
  assert.equal(corrections?.[0]?.toFixed(3), (COUNTED.objects / (profile.values[0]![0]! / OPERATIONS)).toFixed(3));
  assert.equal(allocationCorrections(profile, OPERATIONS, COUNTED), undefined);
});

test('a profile of every allocation needs no correction', () => {
  assert.equal(allocationCorrections(heapProfile([LOOP], 1), 1, { bytes: 1319, objects: 54 }), undefined);
});
