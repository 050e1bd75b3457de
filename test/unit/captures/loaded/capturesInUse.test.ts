import assert from 'node:assert/strict';
import test from 'node:test';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { Session } from '../../../../src/captures/session';
import { CapturesInUse, profilesOnlyOf } from '../../../../src/captures/loaded/capturesInUse';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';

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

test('a capture stays loaded while it is the last one, active, a baseline, an open file, or used by others', () => {
  const engine = new FakeEngine();
  const session = new Session(engine);
  const inUse = new CapturesInUse(engine.asEngine(), session);
  const capture = captureOf('BenchmarkX', { summary: summaryOf(7, 'cpu/nanoseconds'), label: 'cpu' });
  const unloads = () => {
    const before = engine.asked.get('unload') ?? 0;
    inUse.unloadUnused(capture);
    return (engine.asked.get('unload') ?? 0) - before;
  };
  inUse.makeLast(capture);
  assert.deepEqual([session.active?.capture, unloads()], [capture, 0]);
  inUse.last = undefined;
  assert.equal(unloads(), 0, 'it is active');
  session.clear();
  inUse.files.set(capture.id, capture);
  assert.equal(unloads(), 0, 'it is an open file');
  inUse.files.clear();
  let used: Capture | undefined = capture;
  inUse.add(() => [used]);
  assert.equal(unloads(), 0, 'it is in progress');
  used = undefined;
  assert.equal(unloads(), 1);
});

test('a newer object for a capture takes its place wherever the capture is shown', () => {
  const engine = new FakeEngine();
  const session = new Session(engine);
  const inUse = new CapturesInUse(engine.asEngine(), session);
  const capture = captureOf('BenchmarkX', { summary: summaryOf(7, 'cpu/nanoseconds'), label: 'cpu' });
  inUse.makeLast(capture);
  const renamed = { ...capture, title: 'before the change' };
  inUse.replace(capture, renamed);
  assert.ok(inUse.last?.capture === renamed && session.active?.capture === renamed);
});
