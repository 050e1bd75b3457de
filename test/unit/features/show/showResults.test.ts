import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withFallback } from '../../../shared/withFallback';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
let shown = 0;
const openPanel = () => (shown++, withFallback({ webview: withFallback({ asWebviewUri: String, cspSource: '' }), reveal: () => shown++ }));
Object.assign((vscode.module as { window: object }).window, { createWebviewPanel: openPanel });
Object.assign(vscode.module, { ViewColumn: { Beside: -2 } });
withVscode(vscode.module);

/** Shows the results of BenchmarkA, whose captures are `newest` and `older`; returns the ids of opened captures. */
async function openedBy(active: { readonly id: string; readonly baseline?: string }) {
  const { showResults } = await import('../../../../src/features/show/showResults');
  const opened: string[] = [];
  const records = ['newest', 'older'].map((id) => {
    const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
    return { id, title: 'BenchmarkA', capturedAt: 0, target, profiles: [{ label: 'cpu' }], results: [] };
  });
  const { baseline } = active;
  const compared = baseline === undefined ? {} : { baseline: { capture: { id: baseline } } };
  const disposable = { dispose: () => undefined };
  await showResults({
    session: { active: { capture: { id: active.id }, ...compared }, onDidChange: () => disposable },
    captures: {
      records: async () => records,
      openCapture: async (id: string) => void opened.push(id),
      onDidChangeCaptures: () => disposable,
    },
    results: { of: () => [], onDidChange: () => disposable },
    extensionUri: FakeUri.file('/extension'),
    subscriptions: [],
  } as never, FakeUri.file('/w/a_test.go') as never, 'BenchmarkA');
  return opened;
}

test('showing results opens the newest capture, unless that would end a comparison of the same benchmark', async () => {
  assert.deepEqual(await openedBy({ id: 'of another benchmark' }), ['newest']);
  assert.deepEqual(await openedBy({ id: 'of another benchmark', baseline: 'also' }), ['newest']);
  assert.deepEqual(await openedBy({ id: 'older' }), ['newest']);
  assert.deepEqual(await openedBy({ id: 'newest' }), []);
  assert.deepEqual(await openedBy({ id: 'older', baseline: 'oldest, deleted' }), []);
  assert.deepEqual(await openedBy({ id: 'of another benchmark', baseline: 'older' }), []);
  assert.equal(shown, 6);
});
