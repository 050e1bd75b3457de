import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedOf } from '../../../src/captures/comparison';
import type { Capture, LoadedProfile } from '../../../src/captures/loadedCapture';
import { speedDrift } from '../../../src/captures/speedDrift';

const TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

function profiled(samples: number, operations: number, sampleTypes = TYPES) {
  return { summary: { sampleTypes, totals: [samples, samples * 1e7], sampleCount: samples }, operations };
}

const EQUAL = { changes: [], timeVaries: 0.02 };
const changed = (isIncrease: boolean) => ({ ...EQUAL, changes: [{ type: 'cpu', isIncrease, evidence: '' }] });
const drift = (...args: Parameters<typeof speedDrift>) => {
  const factor = speedDrift(...args);
  return factor === undefined ? undefined : Number(factor.toFixed(2));
};

test('a profile of other cost per operation, without a difference in turns, was taken at another speed of the machine', () => {
  assert.equal(drift(EQUAL, profiled(40_000, 1000), profiled(20_000, 1000)), 1.97, 'the machine was faster before');
  assert.equal(drift(EQUAL, profiled(20_000, 1000), profiled(60_000, 1000)), 0.34, 'it was slower');
  assert.equal(drift(EQUAL, profiled(30_000, 1500), profiled(20_000, 1000)), undefined, 'as many costs per operation');
});

test('what sampling explains is not the speed of the machine', () => {
  assert.equal(drift(EQUAL, profiled(115, 1000), profiled(100, 1000)), undefined);
  assert.equal(drift(EQUAL, profiled(11_500, 1000), profiled(10_000, 1000)), 1.12);
});

test('a change that the runs in turns show is one of the code, and one in the opposite direction is not', () => {
  const [now, before] = [profiled(20_000, 1000), profiled(10_000, 1000)];
  assert.equal(drift(changed(true), now, before), undefined);
  assert.equal(drift(changed(false), now, before), 1.95);
});

test('without enough runs in turns, or a CPU profile, nothing is known', () => {
  const [now, before] = [profiled(20_000, 1000), profiled(10_000, 1000)];
  assert.equal(drift({ changes: [] }, now, before), undefined);
  const memory = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
  assert.equal(drift(EQUAL, profiled(20_000, 1000, memory), profiled(10_000, 1000, memory)), undefined);
  assert.equal(drift(EQUAL, now, profiled(0, 1000)), undefined);
});

/** A capture of BenchmarkX with a CPU profile. */
function captureOf(id: string, samples: number): Capture {
  const { summary } = profiled(samples, 1000);
  const profile = { label: 'cpu', summary: { ...summary, id: samples }, iterations: [1000] };
  const target = { file: '/w/x_test.go', name: 'BenchmarkX', kind: 'benchmark' };
  const loaded = { loop: 'b.Loop', profiles: [profile as unknown as LoadedProfile], results: [], sources: new Map() };
  return { id, title: 'BenchmarkX', capturedAt: 0, target, ...loaded } as unknown as Capture;
}

test('no line of two versions or two stages is firm against the runs in turns; two environments may differ so', () => {
  const before = captureOf('before', 20_000);
  const baseline = { capture: before, movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false } as const;
  const turns = { base: { id: 'before', capturedAt: 0 }, before: [], wanted: 10, notes: [], changes: [], timeVaries: 0.02 };
  const driftOf = (kind?: 'stages' | 'environments') => {
    const sides = kind && { sides: { kind, now: 'b', before: 'a' } };
    const now = { ...captureOf('now', 40_000), turns: { ...turns, ...sides } };
    return comparedOf(baseline, now, now.profiles[0]!)?.turns?.drift?.toFixed(2);
  };
  assert.deepEqual([driftOf(), driftOf('stages'), driftOf('environments')], ['1.97', '1.97', undefined]);
});
