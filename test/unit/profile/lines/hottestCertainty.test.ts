import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../../src/profile/common/guard';
import { hottestCertaintyInSteps } from '../../../../src/profile/lines/hottestCertainty';
import type { Profile } from '../../../../src/profile/model';
import { relativeReach, shareInterval } from '../../../../src/profile/noise/interval';
import { profileOf } from '../../../shared/profileFromText';

const CPU = { types: 'samples/count cpu/nanoseconds' };
const certaintyOf = (profile: Profile, view: Parameters<typeof hottestCertaintyInSteps>[2] = {}, type = 1) =>
  finish(hottestCertaintyInSteps(profile, type, view));

const PROFILE = profileOf(`
  60 600 | lib.f lib.go:1 < own.a own.go:3
  20 200 | own.b own.go:4 < own.a own.go:3
  10 100 | own.b own.go:5
  9 90 | own.b own.go:6
  1 10 | own.b own.go:7
`, CPU);

test('the hottest lines are those to which the cost is charged, and the least sure of them decides', () => {
  const { samples, share, hottest, within } = certaintyOf(PROFILE, { files: ['own.go'] })!;
  assert.deepEqual([samples, share, hottest], [100, 0.6, 60]);
  const [from, to] = shareInterval(9, 100);
  assert.equal(within, relativeReach(0.09, [from, to]));
});

test('a line with less than 2 % of the total is not waited for', () => {
  const profile = profileOf('9900 9900 | own.a own.go:3\n 100 100 | own.a own.go:4', CPU);
  assert.ok(certaintyOf(profile)!.within < 0.01);
});

test('only five lines count, and not those of the loop of a benchmark', () => {
  const lines = [600, 600, 600, 600, 600].map((count, i) => `${count} ${count} | own.a own.go:${i + 1}`);
  const five = certaintyOf(profileOf(lines.join('\n'), CPU))!.within;
  const six = certaintyOf(profileOf([...lines, '400 400 | own.a own.go:9'].join('\n'), CPU))!.within;
  assert.ok(Math.abs(five - six) < 0.01, `${five} ${six}`);
  const loop = profileOf('100 100 | own.Benchmark own.go:1\n10 10 | own.b own.go:2', CPU);
  const loops = [{ file: 'own.go', functions: ['Benchmark'], lines: [[1, 1]] as const }];
  assert.equal(certaintyOf(loop, { loops })!.hottest, 10);
});

test('samples of a heap profile count by what they stand for', () => {
  const rate = 524288;
  const stacks = [
    `${Math.trunc(4 * 8192.5)} ${Math.trunc(4 * 8192.5) * 64} | own.a own.go:1 {bytes=64}`,
  ].join('\n');
  const profile = { ...profileOf(stacks, { types: 'alloc_objects/count alloc_space/bytes' }), period: rate, periodType: { type: 'space', unit: 'bytes' } };
  const certainty = certaintyOf(profile as Profile);
  assert.equal(certainty?.samples, 4);
  assert.equal(Math.round(certainty!.hottest), 4);
});

test('nothing is said of profiles whose number of samples is not known, or that left nothing to chance', () => {
  assert.equal(certaintyOf(profileOf('5 | f f.go:1', { types: 'cpu/nanoseconds' }), {}, 0), undefined);
  assert.equal(certaintyOf(profileOf('5 7 | f f.go:1', { types: 'contentions/count delay/nanoseconds' })), undefined);
});

test('samples of a wall profile say nothing of chance, because a goroutine that waits is in one after the other', () => {
  const profile = profileOf('100 1000 1000 | own.a own.go:3', { types: 'samples/count wall/nanoseconds wall_all/nanoseconds' });
  assert.equal(certaintyOf(profile), undefined);
  assert.notEqual(certaintyOf(profileOf('100 1000 | own.a own.go:3', CPU)), undefined);
});
