import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../../src/captures/session';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const TEN_MS = 1e7;
const SAMPLE_TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

/** A profile with this many samples of cpu, each of 10 ms. */
const profileOf = (samples: number) => {
  const summary = { ...summaryOf(1, 'cpu/nanoseconds'), sampleTypes: SAMPLE_TYPES, totals: [samples, samples * TEN_MS] };
  return { summary, label: 'cpu' };
};

/** What the page shows of two profiles with these numbers of samples, of a million operations each. */
async function stateOf(now: number, before: number, more: object = {}) {
  const { comparisonState } = await import('../../../../src/pages/profile/comparisonState');
  const capture = { id: 'a', title: 'BenchmarkA', capturedAt: 0, results: [] };
  const operations = { now: 1e6, before: 1e6 };
  const baseline = { capture: { ...capture, id: 'b' }, profile: profileOf(before), operations, normalize: false, ...more };
  const active = { capture, profile: profileOf(now), sampleType: 1, baseline, refinement: {}, form: 'perOperation' };
  return comparisonState(active as unknown as Active, 0)!;
}

test('a change of CPU time per operation is noise if sampling explains it', async () => {
  assert.equal((await stateOf(115, 97)).isNoise, true);
  assert.equal((await stateOf(11_500, 9700)).isNoise, undefined);
  assert.equal((await stateOf(97, 97)).isNoise, undefined, 'nothing changed');
});

test('if one of the profiles has no samples, the number in the other decides', async () => {
  assert.equal((await stateOf(0, 115)).isNoise, undefined);
  assert.equal((await stateOf(0, 3)).isNoise, true);
});

test('a change of CPU time per operation is noise if the time of the runs in turns varied as much', async () => {
  assert.equal((await stateOf(11_500, 9700, { turns: { timeVaries: 0.2, changes: [] } })).isNoise, true);
});

test('a change of CPU time per operation that runs in turns showed is not called noise', async () => {
  const turns = (isIncrease: boolean) => ({ turns: { changes: [{ type: 'cpu', isIncrease, evidence: '6+6 runs in turns' }] } });
  assert.equal((await stateOf(37, 20, turns(true))).isNoise, undefined);
  assert.equal((await stateOf(37, 20, turns(false))).isNoise, true, 'the profiles changed in the other direction');
});

test('the totals of profiles that are not compared per operation have no verdict', async () => {
  assert.equal((await stateOf(115, 97, { operations: undefined })).isNoise, undefined);
});
