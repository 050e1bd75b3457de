import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Capture } from '../../../../src/captures/loadedCapture';
import type { Session } from '../../../../src/captures/session';
import { withVscode } from '../../../shared/withVscode';

const FILE = '/code/a_test.go';
const shown: string[] = [];
const executed: string[] = [];
const disposable = { dispose: () => undefined };
withVscode({
  commands: { executeCommand: async (command: string) => command === 'setContext' || executed.push(command) > 0 },
  workspace: { onDidChangeTextDocument: () => disposable },
  window: {
    tabGroups: { activeTabGroup: {} },
    visibleTextEditors: [{ document: { uri: { fsPath: FILE }, fileName: FILE } }],
    showInformationMessage: async (text: string, _: object, ...buttons: string[]) => {
      shown.push(text);
      return buttons[0];
    },
  },
});

beforeEach(() => {
  shown.length = executed.length = 0;
});

async function lead(hasCosts: boolean): Promise<void> {
  const { AfterCapture } = await import('../../../../src/features/profile/afterCapture');
  const capture = { id: '1', title: 'BenchmarkA', target: { file: FILE, name: 'BenchmarkA' } } as Capture;
  const session = { active: { capture } } as unknown as Session;
  await new AfterCapture(session).lead(capture, {
    isInView: true,
    hasCosts: async () => hasCosts,
    openFallback: () => assert.fail('no fallback'),
  });
}

test('for a benchmark without a cost in its own file, the hottest line is offered', async () => {
  await lead(false);
  assert.deepEqual(shown, ['BenchmarkA was profiled. None of its costs is in a_test.go.']);
  assert.deepEqual(executed, ['linecost.goToHottestLine']);
});

test('for a benchmark with costs in its own file, which is in view, nothing is said', async () => {
  await lead(true);
  assert.deepEqual([shown, executed], [[], []]);
});
