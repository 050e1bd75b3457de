import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../../../shared/mutatedMessages';
import { type Change, type ChangeRule, EXACT_VARIES, isFirm, TIME_VARIES, variesOf } from '../../../../src/profile/noise/firmChange';

const RULE = { operations: { now: 1000, before: 1000 }, unitRatio: 1, varies: TIME_VARIES };

/** Costs in which each sample counts 1. */
const samples = (now: number, before: number): Change => ({
  now: { value: now, variance: now, events: 0 },
  before: { value: before, variance: before, events: 0 },
});

test('a change of few samples is not firm, even if their number doubles', () => {
  for (const [now, before] of [[5, 0], [0, 8], [9, 4], [20, 10]] as const) {
    assert.equal(isFirm(samples(now, before), RULE), false, `${now} and ${before}`);
  }
  for (const [now, before] of [[14, 0], [0, 14], [60, 20], [20, 60]] as const) {
    assert.equal(isFirm(samples(now, before), RULE), true, `${now} and ${before}`);
  }
});

test('a change of time by 8% is not firm, even with a million samples', () => {
  assert.equal(isFirm(samples(1.08e6, 1e6), RULE), false);
  assert.equal(isFirm(samples(1.1e6, 1e6), RULE), true);
});

test('however much time varies from run to run, a cost that was 0 is a firm change, and one in proportion is not', () => {
  const busy = { ...RULE, varies: 0.4 };
  assert.equal(isFirm(samples(130, 0), busy), true);
  assert.equal(isFirm(samples(0, 130), busy), true);
  assert.equal(isFirm(samples(1e6, 2e6), busy), false);
  assert.equal(isFirm(samples(1e6, 1e7), busy), true);
});

test('samples are weighted by the cost per operation that a sample stands for', () => {
  const change: Change = {
    now: { value: 30 * 2, variance: 30 * 4, events: 0 },
    before: { value: 60, variance: 60, events: 0 },
  };
  const rule = { ...RULE, operations: { now: 500, before: 1000 }, unitRatio: 2 };
  assert.equal(isFirm(change, rule), false);
  const gone: Change = { now: { value: 0, variance: 0, events: 0 }, before: { value: 11, variance: 11, events: 0 } };
  assert.equal(isFirm(gone, { ...rule, unitRatio: 0.2 }), true);
  assert.equal(isFirm(gone, { ...rule, unitRatio: 5 }), false);
});

test('samples of new code are firm sooner if the earlier run was longer, but never fewer than five', () => {
  const afterLongerRun = { ...RULE, operations: { now: 300, before: 2400 }, unitRatio: 8 };
  assert.equal(isFirm(samples(7, 0), afterLongerRun), true);
  assert.equal(isFirm(samples(4, 0), afterLongerRun), false);
  assert.equal(isFirm(samples(7, 0), RULE), false);
});

/** Costs in which every allocation is recorded. */
const exactly = (now: number, before: number, size = 1): Change => ({
  now: { value: now * size, variance: 0, events: now },
  before: { value: before * size, variance: 0, events: before },
});
const SPACE: ChangeRule = { ...RULE, varies: EXACT_VARIES, allocations: 'all' };

test('if everything is recorded, a change by one allocation per operation is firm, unless there are very many', () => {
  assert.equal(isFirm(exactly(3, 2), SPACE), true);
  assert.equal(isFirm(exactly(99, 100, 64), SPACE), true);
  assert.equal(isFirm(exactly(2, 2), SPACE), false);
  assert.equal(isFirm(exactly(100_001, 100_000), SPACE), false);
});

test('the change of bytes is firm if objects became smaller', () => {
  const change: Change = { now: { value: 32, variance: 0, events: 1 }, before: { value: 64, variance: 0, events: 1 } };
  assert.equal(isFirm(change, SPACE), true);
});

