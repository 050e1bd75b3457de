import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { lineCosts } from '../../../../src/profile/lines/lineCosts';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { subtractBase } from '../../../../src/profile/refine';
import { perMillion, perOperation } from '../../../../src/profile/refine/perOperation';
import { profileOfLines } from '../../../shared/stacks';

/** 890 ms for 736,551 operations, and 720 ms for 1,000,001: the totals and the costs per operation differ in sign. */
const NOW = profileOfLines('main@a.go:1;slow@a.go:5 740000000\nmain@a.go:1;same@a.go:9 150000000');
const BEFORE = profileOfLines('main@a.go:1;slow@a.go:5 520000000\nmain@a.go:1;same@a.go:9 203651900');

function deltas(mode: 'base' | 'diff_base'): number[] {
  const parts = [perOperation(NOW, 736_551), perOperation(BEFORE, 1_000_001)] as const;
  const { lines, cum } = lineCosts(subtractBase(...parts, { mode, keepSamples: true }), 0).fileCosts('a.go');
  assert.deepEqual([...lines], [1, 5, 9]);
  return [...cum].map((value) => Math.round(value * 100) / 100);
}

test('a difference per operation has the sign of the results of go test, whatever the totals', () => {
  for (const mode of ['base', 'diff_base'] as const) assert.deepEqual(deltas(mode), [484.68, 484.68, 0], mode);
});

test('equal costs per operation differ by exactly 0', () => {
  const picture = Array.from({ length: 300 }, (_, i) => `main@a.go:1;f@a.go:${2 + (i % 3)} ${7 * i + 1}`).join('\n');
  const one = perOperation(profileOfLines(picture), 7_919);
  const other = perOperation(profileOfLines(picture.split('\n').reverse().join('\n')), 7_919);
  const { flat, cum } = lineCosts(subtractBase(one, other, { mode: 'diff_base', keepSamples: true }), 0).fileCosts('a.go');
  assert.deepEqual([...new Set([...flat, ...cum])], [0]);
});

test('units end in /op, and totals are those of one operation', () => {
  const profile = perOperation(NOW, 736_551);
  assert.deepEqual(profile.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds/op' }]);
  assert.ok(Math.abs(profileTotal(profile, 0) - 890e6 / 736_551) < 0.001);
});

test('for other tools, costs are whole numbers for a million operations', () => {
  const profile = perMillion(perOperation(NOW, 736_551));
  assert.deepEqual(profile.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds' }]);
  assert.ok(profile.values[0]!.every(Number.isInteger));
  assert.ok(Math.abs(profileTotal(profile, 0) - 1e6 * (890e6 / 736_551)) < 10);
  assert.match(profile.comments.at(-1)!, /1000000 operations/);
});

test('samples and memory in use are not costs and stay unchanged; allocations have the unit of go test', () => {
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
  const whole = perMillion(divided);
  assert.deepEqual(whole.sampleTypes.map(({ unit }) => unit), ['count', 'count', 'bytes']);
  assert.deepEqual(whole.values.map(([value]) => value), [7, 2_000_000, 9]);
});
