import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../../src/captures/session';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { plainSpaces } from '../../../shared/plainSpaces';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const TEN_MS = 1e7;
const SAMPLE_TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

/** A profile with this many samples of cpu, each of 10 ms. */
const profileOf = (samples: number) => {
  const summary = { ...summaryOf(1, 'cpu/nanoseconds'), sampleTypes: SAMPLE_TYPES, totals: [samples, samples * TEN_MS], weights: [0, TEN_MS] };
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

/** What the page says of the total. */
async function totalOf(...args: Parameters<typeof stateOf>) {
  return plainSpaces((await stateOf(...args)).head?.at(-1) ?? '');
}

test('a change of CPU time per operation is noise if sampling explains it, and else has its interval', async () => {
  assert.equal(await totalOf(115, 97), 'CPU 0.97 → 1.1 µs/op (within the noise)');
  assert.equal(await totalOf(11_500, 9700), 'CPU 97.0 → 115 µs/op (11 to 27 % more)');
  assert.equal(await totalOf(97, 97), 'CPU 970 → 970 ns/op', 'nothing changed');
});

test('if one of the profiles has no samples, there is no interval', async () => {
  assert.equal(await totalOf(0, 115), 'CPU 1.1 → 0 µs/op (−100 %)');
  assert.equal(await totalOf(0, 0), '');
});

test('a change of CPU time per operation is noise if the time of the runs in turns varied as much', async () => {
  assert.match(await totalOf(11_500, 9700, { turns: { timeVaries: 0.2, changes: [] } }), /\(within the noise\)$/);
});

test('a change of CPU time per operation that runs in turns showed is not called noise', async () => {
  const turns = (isIncrease: boolean) => ({ turns: { changes: [{ type: 'cpu', isIncrease, evidence: '6+6 runs in turns' }] } });
  assert.match(await totalOf(37, 20, turns(true)), /^CPU 200 → 370 ns\/op \(.* more\)$/);
  assert.match(await totalOf(37, 20, turns(false)), /\(within the noise\)$/, 'the profiles changed in the other direction');
});

test('profiles that the runs in turns contradict are not compared by their totals', async () => {
  const turns = { timeVaries: 0.01, changes: [], drift: 2 };
  assert.match(await totalOf(11_500, 4700, { turns }), /^CPU 47\.0 → 115 µs\/op \(the machine had another speed then\)$/);
});

test('the totals of profiles that are not compared per operation have no verdict', async () => {
  assert.equal((await stateOf(115, 97, { operations: undefined })).head, undefined);
});

test('services under load are compared per request', async () => {
  const requests = { count: 1e6, perSecond: 1e5, seconds: 10 };
  const { comparisonState } = await import('../../../../src/pages/profile/comparisonState');
  const capture = { id: 'a', title: 'api', capturedAt: 0, results: [] };
  const ofSamples = (samples: number) => ({ ...profileOf(samples), requests });
  const operations = { now: 1e6, before: 1e6 };
  const baseline = { capture: { ...capture, id: 'b' }, profile: ofSamples(9700), operations, normalize: false };
  const active = { capture, profile: ofSamples(11_500), sampleType: 1, baseline, refinement: {}, form: 'total' };
  const { unit, head } = comparisonState(active as unknown as Active, 0)!;
  assert.deepEqual([unit, plainSpaces(head!.join())], ['nanoseconds/req', 'CPU 97.0 → 115 µs/req (9 to 29 % more)']);
});
