import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Beside, BesideItem } from '../../../../../src/features/fleet/production/besideRows';
import { fakeVscode } from '../../../../shared/fakeVscode';
import { plainSpaces } from '../../../../shared/plainSpaces';
import { withVscode } from '../../../../shared/withVscode';

withVscode(fakeVscode('/w').module);
const loaded = () => import('../../../../../src/features/fleet/production/besideRows');

const item = (label: string, here: number, there: number): BesideItem => ({ at: label, label, here, there });

function beside(functions: readonly BesideItem[], more: Partial<Beside> = {}): Beside {
  return {
    name: 'example.com/shop.Encode',
    here: { title: 'BenchmarkEncode', cost: 1000, total: 1250, weight: 1 },
    there: { title: 'checkout in production', cost: 50_000, total: 400_000, usualWeight: 1 },
    functions, lines: [], noun: 'benchmark', unit: 'CPU time', lacks: [], ...more,
  };
}

async function rowsOf(shown: Beside): Promise<string[]> {
  const { besideRows } = await loaded();
  return besideRows(shown).map(({ label, description, detail }) => {
    return plainSpaces([label, description, detail].filter((text) => text !== undefined).join(' | '));
  });
}

test('what differs most is first, with both shares, and one sentence says what it tells', async () => {
  const rows = await rowsOf(beside([
    item('fmt.Fprint', 300, 15_000), item('json.Unmarshal', 400, 3000), item('hash.Sum', 100, 10_000), item('io.Read', 2, 120),
  ]));
  assert.deepEqual(rows, [
    'This benchmark is not like production | json.Unmarshal is 40 % here, 6 % in production.',
    'Here: BenchmarkEncode | 80 % of CPU time · 1 000 samples',
    'There: checkout in production | 12.5 % of CPU time · samples not known',
    'What it calls',
    'json.Unmarshal | 40 % here, 6 % in production',
    'hash.Sum | 10 % here, 20 % in production',
    '2 other functions | differ less',
  ]);
});

test('what the answer of production lacks stands below its side', async () => {
  const rows = await rowsOf(beside([item('json.Unmarshal', 400, 3000)], { lacks: ['1 profile could not be read.'] }));
  assert.equal(rows[3], 'Production is incomplete | 1 profile could not be read.');
});

test('lines are listed after functions, and decide where the function calls nothing', async () => {
  const rows = await rowsOf(beside([], { lines: [item('12: for i := range n {', 700, 5000), item('13: x++', 300, 15_100)] }));
  assert.equal(rows[0], 'This benchmark is not like production | 12: for i := range n { is 70 % here, 10 % in production.');
  assert.deepEqual(rows.slice(3), ['Its lines', '12: for i := range n { | 70 % here, 10 % in production']);
});

test('a difference that few samples explain does not decide, and is last', async () => {
  const here = { title: 'BenchmarkEncode', cost: 10, total: 10, weight: 1 };
  const rows = await rowsOf(beside([item('a.Rare', 2, 0), item('b.Most', 1, 45_000)], { here }));
  assert.match(rows[0], /^This benchmark is not like production \| b\.Most is 10 % here, 90 % in production/);
  assert.deepEqual(rows.slice(4), ['b.Most | 10 % here, 90 % in production', 'a.Rare | 20 % here, 0 % in production · may be chance']);
  const [verdict] = await rowsOf(beside([item('a.Rare', 2, 0)], { here }));
  assert.equal(verdict, 'Too few samples to tell | Only 10 samples of shop.Encode here: measure longer to tell whether this benchmark is like production.');
});

test('shares that agree are said to be much like production', async () => {
  const [verdict] = await rowsOf(beside([item('json.Unmarshal', 400, 20_400)]));
  assert.equal(verdict, 'Much like production | Nothing that shop.Encode calls differs by 1 % or more: this benchmark is like production here.');
  const [small] = await rowsOf(beside([item('json.Unmarshal', 400, 17_000)], { noun: 'profile' }));
  assert.equal(small, 'Much like production | The largest difference is small: json.Unmarshal is 40 % here, 34 % in production. This profile is much like production here.');
});

const ofProduction = (cost: number, more: object = {}) => ({ title: 'checkout in production', cost, total: 2 * cost, ...more });

test('few samples in production are too few to tell, also where Go\'s usual rate says about how many', async () => {
  for (const there of [ofProduction(20, { weight: 1 }), ofProduction(2e8, { usualWeight: 1e7 })]) {
    const [verdict] = await rowsOf(beside([item('json.Unmarshal', 550, 0.35 * there.cost)], { there }));
    assert.equal(verdict, 'Too few samples to tell | Only 20 samples of shop.Encode in production: choose a busier service to tell whether this benchmark is like production.');
  }
  const there = ofProduction(3e7, { usualWeight: 1e7 });
  const [verdict] = await rowsOf(beside([item('json.Unmarshal', 400, 0)], { there }));
  assert.match(verdict!, /^Too few samples to tell \| Only 3 samples of shop\.Encode in production/);
});

test('a large difference that may be chance is not called small, and one that is firm and small does not stand for it', async () => {
  const here = { title: 'BenchmarkEncode', cost: 120, total: 120, weight: 1 };
  const shown = beside([item('a.Rare', 66, 66), item('b.Firm', 0, 9)], { here, there: ofProduction(150, { weight: 1 }) });
  const [verdict] = await rowsOf(shown);
  assert.equal(verdict, 'Too few samples to tell | a.Rare is 55 % here, 44 % in production, which may be chance: measure longer to tell whether this benchmark is like production.');
});

test('without the number of samples, nothing is said of how sure a difference is', async () => {
  const shown = beside([item('json.Unmarshal', 400, 3000)], { there: ofProduction(50_000) });
  const rows = await rowsOf(shown);
  assert.equal(rows[0], 'Not known how sure | How many samples the profile of production has is not known: a difference may be chance.');
  assert.equal(rows[4], 'json.Unmarshal | 40 % here, 6 % in production · may be chance');
});
