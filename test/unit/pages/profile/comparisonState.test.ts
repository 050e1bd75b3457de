import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../../src/captures/session';
import type { Refinement } from '../../../../src/profile/answers/refinement';
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
async function stateOf(now: number, before: number, more: object = {}, refinement: Refinement = {}) {
  const { comparisonState } = await import('../../../../src/pages/profile/comparisonState');
  const capture = { id: 'a', title: 'BenchmarkA', capturedAt: 0, results: [] };
  const operations = { now: 1e6, before: 1e6 };
  const baseline = { capture: { ...capture, id: 'b' }, profile: profileOf(before), operations, normalize: false, ...more };
  const active = { capture, profile: profileOf(now), sampleType: 1, baseline, refinement, form: 'perOperation' };
  return comparisonState(active as unknown as Active, 0)!;
}

/** What the page says. */
async function headOf(...args: Parameters<typeof stateOf>) {
  return plainSpaces((await stateOf(...args)).head);
}

test('a change of CPU time per operation is noise if sampling explains it, and else has its interval', async () => {
  assert.equal(await headOf(115, 97), 'CPU within the noise · 0.97 → 1.1 µs/op');
  assert.equal(await headOf(11_500, 9700), 'CPU 11 to 27 % more · 97.0 → 115 µs/op');
  assert.equal(await headOf(97, 97), 'CPU unchanged · 970 ns/op');
});

test('if one of the profiles has no samples, there is no interval', async () => {
  assert.equal(await headOf(0, 115), 'CPU −100 % · 1.1 → 0 µs/op');
  assert.equal(await headOf(0, 0), '');
});

test('a change of CPU time per operation is noise if the time of the runs in turns varied as much', async () => {
  assert.match(await headOf(11_500, 9700, { turns: { timeVaries: 0.2, changes: [] } }), /^CPU within the noise · /);
});

test('a change of CPU time per operation that runs in turns showed is not called noise', async () => {
  const turns = (isIncrease: boolean) => ({ turns: { changes: [{ type: 'cpu', isIncrease, evidence: '6+6 runs in turns' }] } });
  assert.match(await headOf(37, 20, turns(true)), /^CPU .* more · 200 → 370 ns\/op$/);
  assert.match(await headOf(37, 20, turns(false)), /^CPU within the noise · /, 'the profiles changed in the other direction');
});

test('profiles that the runs in turns contradict are not compared by their totals', async () => {
  const turns = { timeVaries: 0.01, changes: [], drift: 2 };
  assert.match(await headOf(11_500, 4700, { turns }), /^CPU the machine had another speed then · 47\.0 → 115 µs\/op$/);
});

test('totals are compared by their change, unless the amounts of work are not known', async () => {
  const totals = (more: object) => headOf(11_500, 9700, { operations: undefined, ...more });
  assert.equal(await totals({}), 'CPU 11 to 27 % more · 97.0 → 115 s');
  assert.equal(await headOf(115, 97, { operations: undefined }), 'CPU within the noise · 0.97 → 1.1 s');
  assert.equal(await totals({ shares: 'shown' }), 'shares of the total · CPU 97.0 → 115 s');
  assert.equal(await totals({ shares: 'offered' }), 'CPU 11 to 27 % more (more work shows as growth) · 97.0 → 115 s');
  assert.equal(await totals({ normalize: true }), 'scaled to the same total · CPU 97.0 → 115 s');
});

test('the changes of a store that does not count samples are not shown as if they were known', async () => {
  const { comparisonSentence } = await import('../../../../src/captures/comparisonHead');
  const headOfStore = (weights: readonly number[] | undefined) => {
    const capture = { id: 'a', title: 'shop in production', capturedAt: 0, results: [], fleet: {} };
    const { label, summary } = profileOf(9700);
    const profile = { label, summary: { ...summary, weights } };
    const baseline = { capture, profile, operations: undefined, normalize: false, shares: 'shown' };
    const active = { capture, profile, sampleType: 1, baseline, refinement: {}, form: 'total' };
    return plainSpaces(comparisonSentence(active as unknown as Active));
  };
  assert.equal(headOfStore(undefined), 'shares of the total · CPU 97 s · which changes are chance is not known');
  assert.equal(headOfStore([0, TEN_MS]), 'shares of the total · CPU 97.0 s');
});