test('a change of allocations that are rare, or happen once per run, is not firm', () => {
  assert.equal(isFirm(exactly(0.003, 0.001), SPACE), false);
  const rule = { ...SPACE, operations: { now: 10, before: 40 } };
  assert.equal(isFirm(exactly(0.1, 0.025, 1e6), rule), false);
  assert.equal(isFirm(exactly(0.1, 0.2, 1e6), rule), true);
  // The number of allocations is rounded to 0 in millions of operations, and their bytes are not.
  const bytes = (value: number) => ({ value, variance: 0, events: 0 });
  assert.equal(isFirm({ now: bytes(4e-5), before: bytes(5e-5) }, SPACE), false);
});

/** The share of 2000 pairs of simulated runs in which a line has a firm change. */
function firmShare(samplesBefore: number, growth: number): number {
  let seed = 7;
  const uniform = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const count = (mean: number) => Math.max(0, Math.round(mean * (1 + 0.02 * normal()) + Math.sqrt(mean) * normal()));
  const pairs = Array.from({ length: 2000 }, () => samples(count(samplesBefore * growth), count(samplesBefore)));
  return pairs.filter((pair) => isFirm(pair, RULE)).length / pairs.length;
}

test('equal costs rarely have a firm change, and with enough samples a cost that rose by 20% usually has one', () => {
  for (const mean of [20, 100, 1000, 10_000]) assert.ok(firmShare(mean, 1) <= 0.005, `${mean} samples`);
  assert.ok(firmShare(4000, 1.2) >= 0.9);
});

test('a share above a half changes as firmly as the rest of the profile does', () => {
  const shares = { ...RULE, unitRatio: 1, areShares: true };
  const share = (count: number, of: number) => {
    return { value: (100 * count) / of, variance: count * (100 / of) ** 2, events: 0 };
  };
  type Counts = [number, number];
  const change = (now: Counts, before: Counts) => ({ now: share(...now), before: share(...before) });
  assert.equal(isFirm(change([186, 259], [99, 102]), shares), true, 'the rest grew from 3 of 102 to 73 of 259');
  assert.equal(isFirm(change([73, 259], [3, 102]), shares), true);
  assert.equal(isFirm(change([97, 100], [99, 100]), shares), false);
  assert.equal(isFirm(change([80, 100], [100, 100]), shares), true, 'nothing but this code, before');
  assert.equal(isFirm(change([98, 100], [100, 100]), shares), false);
});

test('between 0 and 1.5 % of the shares of equal programs seem to have changed', () => {
  const shares = { ...RULE, varies: 0, areShares: true };
  const random = randomNumbers(7);
  const draw = (p: number, n: number) => {
    let count = 0;
    for (let i = 0; i < n; i++) if (random() < p) count++;
    return { value: (100 * count) / n, variance: count * (100 / n) ** 2, events: 0 };
  };
  for (const p of [0.3, 0.6, 0.9, 0.97]) {
    let firm = 0;
    for (let i = 0; i < 1000; i++) if (isFirm({ now: draw(p, 300), before: draw(p, 120) }, shares)) firm++;
    assert.ok(firm <= 15, `${firm} of 1000 at ${p}`);
  }
});

test('samples against none are not firm if the other speed of the machine explains them', () => {
  const drifted = { ...RULE, varies: 1.1, drift: 1 / 3 };
  assert.equal(isFirm(samples(0, 12), RULE), true);
  assert.equal(isFirm(samples(0, 12), drifted), false, 'four samples were to be expected');
  assert.equal(isFirm(samples(0, 100), drifted), true);
  assert.equal(isFirm(samples(12, 0), drifted), true, 'the machine was slower before, so more samples were to be expected');
});

test('a cost per request varies with the estimate of the requests, even where every allocation is counted', () => {
  const change = exactly(1040, 1000);
  assert.equal(isFirm(change, { ...SPACE, varies: variesOf('all', undefined, 'allocs/op') }), true);
  assert.equal(isFirm(change, { ...SPACE, varies: variesOf('all', undefined, 'allocs/req') }), false);
  assert.equal(isFirm(exactly(1200, 1000), { ...SPACE, varies: variesOf('all', undefined, 'allocs/req') }), true);
});
