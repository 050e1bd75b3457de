import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVscode } from '../../../shared/withVscode';

class TabInputCustom {
  constructor(
    readonly uri: string,
    readonly viewType: string,
  ) {}
}

const uri = (path: string) => ({ path, toString: () => `file://${path}` });
const opened: string[][] = [];
const vscode = {
  TabInputCustom,
  window: { tabGroups: { all: [] as { tabs: { input: unknown }[] }[] } },
  commands: {
    executeCommand: async (command: string, { path }: { path: string }, viewType: string) => {
      opened.push([command, path, viewType]);
    },
  },
};
withVscode(vscode);

async function editorOf(path: string, ...inputs: readonly unknown[]): Promise<string> {
  const { openProfileFileEditor } = await import('../../../../src/captures/loaded/profileFileEditor');
  vscode.window.tabGroups.all = [{ tabs: [] }, { tabs: inputs.map((input) => ({ input })) }];
  await openProfileFileEditor(uri(path) as never);
  const [command, file, viewType] = opened.pop()!;
  assert.deepEqual([command, file], ['vscode.openWith', path]);
  return viewType;
}

test('a file with the name of a profile opens in the editor that VS Code names for it', async () => {
  for (const name of ['cpu.pprof', 'heap.pb.gz', 'default.pgo']) {
    assert.equal(await editorOf(`/w/${name}`), 'linecost.profile', name);
  }
});

test('a file of any other name opens too, also one that other programs may have written', async () => {
  for (const name of ['cpu.out', 'profile', 'service.gz', 'python.prof', 'a.trace', 'trace.out']) {
    assert.equal(await editorOf(`/w/${name}`), 'linecost.anyProfile', name);
  }
});

test('a file that is open in a tab is shown in that tab', async () => {
  const other = new TabInputCustom('file:///w/other.prof', 'linecost.anyProfile');
  const asChosen = new TabInputCustom('file:///w/cpu.pprof', 'linecost.anyProfile');
  const byName = new TabInputCustom('file:///w/cpu.prof', 'linecost.profile');
  assert.equal(await editorOf('/w/cpu.pprof', other, asChosen), 'linecost.anyProfile');
  assert.equal(await editorOf('/w/cpu.prof', undefined, other, byName), 'linecost.profile');
});
