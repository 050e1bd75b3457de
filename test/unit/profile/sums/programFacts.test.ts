import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programFacts } from '../../../../src/profile/sums/programFacts';
import { profileOf } from '../../../shared/profileFromText';

test('the GC share is the part of the CPU time in stacks that collect garbage', () => {
  const profile = profileOf([
    '60 | main.work a.go:1 < main.main a.go:9',
    '20 | runtime.scanObject m.go:1 < runtime.gcDrain m.go:5 < runtime.gcBgMarkWorker.func2 m.go:7',
    '10 | runtime.gcDrainN m.go:4 < runtime.gcAssistAlloc m.go:8 < main.work a.go:1 < main.main a.go:9',
    '10 | runtime.gcBgMarkWorkers m.go:1',
  ].join('\n'), { binary: '/srv/app', buildId: 'b1' });
  assert.deepEqual(programFacts(profile), { file: '/srv/app', buildId: 'b1', gcShare: 0.3 });
});

test('without CPU time there is no GC share', () => {
  assert.equal(programFacts(profileOf('0 | main.work a.go:1')).gcShare, undefined);
  const heap = profileOf('5 | main.work a.go:1', { types: 'inuse_space/bytes' });
  assert.equal(programFacts(heap).gcShare, undefined);
});
