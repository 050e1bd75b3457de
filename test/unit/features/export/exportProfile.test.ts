import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../../src/captures/session';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/** The id of the profile that is shown, which is derived from profile 1. */
const SHOWN = 7;

function active(more: Partial<Active>): Active {
  const profile = { summary: summaryOf(1, 'cpu/nanoseconds'), label: 'cpu' };
  return { profile, sampleType: 0, queryId: SHOWN, refinement: {}, ...more } as Active;
}

/** The exported profile, or the request that derives it, and the note on its figures. */
async function exported(source: Active) {
  const { withExported, figuresNote } = await import('../../../../src/features/export/exportProfile');
  const engine = new FakeEngine();
  const profiles: unknown[] = [];
  await withExported(engine, source, async (profile) => void profiles.push(engine.derived.get(profile) ?? profile));
  assert.equal(engine.derived.size, 0);
  return [...profiles, figuresNote(source)];
}

test('a profile shown per operation is exported with its measured totals', async () => {
  assert.deepEqual(await exported(active({ operations: 100 })), [1, '']);
  const refinement = { focus: 'main' };
  assert.deepEqual(await exported(active({ operations: 100, refinement })), [{ profile: 1, refinement }, '']);
});

test('totals and comparisons are exported as shown', async () => {
  assert.deepEqual(await exported(active({})), [SHOWN, '']);
  const baseline = { operations: { now: 1, before: 2 } } as Active['baseline'];
  assert.deepEqual(await exported(active({ baseline })), [SHOWN, 'The figures are the costs of 1,000,000 operations.']);
});
