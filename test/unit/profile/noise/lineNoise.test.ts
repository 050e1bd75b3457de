import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

function noiseOf(profile: Profile, line: number, sampleType = 1, figures = {}) {
  const detail = lineDetail(profile, { sampleType, file: 'a.go', line, limit: 0 }, figures);
  return detail?.values[sampleType]?.noise;
}

const inPercent = (interval: readonly number[] | undefined, total: number) =>
  interval?.map((bound) => Number(((100 * bound) / total).toFixed(1)));

test('a figure of a CPU profile has its number of samples and the interval of its share', () => {
  const profile = profileOfLines('a@a.go:1 3/30\n a@a.go:2;a@a.go:1 4/40\n b@b.go:1 93/930', CPU);
  const second = noiseOf(profile, 2);
  assert.deepEqual([second?.basis, second?.flat.count, second?.cum.count], ['samples', 0, 4]);
  const noise = noiseOf(profileOfLines('a@a.go:1 3/30\n b@b.go:1 97/970', CPU), 1);
  assert.deepEqual(inPercent(noise?.flat.interval, 1000), [1, 8.5]);
  assert.deepEqual([noise?.flat.isFew, noiseOf(profile, 1)?.cum.isFew], [true, false]);
});

test('the share of a line in a refined profile is its share of the whole profile', () => {
  const refined = { ...profileOfLines('a@a.go:1 3/30', CPU), totals: [100, 1000] };
  assert.deepEqual(inPercent(noiseOf(refined, 1)?.flat.interval, 1000), [1, 8.5]);
});

test('a figure of a heap profile is more reliable the more samples it has', () => {
  const profile = heapProfile([
    { stack: 'a@a.go:1', size: 64, samples: 10_000 },
    { stack: 'a@a.go:2', size: 64, samples: 4 },
  ]);
  const [many, few] = [noiseOf(profile, 1), noiseOf(profile, 2)];
  const bytes = profile.values[1]![0]!;
  assert.deepEqual([many?.cum.count, many?.cum.isFew, few?.cum.count, few?.cum.isFew], [10_000, false, 4, true]);
  assert.deepEqual(inPercent(many?.cum.interval, bytes), [98.1, 102]);
});

test('a few samples of large objects are reliable, because all of them are recorded', () => {
  const profile = heapProfile([{ stack: 'a@a.go:1', size: 100_000_000, samples: 3 }]);
  assert.deepEqual(noiseOf(profile, 1)?.cum, { count: 3, interval: [300_000_000, 300_000_000], isFew: false });
});

test('one large sample among small ones makes the bytes unreliable, but not the number of objects', () => {
  const rows = [{ stack: 'a@a.go:1', size: 400_000, samples: 1 }, { stack: 'a@a.go:1', size: 8, samples: 5 }];
  const objects = noiseOf(heapProfile(rows), 1, 0)?.cum;
  const smallObjects = noiseOf(heapProfile(rows.slice(1)), 1, 0)?.cum;
  assert.equal(objects?.count, 6);
  assert.equal(objects.isFew, false);
  assert.equal(smallObjects?.isFew, false);
  const space = noiseOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 1 }, ...rows.slice(0, 1)]), 1)?.cum;
  assert.equal(space?.isFew, true);
});

test('a figure that counts everything, or events, has no interval and never rests on few samples', () => {
  const exact = noiseOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 2 }], 1), 1);
  assert.deepEqual(exact, {
    basis: 'everything', flat: { count: 2, isFew: false }, cum: { count: 2, isFew: false },
  });
  const types = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
  const events = noiseOf(profileOfLines('a@a.go:1 1/500', types), 1);
  assert.deepEqual([events?.basis, events?.cum], ['events', { count: 1, isFew: false }]);
});

test('the noise of means and of divided figures is unknown', () => {
  const profile = profileOfLines('a@a.go:1 4/40', CPU);
  assert.equal(noiseOf(profile, 1, 1, { mean: true }), undefined);
  assert.equal(noiseOf(profile, 1, 1, { divide_by: 2 }), undefined);
});
