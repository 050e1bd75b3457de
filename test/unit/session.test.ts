import assert from 'node:assert/strict';
import test from 'node:test';
import { type LoadedProfile, type Run, Session } from '../../src/session';

const bytes = (type: string) => ({ type, unit: 'bytes' });

function profile(id: number, sampleTypes = [bytes('alloc_space'), bytes('inuse_space')]): LoadedProfile {
  const totals = sampleTypes.map(() => 1);
  const counts = { sampleCount: 1, functionCount: 1, timeNanos: 0, durationNanos: 0 };
  return { summary: { id, sampleTypes, defaultSampleType: sampleTypes.length - 1, totals, ...counts }, label: `p${id}` };
}

function run(...profiles: LoadedProfile[]): Run {
  return { id: 'r', title: 'BenchmarkX', capturedAt: 0, profiles, results: [], sources: new Map() };
}

test('a run is activated with its first profile under the default sample type', () => {
  const session = new Session();
  session.activate(run(profile(1), profile(2)));
  assert.equal(session.active?.profile.summary.id, 1);
  assert.equal(session.active?.sampleType, 1);
});

test('the next run keeps the sample type that the user chose, where it has one of that name', () => {
  const session = new Session();
  session.activate(run(profile(1)));
  session.switchSampleType(0);
  session.activate(run(profile(2, [bytes('inuse_space'), bytes('alloc_space'), bytes('other')])));
  assert.equal(session.active?.sampleType, 1);
});

test('a sample type that the profile lacks changes nothing and tells nobody', () => {
  const session = new Session();
  session.activate(run(profile(1)));
  let told = 0;
  session.onDidChange(() => told++);
  session.switchSampleType(7);
  session.switchSampleType(-1);
  assert.equal(told, 0);
  assert.equal(session.active?.sampleType, 1);
});

test('only profiles of the active run can be switched to', () => {
  const session = new Session();
  session.activate(run(profile(1), profile(2)));
  session.switchProfile(2);
  session.switchProfile(9);
  assert.equal(session.active?.profile.summary.id, 2);
});

test('a disposed listener is not called any more, the others are', () => {
  const session = new Session();
  const heard: string[] = [];
  const first = session.onDidChange(() => heard.push('first'));
  session.onDidChange(() => heard.push('second'));
  first.dispose();
  session.activate(run(profile(1)));
  session.clear();
  session.clear();
  assert.deepEqual(heard, ['second', 'second']);
});
