import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE } from '../../../../src/profile/answers/changes';
import { backgroundWork } from '../../../../src/profile/changes/backgroundWork';
import { cpuProfile, differenceOf, differenceOfTotals } from '../../../shared/differences';
import { loadedReports } from '../../../shared/loadedReports';
import { profileOf } from '../../../shared/profileFromText';

const never = new AbortController().signal;

const STACKS = [
  '60 | main.work a.go:1 < main.main a.go:9',
  '20 | runtime.scanObject m.go:1 < runtime.gcDrain m.go:5 < runtime.gcBgMarkWorker.func2 m.go:7 < runtime.systemstack s.s:1 < runtime.gcBgMarkWorker m.go:2',
  '5 | runtime.sweepone m.go:3 < runtime.bgsweep m.go:4',
  '10 | runtime.gcDrainN m.go:4 < runtime.gcAssistAlloc m.go:8 < main.work a.go:1 < main.main a.go:9',
  '5 | main.finalize a.go:20 < runtime.runFinalizers m.go:4',
].join('\n');

test('background work is that of the goroutines of the runtime, not what it does for a line of the program', () => {
  assert.deepEqual(backgroundWork(profileOf(STACKS), 0), { cost: 30, total: 100 });
});

test('only CPU time has background work', () => {
  assert.equal(backgroundWork(profileOf(STACKS, { types: 'alloc_space/bytes' }), 0), undefined);
});

test('a comparison says what background work cost in each profile, and how that is judged', async () => {
  const [now, before] = [400, 100].map((samples) => cpuProfile(`m/p.work@a.go:2 500\nruntime.bgsweep@m.go:4 ${samples}`));
  const { cost, total, change } = (await loadedReports(differenceOf(now, before)).backgroundWork(1, never))!;
  const { now: after, before: earlier, totalNow, totalBefore } = change!;
  const samples = [cost, total, after, earlier, totalNow, totalBefore].map((value) => value / 1e4);
  assert.deepEqual(samples, [300, 600, 400, 100, 900, 600]);
  assert.equal(change!.judged!.judgement, FIRM_CHANGE);
});

test('a comparison of totals has no judgement on background work', async () => {
  const [now, before] = [400, 100].map((samples) => cpuProfile(`m/p.work@a.go:2 500\nruntime.bgsweep@m.go:4 ${samples}`));
  const { cost, change } = (await loadedReports(differenceOfTotals(now, before)).backgroundWork(1, never))!;
  assert.deepEqual([cost, change?.judged], [300 * 1e7, undefined]);
});
