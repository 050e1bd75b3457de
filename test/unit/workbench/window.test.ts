import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { withVscode } from '../../shared/withVscode';

const HOSTILE = '[Open the report](command:workbench.action.files.newUntitledFile) $(flame)\n\u202eend';
const LINK = /\]\(/;

/** The values passed to VS Code, by function. */
const given = new Map<string, unknown[]>();
/** The user's answer, computed from the values passed. */
let answer: (...args: unknown[]) => unknown = () => undefined;

function hears(name: string) {
  return async (...args: unknown[]) => {
    given.set(name, args);
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
    showInformationMessage: hears('information'),
    showWarningMessage: hears('warning'),
    showErrorMessage: hears('error'),
    showQuickPick: hears('pick'),
    showInputBox: hears('input'),
    showOpenDialog: hears('open'),
    setStatusBarMessage: hears('status'),
    createStatusBarItem: () => statusItem,
    createTreeView: (id: string, options: object) => given.set(id, [options]),
    createTerminal: (options: object) => given.set('terminal', [options]),
    createQuickPick: () => {
      const pick = new FakePick();
      picks.push(pick);
      return pick;
    },
    withProgress: async (options: object, act: (progress: object, token: object) => unknown) => {
      given.set('progress', [options]);
      return act({ report: (report: object) => given.set('report', [report]) }, {});
    },
  },
  StatusBarAlignment: { Left: 1 },
  Range: class {},
  CodeLens: class {
    constructor(readonly range: object, readonly command: vscode.Command) {}
  },
});

const messages = () => import('../../../src/workbench/window');

/** Every text in the values passed. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function checkPlain(name: string): void {
  const texts = textsOf(given.get(name));
  assert.ok(texts.length > 0, name);
  for (const text of texts) {
    assert.doesNotMatch(text, LINK, name);
    assert.doesNotMatch(text, /(?<!\\)\$\(flame\)|[\n\u202e]/, name);
  }
}

test('a notification is plain, and returns the original button', async () => {
  const { showErrorMessage, showInformationMessage, showWarningMessage, askModal } = await messages();
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

test('the title and the reports of progress are plain', async () => {
  const { withProgress } = await messages();
  const options = { location: 15, title: HOSTILE } as vscode.ProgressOptions;
  assert.equal(await withProgress(options, async (report) => (report(HOSTILE), 7)), 7);
  checkPlain('progress');
  checkPlain('report');
});

test('a list to pick from is plain, and returns the original item', async () => {
  const { showQuickPick, pickSeveral } = await messages();
  const item = { icon: 'check', label: HOSTILE, description: HOSTILE, detail: HOSTILE, value: 5 };
  answer = (items) => (items as object[])[0];
  assert.equal(await showQuickPick([item], { placeHolder: 'one' }), item);
  checkPlain('pick');
  assert.match((given.get('pick') as [{ label: string }[]])[0][0]!.label, /^\$\(check\) \[Open/);
  answer = async (items) => ((await items) as object[])[0];
  assert.equal(await showQuickPick(Promise.resolve([item]), {}), item);
  answer = (items) => items;
  assert.deepEqual(await pickSeveral([item, item], {}), [item, item]);
  checkPlain('pick');
});

test('a list that changes is plain, and returns the original items', async () => {
  const { createQuickPick } = await messages();
  const pick = createQuickPick<vscode.QuickPickItem & { value: number }>();
  const item = { label: HOSTILE, description: HOSTILE, value: 7 };
  pick.items = [item];
  const [shown] = picks;
  assert.deepEqual(pick.items, [item]);
  assert.equal(pick.selectedItems[0], item);
  given.set('list', [...shown!.items]);
  checkPlain('list');
  pick.show();
  assert.equal(shown!.isShown, true);
});

test('prompts and validation messages are plain', async () => {
  const { showInputBox } = await messages();
  await showInputBox({ prompt: HOSTILE, validateInput: (text) => text });
  const [{ prompt, validateInput }] = given.get('input') as [vscode.InputBoxOptions];
  given.set('said', [prompt, validateInput!(HOSTILE)]);
  checkPlain('said');
  assert.equal(validateInput!(''), '');
});

test('the status bar, terminals and code lenses are plain, except for icons of Linecost', async () => {
  const { StatusItem, setStatusBarMessage, createTerminal, codeLens } = await messages();
  setStatusBarMessage(HOSTILE, 1);
  checkPlain('status');
  new StatusItem('id', 'name', 1, 'command').show({ icon: 'flame', words: [HOSTILE, 'cpu'], tooltip: 'x', spoken: 'x' });
  assert.equal(statusItem.text, '$(flame) [Open the report] (command:workbench.action.files.newUntitledFile) \\$(flame) \ufffdend · cpu');
  createTerminal({ name: HOSTILE });
  checkPlain('terminal');
  const { command } = codeLens(3, { icon: 'flame', title: HOSTILE, command: 'x' });
  assert.match(command!.title, /^\$\(flame\) \[Open the report\] \(.*\\\$\(flame\) \ufffdend$/);
});

test('each row of a tree has one line', async () => {
  const { createTreeView } = await messages();
  const row = { label: HOSTILE, description: HOSTILE, tooltip: 'one\ntwo' };
  const provider = { getChildren: () => [row], getTreeItem: (item: vscode.TreeItem) => item };
  createTreeView('tree', provider);
  const [{ treeDataProvider }] = given.get('tree') as unknown as [vscode.TreeViewOptions<vscode.TreeItem>];
  const { label, description, tooltip } = await treeDataProvider.getTreeItem(row);
  assert.doesNotMatch(`${String(label)}${String(description)}`, /[\n\u202e]/);
  assert.equal(tooltip, 'one\ntwo');
});
