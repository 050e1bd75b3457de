import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { lineSamplesInSteps } from '../../../../src/profile/lines/lineSamples';
import { finish } from '../../../../src/profile/common/guard';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

function samplesOf(profile: Profile, sampleType = 1) {
  const [file] = finish(lineSamplesInSteps(profile, sampleType))?.samplesOfFiles(['a.go']) ?? [];
  return file && Array.from(file.lines, (line, i) => `${line}: ${[file.flat[i]!, file.cum[i]!].map((count) => count.toFixed(1)).join(' ')}`);
}

test('a line of a CPU profile has its number of samples', () => {
  const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
  const profile = profileOfLines('a@a.go:1;a@a.go:2 3/30\n a@a.go:1 4/40', types);
  assert.deepEqual(samplesOf(profile), ['1: 4.0 7.0', '2: 3.0 3.0']);
});

test('a line of a heap profile has its effective number of samples, which depends on their weights', () => {
  const profile = heapProfile([
    { stack: 'a@a.go:1;a@a.go:2', size: 64, samples: 3 },
    { stack: 'a@a.go:1;a@a.go:3', size: 100_000_000, samples: 1 },
    { stack: 'a@a.go:1;a@a.go:2', size: 64, samples: 2, inUse: 1 },
  ]);
  assert.deepEqual(samplesOf(profile, 3), ['1: 0.0 1.0', '2: 1.0 1.0']);
  assert.deepEqual(samplesOf(profile, 0)?.slice(0, 2), ['1: 0.0 5.0', '2: 5.0 5.0']);
  const [fileSamples] = finish(lineSamplesInSteps(profile, 1))!.samplesOfFiles(['a.go']);
  assert.ok(fileSamples!.cum[2]! > 1e6, 'every large object is recorded');
});

test('lines of a profile that records everything, or whose samples are unknown, have no number of samples', () => {
  assert.equal(samplesOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 2 }], 1)), undefined);
  assert.equal(samplesOf(profileOfLines('a@a.go:1 7'), 0), undefined);
});
