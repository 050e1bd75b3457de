import assert from 'node:assert/strict';
import test from 'node:test';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { profilesOnlyOf } from '../../../../src/captures/loaded/unusedProfiles';

const profile = (label: string) => ({ label }) as LoadedProfile;
const captureOf = (title: string, ...profiles: LoadedProfile[]): Capture => {
  return { id: 'a', title, capturedAt: 0, profiles, results: [], sources: new Map() };
};

test('all profiles of a capture that shares none can be unloaded', () => {
  const [cpu, memory] = [profile('cpu'), profile('memory')];
  assert.deepEqual(profilesOnlyOf(captureOf('BenchmarkX', cpu, memory), [undefined, captureOf('BenchmarkY', profile('cpu'))]), [cpu, memory]);
});

test('the profiles of a capture that was renamed, or is used twice, stay loaded', () => {
  const cpu = profile('cpu');
  const before = captureOf('BenchmarkX', cpu);
  assert.deepEqual(profilesOnlyOf(before, [captureOf('before the change', cpu)]), []);
  assert.deepEqual(profilesOnlyOf(before, [undefined, before, before]), []);
});

test('a profile file that is read again shares no profiles with its earlier capture', () => {
  const before = captureOf('cpu.pprof', profile('cpu'));
  assert.deepEqual(profilesOnlyOf(before, [captureOf('cpu.pprof', profile('cpu'))]), before.profiles);
});
