import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

/**
 * A fake window with captures, and `show`, which runs the command for a capture.
 * @param bases the id of each capture's base, by the id of the capture; undefined for a capture that was not measured
 *     again. The capture `unprofiled` has no profiles, and `cases` has two cases.
 * @returns `calls` is what `show` did
 */
async function scene(bases: Readonly<Record<string, string | undefined>>, active?: string) {
  const { showVerdict } = await import('../../../../src/features/measure/showVerdict');
  const calls: string[] = [];
  const records = Object.entries(bases).map(([id, base]) => {
    const profiles = id === 'unprofiled' ? [] : ['cpu'];
    const results = id === 'cases' ? [{ subName: 'a' }, { subName: 'b' }] : [{ subName: '' }];
    const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
    return { id, title: id, profiles, target, results, ...(base && { turns: { base: { id: base } } }) };
  });
  const parts = {
    session: { active: active && { capture: { id: active } } },
    captures: { records: async () => records, openCapture: async (id: string) => void calls.push(`open ${id}`) },
    baselines: async () => ({
      setForActive: async (id: string) => void calls.push(`compare with ${id}`),
    }),
    panel: { show: (tab: string) => void calls.push(`show ${tab}`) },
  };
  return { calls, show: (id?: string) => showVerdict(parts as never, id) };
}

test('a verdict on several cases shows the table of results, because their lines cannot be compared', async () => {
  const { calls, show } = await scene({ cases: 'old', old: undefined });
  await show('cases');
  const [command, uri, name] = vscode.executed.find(([each]) => each !== 'setContext')!;
  assert.deepEqual([command, String(uri), name, calls], ['linecost.showResults', 'file:///w/a_test.go', 'BenchmarkA', []]);
  assert.deepEqual(vscode.executed.at(-1), ['setContext', 'linecost.ticked.compare', true], 'a step is ticked once');
});

test('a verdict opens its capture, compares it with the earlier one and shows the flame graph', async () => {
  const { calls, show } = await scene({ new: 'old', old: undefined });
  await show('new');
  assert.deepEqual(calls, ['open new', 'compare with old', 'show flame']);
});

test('a capture that is already shown keeps its sample type', async () => {
  const { calls, show } = await scene({ new: 'old', old: undefined }, 'new');
  await show('new');
  assert.equal(calls[0], 'compare with old');
});

test('the error for a verdict says which of its captures was deleted', async () => {
  for (const [captures, message] of [[{}, /The capture of this verdict was deleted/], [{ new: 'old' }, /The earlier capture/]] as const) {
    const { calls, show } = await scene(captures);
    await assert.rejects(show('new'), message);
    assert.deepEqual(calls, []);
  }
});

test('the error for a verdict against a capture without profiles says that lines cannot be compared', async () => {
  const { calls, show } = await scene({ new: 'unprofiled', unprofiled: undefined });
  await assert.rejects(show('new'), /^PreconditionError: The earlier capture of unprofiled has no profiles, so lines cannot be compared: profile the benchmark/);
  assert.deepEqual(calls, []);
});

test('without a capture, the newest verdict is shown; if there is none, an error says what to do', async () => {
  const { calls, show } = await scene({ profiled: undefined, new: 'old', older: 'old', old: undefined });
  await show();
  assert.deepEqual(calls, ['open new', 'compare with old', 'show flame']);
  await assert.rejects((await scene({ profiled: undefined })).show(), {
    message: 'No benchmark has been measured again yet: profile one, change the code, and measure it again.',
    fix: { title: 'Measure Again', command: 'linecost.measureAgain' },
  });
});
