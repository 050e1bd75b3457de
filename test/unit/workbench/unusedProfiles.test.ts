import assert from 'node:assert/strict';
import test from 'node:test';
import type { Capture, LoadedProfile } from '../../../src/loadedCapture';
import { profilesOnlyOf } from '../../../src/workbench/unusedProfiles';

const profile = (label: string) => ({ label }) as LoadedProfile;
const run = (title: string, ...profiles: LoadedProfile[]): Capture => {
  return { id: 'r', title, capturedAt: 0, profiles, results: [], sources: new Map() };
};

test('a capture that shares no profiles can be unloaded completely', () => {
  const [cpu, memory] = [profile('cpu'), profile('memory')];
  assert.deepEqual(profilesOnlyOf(run('BenchmarkX', cpu, memory), [undefined, run('BenchmarkY', profile('cpu'))]), [cpu, memory]);
});

test('a capture that was renamed, or is used twice, stays loaded', () => {
  const cpu = profile('cpu');
  const before = run('BenchmarkX', cpu);
  assert.deepEqual(profilesOnlyOf(before, [run('before the change', cpu)]), []);
  assert.deepEqual(profilesOnlyOf(before, [undefined, before, before]), []);
});

test('a capture that was read again has its own profiles', () => {
  const before = run('cpu.pprof', profile('cpu'));
  assert.deepEqual(profilesOnlyOf(before, [run('cpu.pprof', profile('cpu'))]), before.profiles);
});
