import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { showNextSampleType } from '../../../../src/features/show/nextSampleType';
import type { LoadedProfile } from '../../../../src/captures/loadedCapture';
import { Session } from '../../../../src/captures/session';

/** A type with a minus has no costs. */
function profile(id: number, ...types: string[]): LoadedProfile {
  const sampleTypes = types.map((type) => ({ type, unit: 'bytes' }));
  const others = { sampleCount: 1, functionCount: 1, timeNanos: 0, period: 0, durationNanos: 0, comments: [] };
  return { summary: { id, sampleTypes, defaultSampleType: 0, totals: types.map((type) => (type.startsWith('-') ? 0 : 1)), ...others }, label: `p${id}` };
}

test('the next sample type may be in the next profile, and the first sample type follows the last', () => {
  const session = new Session({ derive: () => assert.fail(), unload: () => assert.fail() });
  const profiles = [profile(1, 'a'), profile(2, 'b', 'c')];
  showNextSampleType(session, 1);
  assert.equal(session.active, undefined);
  session.activate({ id: 'r', title: 'BenchmarkX', capturedAt: 0, profiles, results: [], sources: new Map() });
  const next = (by: 1 | -1) => {
    showNextSampleType(session, by);
    return session.active?.profile.summary.sampleTypes[session.active.sampleType].type;
  };
  assert.deepEqual([next(1), next(1), next(1), next(-1)], ['b', 'c', 'a', 'c']);
});

test('sample types without costs are passed over, but the shown one is left', () => {
  const session = new Session({ derive: () => assert.fail(), unload: () => assert.fail() });
  const profiles = [profile(1, 'a', '-b'), profile(2, '-c', 'd')];
  session.activate({ id: 'r', title: 'BenchmarkX', capturedAt: 0, profiles, results: [], sources: new Map() });
  const types = [1, 1, -1].map((by) => {
    showNextSampleType(session, by as 1 | -1);
    return session.active?.profile.summary.sampleTypes[session.active.sampleType].type;
  });
  assert.deepEqual(types, ['d', 'a', 'd']);
  session.choose(1, 1);
  showNextSampleType(session, 1);
  assert.equal(session.active?.profile.label, 'p2', 'the next one with costs');
});
