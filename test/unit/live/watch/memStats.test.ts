import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gcShare, memStatsOfText, memStatsOfVars } from '../../../../src/live/watch/memStats';

const stats = { collections: 3, collecting: 0.1, lastAt: 11_000, oldestAt: 1000, allocated: 5 };

test('the share of garbage collection between two readings weighs both with the time since the start', () => {
  // 10 % of 10 s, then 20 % of 20 s: 3 of the last 10 s.
  const now = { ...stats, collections: 9, collecting: 0.2, lastAt: 21_000 };
  assert.equal(Math.round(gcShare(stats, now, 1000)), 30);
  assert.equal(Math.round(gcShare({ ...stats, collections: 0, collecting: 0, lastAt: 0, oldestAt: NaN }, now)), 20);
});

test('without a collection between two readings, or a known start, the share is not known', () => {
  assert.ok(Number.isNaN(gcShare(stats, stats)));
  const later = { ...stats, collections: 9, lastAt: 12_000, oldestAt: NaN };
  assert.ok(Number.isNaN(gcShare({ ...stats, oldestAt: NaN }, later)));
});

test('statistics are read from the variables of expvar and from the end of a heap profile as text', () => {
  const memstats = { NumGC: 2, GCCPUFraction: 0.5, LastGC: 3e9, PauseEnd: [2e9, 3e9, 0], TotalAlloc: 7 };
  const expected = { collections: 2, collecting: 0.5, lastAt: 3000, oldestAt: 2000, allocated: 7 };
  assert.deepEqual(memStatsOfVars(JSON.stringify({ cmdline: [], memstats })), expected);
  const text = 'heap profile: 1: 2\n# runtime.MemStats\n# TotalAlloc = 7\n# LastGC = 3000000000\n# PauseEnd = [2000000000 3000000000 0]\n# NumGC = 2\n# GCCPUFraction = 0.5\n';
  assert.deepEqual(memStatsOfText(text), expected);
  assert.deepEqual([memStatsOfVars('{}'), memStatsOfVars('no'), memStatsOfText('heap profile')], [undefined, undefined, undefined]);
});
