import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { lineCosts } from '../../../shared/inOneStep';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { perMillion, perOperation } from '../../../../src/profile/refine/relativeValues';
import { profileOfLines } from '../../../shared/stacks';

/** 890 ms for 736,551 operations, and 724 ms for 1,000,001. Line 9 costs less now, but the same per operation. */
const NOW = profileOfLines('main@a.go:1;slow@a.go:5 740000000\nmain@a.go:1;same@a.go:9 150000000');
const BEFORE = profileOfLines('main@a.go:1;slow@a.go:5 520000000\nmain@a.go:1;same@a.go:9 203651900');

function deltas(mode: 'base' | 'diff_base'): number[] {
  const costs = [perOperation(NOW, 736_551), perOperation(BEFORE, 1_000_001)] as const;
  const { lines, cum } = lineCosts(subtractBase(...costs, { mode, keepSamples: true }), 0).fileCosts('a.go');
  assert.deepEqual([...lines], [1, 5, 9]);
  return [...cum].map((value) => Math.round(value * 100) / 100);
}

test('a difference per operation compares the costs per operation, not the totals', () => {
  for (const mode of ['base', 'diff_base'] as const) assert.deepEqual(deltas(mode), [484.68, 484.68, 0], mode);
});

test('equal costs per operation differ by exactly 0', () => {
  const picture = Array.from({ length: 300 }, (_, i) => `main@a.go:1;f@a.go:${2 + (i % 3)} ${7 * i + 1}`).join('\n');
  const first = perOperation(profileOfLines(picture), 7_919);
  const second = perOperation(profileOfLines(picture.split('\n').reverse().join('\n')), 7_919);
  const { flat, cum } = lineCosts(subtractBase(first, second, { mode: 'diff_base', keepSamples: true }), 0).fileCosts('a.go');
  assert.deepEqual([...new Set([...flat, ...cum])], [0]);
});

test('units end in /op, and the total is that of one operation', () => {
  const profile = perOperation(NOW, 736_551);
  assert.deepEqual(profile.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds/op' }]);
  assert.ok(Math.abs(profileTotal(profile, 0) - 890e6 / 736_551) < 0.001);
});

test('perMillion returns costs of a million operations as whole numbers, for other tools', () => {
  const profile = perMillion(perOperation(NOW, 736_551));
  assert.deepEqual(profile.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds' }]);
  assert.ok(profile.values[0]!.every(Number.isInteger));
  assert.ok(Math.abs(profileTotal(profile, 0) - 1e6 * (890e6 / 736_551)) < 10);
  assert.match(profile.comments.at(-1)!, /1000000 operations/);
});

test('samples and memory in use stay unchanged, and allocations have the unit of go test', () => {
  const profile: Profile = {
    ...NOW,
    sampleTypes: [
      { type: 'samples', unit: 'count' },
      { type: 'alloc_objects', unit: 'count' },
      { type: 'inuse_space', unit: 'bytes' },
    ],
    values: [7, 4000, 9].map((value) => Float64Array.of(value, 0)),
  };
  const divided = perOperation(profile, 2000);
  assert.deepEqual(divided.sampleTypes.map(({ unit }) => unit), ['count', 'allocs/op', 'bytes']);
  assert.deepEqual(divided.values.map(([value]) => value), [7, 2, 9]);
  const million = perMillion(divided);
  assert.deepEqual(million.sampleTypes.map(({ unit }) => unit), ['count', 'count', 'bytes']);
  assert.deepEqual(million.values.map(([value]) => value), [7, 2_000_000, 9]);
});

test('costs of requests have units of their own, also in the exports of other tools', () => {
  const profile: Profile = { ...NOW, sampleTypes: [{ type: 'alloc_objects', unit: 'count' }], values: [Float64Array.of(4000, 0)] };
  const objects = perOperation(profile, 2000, { suffix: '/req' });
  assert.deepEqual(objects.sampleTypes, [{ type: 'alloc_objects', unit: 'allocs/req' }]);
  const million = perMillion(perOperation(NOW, 736_551, { suffix: '/req' }));
  assert.deepEqual(million.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds' }]);
  assert.match(million.comments.at(-1)!, /1000000 requests/);
});
