import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../src/session';
import { FakeEngine, summaryOf } from '../../shared/fakeEngine';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const SHOWN = 7;

function active(more: Partial<Active>): Active {
  const profile = { summary: summaryOf(1, 'cpu/nanoseconds'), label: 'cpu' };
  return { profile, sampleType: 0, shown: SHOWN, refinement: {}, ...more } as Active;
}

/** The exported profile, how it was derived, and the note on its figures. */
async function exported(of: Active) {
  const { withExported, figuresNote: figuresOf } = await import('../../../src/commands/exportProfile');
  const engine = new FakeEngine();
  const found: unknown[] = [];
  await withExported(engine, of, async (profile) => void found.push(engine.derived.get(profile) ?? profile));
  assert.equal(engine.derived.size, 0);
  return [...found, figuresOf(of)];
}

test('costs per operation are exported as the measured totals', async () => {
  assert.deepEqual(await exported(active({ operations: 100 })), [1, '']);
  const refinement = { focus: 'main' };
  assert.deepEqual(await exported(active({ operations: 100, refinement })), [{ profile: 1, refinement }, '']);
});

test('totals and comparisons are exported as shown', async () => {
  assert.deepEqual(await exported(active({})), [SHOWN, '']);
  const baseline = { operations: { now: 1, before: 2 } } as Active['baseline'];
  assert.deepEqual(await exported(active({ baseline })), [SHOWN, 'The figures are the costs of 1,000,000 operations.']);
});
