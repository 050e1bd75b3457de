import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { heatBounds } from '../../../../src/profile/noise/heatBounds';
import { countInterval } from '../../../../src/profile/noise/interval';

const SHARES = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5];
const levelIn = (bounds: readonly number[]) => (cost: number) => bounds.filter((from) => cost >= from).length;
const areWithin = (one: number, other: number): boolean => {
  const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
  return countInterval(fewer)[1] >= more && countInterval(more)[0] <= fewer;
};

test('two costs on both sides of a level that chance may have ordered have one level', () => {
  const levelOf = levelIn(heatBounds([30, 11, 9, 1], { total: 100, weight: 1 }));
  assert.deepEqual([30, 11, 9].map(levelOf), [5, 4, 4]);
  const lower = levelIn(heatBounds([10, 9, 9, 9], { total: 100, weight: 1 }));
  assert.deepEqual([10, 9].map(lower), [3, 3]);
});

test('with many samples, or where nothing is left to chance, levels begin at their shares of the total', () => {
  const costs = [11, 9, 4.9, 5.1];
  for (const weight of [0.0001, 0, undefined]) {
    assert.deepEqual(heatBounds(costs, { total: 100, weight }), SHARES.map((share) => share * 100));
  }
  assert.deepEqual(heatBounds([], { total: 0 }), SHARES.map(() => Infinity));
});

test('the sizes of changes count, and costs per operation have the levels of their totals', () => {
  const costs = [30, -11, 9];
  const rounded = (bounds: readonly number[], times: number) => bounds.map((bound) => Math.round(bound * times * 1e3));
  const totals = heatBounds(costs, { total: 100, weight: 1 });
  const perOperation = heatBounds(costs.map((cost) => cost / 1000), { total: 0.1, weight: 0.001 });
  assert.deepEqual(rounded(perOperation, 1000), rounded(totals, 1));
  assert.equal(totals[3], 9);
});

test('two changes that chance may have ordered have one level, given all samples now and before', () => {
  // 130 ± 50 and 90 ± 48 on both sides of a tenth of the total; without the samples of both sides, 130 and 90 differ.
  const changes = [130, -90];
  const levels = (bothSides?: readonly number[]) => {
    return [130, 90].map(levelIn(heatBounds(changes, { total: 1000, weight: 1, ...(bothSides && { bothSides }) })));
  };
  assert.deepEqual(levels([650, 600]), [4, 4]);
  assert.deepEqual(levels(), [4, 3]);
  assert.deepEqual(levels([130, 90]), [4, 3], 'lines that are new');
});

test('of changes between two that chance may have ordered, all have their level', () => {
  const levelOf = levelIn(heatBounds([150, 105, 98], { total: 1000, weight: 1, bothSides: [900, 110, 900] }));
  assert.deepEqual([150, 105, 98].map(levelOf), [4, 4, 4]);
});

test('costs that plainly differ differ in their level, although others between them overlap with both', () => {
  const levelOf = levelIn(heatBounds([5, 9, 14, 20, 28, 40], { total: 400, weight: 1 }));
  assert.ok(levelOf(5) < levelOf(28));
});

test('costs that overlap with the highest have its level, and a higher cost never has a lower one', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(fc.property(counts, fc.integer({ min: 0, max: 1000 }), (samples, others) => {
    const total = samples.reduce((sum, count) => sum + count, others);
    const bounds = heatBounds(samples, { total, weight: 1 });
    const levelOf = levelIn(bounds);
    assert.deepEqual([...bounds].sort((a, b) => a - b), bounds);
    for (const one of samples) {
      for (const other of samples) {
        if (one >= other) assert.ok(levelOf(one) >= levelOf(other));
      }
    }
    const highest = Math.max(...samples);
    for (const one of samples.filter((count) => count >= 5 && areWithin(count, highest))) {
      assert.equal(levelOf(one), levelOf(highest), `${one} ${highest} of ${total}`);
    }
  }));
});
