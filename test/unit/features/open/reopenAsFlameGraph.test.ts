import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { PYTHON_PROFILE } from '../../../shared/pythonProfile';
import { withVscode } from '../../../shared/withVscode';

class TabInputText {
  constructor(readonly uri: { readonly path: string; toString(): string }) {}
}

const uri = (file: string) => ({ scheme: 'file', path: file, fsPath: file, toString: () => `file://${file}` });
const group = (input: unknown, viewColumn = 1) => ({ activeTab: input && { input }, viewColumn });

const calls: unknown[] = [];
const vscode = {
  TabInputText,
  window: {
    tabGroups: {
      all: [] as unknown[],
      close: async ({ input }: { input: TabInputText }) => void calls.push(['close', input.uri.path]),
    },
  },
  workspace: { textDocuments: [] as { uri: unknown }[], getConfiguration: () => ({ get: () => associations }) },
  commands: {
    executeCommand: async (name: string, { path }: { path: string }, editor: string, options: object) =>
      void calls.push([name, path, editor, options]),
  },
};
let associations: Record<string, string> = {};
withVscode(vscode);

async function reopened(...groups: readonly unknown[]): Promise<unknown[]> {
  const { reopenAsFlameGraph } = await import('../../../../src/features/open/reopenAsFlameGraph');
  vscode.window.tabGroups.all = [...groups];
  calls.length = 0;
  await reopenAsFlameGraph();
  return calls;
}

test('a profile that VS Code opened as text at startup is reopened as a flame graph in the same place', async () => {
  assert.deepEqual(await reopened(group(undefined), group(new TabInputText(uri('/w/cpu.pprof')), 2)), [
    ['vscode.openWith', '/w/cpu.pprof', 'linecost.profile', { viewColumn: 2, preserveFocus: true }],
    ['close', '/w/cpu.pprof'],
  ]);
});

test('text files, source files and other editors stay open', async () => {
  vscode.workspace.textDocuments = [{ uri: uri('/w/notes.prof') }];
  const textFile = group(new TabInputText(uri('/w/notes.prof')));
  assert.deepEqual(await reopened(textFile, group(new TabInputText(uri('/w/main.go'))), group({ uri: uri('/w/a.pprof') })), []);
});

test('an editor that the user associated with the file name stays open', async () => {
  associations = { '*.pgo': 'default' };
  const groups = ['/w/default.pgo', '/w/cpu.pprof'].map((path) => group(new TabInputText(uri(path))));
  assert.deepEqual((await reopened(...groups)).map((call) => (call as string[])[1]), ['/w/cpu.pprof', '/w/cpu.pprof']);
});

test('a .prof file that is a Python profile stays open as text', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-reopen-'));
  context.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'out.prof');
  await writeFile(file, PYTHON_PROFILE);
  assert.deepEqual(await reopened(group(new TabInputText(uri(file)))), []);
});
