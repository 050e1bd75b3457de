import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { lineSamplesInSteps } from '../../../../src/profile/lines/lineNoise';
import { finish } from '../../../../src/profile/common/guard';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { CPU_TYPES, cpuProfile, differenceOf, differenceOfTotals } from '../../../shared/differences';
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

test('a change of a line rests on the samples that were added or removed', () => {
  const now = cpuProfile('a@a.go:1 1002\na@a.go:2 20\na@a.go:3 1');
  const before = cpuProfile('a@a.go:1 1000\na@a.go:2 30\na@a.go:4 3');
  const difference = differenceOfTotals(now, before);
  assert.deepEqual(samplesOf(difference), ['1: 2.0 2.0', '2: 10.0 10.0', '3: 1.0 1.0', '4: 3.0 3.0']);
  assert.equal(samplesOf(differenceOf(now, before)), undefined, 'per operation, a change has a judgement');
});

test('a change between captures at different rates rests on as many samples as its size shows, not on the added ones', () => {
  const at = (count: number, period: number) =>
    ({ ...profileOfLines(`a@a.go:1 ${count}/${count * period}`, CPU_TYPES), period });
  assert.deepEqual(samplesOf(differenceOfTotals(at(103, 20), at(100, 10))), ['1: 21.9 21.9']);
  assert.deepEqual(samplesOf(differenceOfTotals(at(103, 20), at(205, 10))), ['1: 0.0 0.0']);
});

test('mode `base` merges samples, so a comparison in it has no number of samples, also if all samples increased', () => {
  const [now, before] = [cpuProfile('a@a.go:1 1002\na@a.go:2 20'), cpuProfile('a@a.go:1 1000')];
  assert.equal(samplesOf(subtractBase(now, before, { mode: 'base', keepSamples: true })), undefined);
});

test('a single large allocation is a certain change, one that stands for many is not', () => {
  const before = heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 9 }]);
  const now = heapProfile([
    { stack: 'a@a.go:1', size: 64, samples: 10 },
    { stack: 'a@a.go:2', size: 100_000_000, samples: 1 },
  ]);
  const [lines] = finish(lineSamplesInSteps(differenceOfTotals(now, before), 1))!.samplesOfFiles(['a.go']);
  assert.deepEqual([lines!.cum[0]!.toFixed(2), lines!.cum[1]! > 1e6], ['1.00', true]);
});