test('totals of a benchmark, which are of other numbers of iterations, are not judged', async () => {
  const { comparisonSentence } = await import('../../../../src/captures/comparisonHead');
  const headOfTotals = (operations: object | undefined, refinement: Refinement = {}) => {
    const capture = { id: 'a', title: 'BenchmarkA', target: { file: '/w/a_test.go', name: 'BenchmarkA' }, capturedAt: 0, results: [] };
    const baseline = { capture: { ...capture, id: 'b' }, profile: profileOf(9700), operations, normalize: false };
    const active = { capture, profile: profileOf(11_500), sampleType: 1, baseline, refinement };
    return plainSpaces(comparisonSentence(active as unknown as Active));
  };
  assert.equal(headOfTotals(undefined), 'more work shows as growth · CPU 97.0 → 115 s');
  const operations = { now: 2e6, before: 1e6 };
  assert.match(headOfTotals(operations, { mean: true }), /^more work shows as growth · (?:whole profile: )?CPU 97\.0 → 115 s$/);
  assert.match(headOfTotals(operations), /^CPU .* less · 97\.0 → 57\.5 µs\/op$/);
});

test('with a refinement, the sentence says that its totals are those of the whole profile', async () => {
  const refined = (refinement: Refinement, more: object = {}) => {
    return headOf(11_500, 9700, { operations: undefined, ...more }, refinement);
  };
  assert.equal(await refined({ focus: 'json' }), 'whole profile: CPU 11 to 27 % more · 97.0 → 115 s');
  assert.equal(await refined({ focus: 'json' }, { shares: 'shown' }), 'shares of the total · whole profile: CPU 97.0 → 115 s');
  assert.equal(await refined({ focus: '', granularity: 'files' }), 'CPU 11 to 27 % more · 97.0 → 115 s');
});

test('a verdict begins the sentence, which repeats no figure of it, and names what is in doubt', async () => {
  const run = (nanos: number) => ({ name: 'BenchmarkA', fullName: 'BenchmarkA', procs: 2, iterations: 1e6, values: [{ value: nanos, unit: 'ns/op' }] });
  const runs = (nanos: number) => [0, 1, 2, 3, 4, 5].map((more) => run(nanos + more));
  const { comparisonSentence } = await import('../../../../src/captures/comparisonHead');
  type Samples = readonly [before: number, now: number];
  const headOfRuns = (before: number, now: number, samples: Samples, refinement: Refinement = {}, more = {}) => {
    const turns = { base: { id: 'b', capturedAt: 0 }, before: runs(before), wanted: 6, notes: [], changes: [] };
    const capture = { id: 'a', title: 'BenchmarkA', capturedAt: 0, results: runs(now), turns, ...more };
    const baseline = { capture: { ...capture, id: 'b' }, profile: profileOf(samples[0]), operations: { now: 1e6, before: 1e6 }, normalize: false };
    const active = { capture, profile: profileOf(samples[1]), sampleType: 1, baseline, refinement, form: 'perOperation' };
    return plainSpaces(comparisonSentence(active as unknown as Active));
  };
  assert.match(headOfRuns(349_000, 138_000, [9700, 3700]),
    /^60\.\d+(?: to 60\.\d+)? % faster \(p = 0\.\d+\) · 349 → 138 µs\/op · CPU 97\.0 → 37\.0 µs\/op$/);
  assert.match(headOfRuns(349_000, 138_000, [97, 92]), / · CPU 970 → 920 ns\/op \(within the noise\)$/);
  assert.match(headOfRuns(349_000, 349_000, [9700, 3700]),
    /^no difference .*· 349 → 349 µs\/op · CPU 97\.0 → 37\.0 µs\/op \(\d+ to \d+ % less\)$/);
  assert.match(headOfRuns(349_000, 138_000, [97, 92], { focus: 'json' }),
    / % faster .* · whole profile: CPU 970 → 920 ns\/op \(within the noise\)$/);
  const service = { service: { name: 'shop' } };
  assert.match(headOfRuns(349_000, 349_000, [9700, 3700], {}, service),
    /^CPU \d+ to \d+ % less · 97\.0 → 37\.0 µs\/op · no difference .* · 349 → 349 µs\/op$/);
  assert.match(headOfRuns(349_000, 349_000, [97, 92], {}, service), /^no difference .* \(within the noise\)$/);
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
  assert.deepEqual([unit, plainSpaces(head)], ['nanoseconds/req', 'CPU 9 to 29 % more · 97.0 → 115 µs/req']);
});
