import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/**
 * Captures by id, with the id of the capture that each was measured against, if any; `results` has no profiles. Records
 * the calls.
 */
async function scene(bases: Readonly<Record<string, string | undefined>>, active?: string) {
  const { showVerdict } = await import('../../../src/commands/showVerdict');
  const done: string[] = [];
  const records = Object.entries(bases).map(([id, base]) => {
    const profiles = id === 'results' ? [] : ['cpu'];
    return { id, title: id, profiles, ...(base && { again: { base: { id: base } } }) };
  });
  const parts = {
    session: { active: active && { capture: { id: active } } },
    captures: { records: async () => records, openCapture: async (id: string) => void done.push(`open ${id}`) },
    baselines: async () => ({
      set: async (id: string, how: object) => void done.push(`baseline ${id} ${JSON.stringify(how)}`),
    }),
    panel: { show: (tab: string) => void done.push(`show ${tab}`) },
  };
  return { done, show: (id: string) => showVerdict(parts as never, id) };
}

test('a verdict opens its capture, compares it with the earlier one and shows the flame graph', async () => {
  const { done, show } = await scene({ new: 'old', old: undefined });
  await show('new');
  assert.deepEqual(done, ['open new', 'baseline old {"mustApply":true}', 'show flame']);
});

test('a capture that is already shown keeps its sample type', async () => {
  const { done, show } = await scene({ new: 'old', old: undefined }, 'new');
  await show('new');
  assert.equal(done[0], 'baseline old {"mustApply":true}');
});

test('a verdict whose captures were deleted says which one is missing', async () => {
  for (const [captures, said] of [[{}, /The capture of this verdict was deleted/], [{ new: 'old' }, /The earlier capture/]] as const) {
    const { done, show } = await scene(captures);
    await assert.rejects(show('new'), said);
    assert.deepEqual(done, []);
  }
});

test('a verdict against a capture without profiles says that lines cannot be compared', async () => {
  const { done, show } = await scene({ new: 'results', results: undefined });
  await assert.rejects(show('new'), /^Error: results was measured without profiles before, so lines cannot be compared\.$/);
  assert.deepEqual(done, []);
});
