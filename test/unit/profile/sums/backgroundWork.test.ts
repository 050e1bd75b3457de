import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backgroundWork } from '../../../../src/profile/sums/backgroundWork';
import { profileOf } from '../../../shared/profileFromText';

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
