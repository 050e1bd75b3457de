import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { withVscode } from '../../shared/withVscode';

const HOSTILE = '[Open the report](command:workbench.action.files.newUntitledFile) $(flame)\n\u202eend';
const LINK = /\]\(/;

/** The arguments of the last call of each function of VS Code. */
const lastArgs = new Map<string, unknown[]>();
/** Computes the user's answer from the arguments. */
let answer: (...args: unknown[]) => unknown = () => undefined;

function recordCall(name: string) {
  return async (...args: unknown[]) => {
    lastArgs.set(name, args);
    return answer(...args);
  };
}

class FakePick {
  title?: string;
  placeholder?: string;
  items: readonly vscode.QuickPickItem[] = [];
  isShown = false;

  get selectedItems() {
    return this.items.slice(0, 1);
  }

  show() {
    this.isShown = true;
  }
}
const picks: FakePick[] = [];
const statusItem: Record<string, unknown> = { show: () => undefined };

withVscode({
  window: {
    showInformationMessage: recordCall('information'),
    showWarningMessage: recordCall('warning'),
    showErrorMessage: recordCall('error'),
    showQuickPick: recordCall('pick'),
    showInputBox: recordCall('input'),
    showOpenDialog: recordCall('open'),
    setStatusBarMessage: recordCall('status'),
    createStatusBarItem: () => statusItem,
    createTreeView: (id: string, options: object) => lastArgs.set(id, [options]),
    createTerminal: (options: object) => lastArgs.set('terminal', [options]),
    createQuickPick: () => {
      const pick = new FakePick();
      picks.push(pick);
      return pick;
    },
    withProgress: async (options: object, act: (progress: object, token: object) => unknown) => {
      lastArgs.set('progress', [options]);
      return act({ report: (report: object) => lastArgs.set('report', [report]) }, {});
    },
  },
  StatusBarAlignment: { Left: 1 },
  Range: class {},
  CodeLens: class {
    constructor(readonly range: object, readonly command: vscode.Command) {}
  },
});

const load = () => import('../../../src/ui/window');

/** All strings in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function checkPlain(name: string): void {
  const texts = textsOf(lastArgs.get(name));
  assert.ok(texts.length > 0, name);
  for (const text of texts) {
    assert.doesNotMatch(text, LINK, name);
    assert.doesNotMatch(text, /(?<!\\)\$\(flame\)|[\n\u202e]/, name);
  }
}

test('a notification is plain text, and returns the original button', async () => {
  const { showErrorMessage, showInformationMessage, showWarningMessage, askModal } = await load();
  answer = (_message, _options, ...buttons) => buttons.at(-1);
  assert.equal(await showErrorMessage(HOSTILE, 'Show Output', HOSTILE), HOSTILE);
  checkPlain('error');
  assert.equal(await showInformationMessage(HOSTILE, HOSTILE), HOSTILE);
  checkPlain('information');
  assert.equal(await showWarningMessage(HOSTILE, HOSTILE), HOSTILE);
  checkPlain('warning');
  assert.equal(await askModal(HOSTILE, HOSTILE), HOSTILE);
  checkPlain('warning');
  answer = () => undefined;
  assert.equal(await showErrorMessage(HOSTILE, 'Show Output'), undefined);
});

test('the title of a list and an input says whose it is, once', async () => {
  const { showQuickPick, pickSeveral, showInputBox } = await load();
  answer = () => undefined;
  for (const title of ['Refine', 'Linecost: Refine']) {
    for (const show of [showInputBox, showQuickPick.bind(undefined, []), pickSeveral.bind(undefined, [])]) {
      lastArgs.clear();
      await show({ title });
      assert.deepEqual(textsOf([...lastArgs.values()]).filter((text) => text.includes('Refine')), ['Linecost: Refine']);
    }
  }
});

test('the title and the messages of progress are plain text', async () => {
  const { withProgress } = await load();
  const options = { location: 15, title: HOSTILE } as vscode.ProgressOptions;
  assert.equal(await withProgress(options, async (report) => (report(HOSTILE), 7)), 7);
  checkPlain('progress');
  checkPlain('report');
});

test('a list to pick from is plain text, and returns the original item', async () => {
  const { showQuickPick, pickSeveral } = await load();
  const item = { icon: 'check', label: HOSTILE, description: HOSTILE, detail: HOSTILE, value: 5 };
  answer = (items) => (items as object[])[0];
  assert.equal(await showQuickPick([item], { placeHolder: 'one' }), item);
  checkPlain('pick');
  assert.match((lastArgs.get('pick') as [{ label: string }[]])[0][0]!.label, /^\$\(check\) \[Open/);
  answer = async (items) => ((await items) as object[])[0];
  assert.equal(await showQuickPick(Promise.resolve([item]), {}), item);
  answer = (items) => items;
  assert.deepEqual(await pickSeveral([item, item], {}), [item, item]);
  checkPlain('pick');
});

test('a quick pick is plain text, and returns the original items', async () => {
  const { createQuickPick } = await load();
  const pick = createQuickPick<vscode.QuickPickItem & { value: number }>();
  const item = { label: HOSTILE, description: HOSTILE, value: 7 };
  pick.items = [item];
  const [vscodePick] = picks;
  assert.deepEqual(pick.items, [item]);
  assert.equal(pick.selectedItems[0], item);
  lastArgs.set('list', [...vscodePick!.items]);
  checkPlain('list');
  pick.show();
  assert.equal(vscodePick!.isShown, true);
});

test('prompts and validation messages are plain text', async () => {
  const { showInputBox } = await load();
  await showInputBox({ prompt: HOSTILE, validateInput: (text) => text });
  const [{ prompt, validateInput }] = lastArgs.get('input') as [vscode.InputBoxOptions];
  lastArgs.set('prompts', [prompt, validateInput!(HOSTILE)]);
  checkPlain('prompts');
  assert.equal(validateInput!(''), '');
});

test('the status bar, terminals and code lenses are plain text, except for the icons of Linecost', async () => {
  const { StatusItem, setStatusBarMessage, createTerminal, codeLens } = await load();
  setStatusBarMessage(HOSTILE, 1);
  checkPlain('status');
  new StatusItem('id', 'name', 1, 'command').show({ icon: 'flame', words: [HOSTILE, 'cpu'], tooltip: 'x', spoken: 'x' });
  assert.equal(statusItem.text, '$(flame) [Open the report] (command:workbench.action.files.newUntitledFile) \\$(flame) \ufffdend · cpu');
  createTerminal({ name: HOSTILE });
  checkPlain('terminal');
  const { command } = codeLens(3, { icon: 'flame', title: HOSTILE, command: 'x' });
  assert.match(command!.title, /^\$\(flame\)\u00a0\[Open the report\] \(.*\\\$\(flame\) \ufffdend$/);
});

test('each row of a tree has one line, but its tooltip may have several', async () => {
  const { createTreeView } = await load();
  const row = { label: HOSTILE, description: HOSTILE, tooltip: 'one\ntwo' };
  const provider = { getChildren: () => [row], getTreeItem: (item: vscode.TreeItem) => item };
  createTreeView('tree', provider);
  const [{ treeDataProvider }] = lastArgs.get('tree') as unknown as [vscode.TreeViewOptions<vscode.TreeItem>];
  const { label, description, tooltip } = await treeDataProvider.getTreeItem(row);
  assert.doesNotMatch(`${String(label)}${String(description)}`, /[\n\u202e]/);
  assert.equal(tooltip, 'one\ntwo');
});
