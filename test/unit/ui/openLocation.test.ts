import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-open-'));
after(() => rmSync(folder, { recursive: true }));
const vscode = fakeVscode(folder);
withVscode(vscode.module);

test('a file opens at the line, and a visible one scrolls to the left, where costs are, before the line is revealed', async () => {
  const { openLocation } = await import('../../../src/ui/openLocation');
  const file = path.join(folder, 'a.go');
  writeFileSync(file, 'package a\n\n\tvar x int\n');
  let cursorWhenScrolled: number | undefined;
  vscode.commands.set('editorScroll', () => (cursorWhenScrolled = vscode.visibleEditors[0].selection.active.line));
  await openLocation({ file, line: 1 });
  await openLocation({ file, line: 3 });
  const [[command, args]] = vscode.executed as [string, { to: string; by: string; value: number }][];
  assert.deepEqual([command, args.to, args.by, args.value > 10_000], ['editorScroll', 'left', 'column', true]);
  assert.equal(cursorWhenScrolled, 0);
  const { line, character } = vscode.visibleEditors[0].selection.active;
  assert.deepEqual([line, character], [2, 1]);
  vscode.show();
  await openLocation({ file, line: 3 });
  assert.equal(cursorWhenScrolled, 2, 'it is not at its start first');
});

test('a location opens in the given editor column, even if its file is visible in another', async () => {
  const { openLocation } = await import('../../../src/ui/openLocation');
  const file = path.join(folder, 'a.go');
  await openLocation({ file, line: 3 }, { column: 2 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 2);
  await openLocation({ file, line: 1 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 2, 'in the column in which it is visible');
  await openLocation({ file, line: 3 }, { column: 1 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 1);
});

test('a file that a panel opens leaves the focus in the panel', async () => {
  const { openLocation } = await import('../../../src/ui/openLocation');
  const [front, file] = ['front.go', 'a.go'].map((name) => path.join(folder, name));
  writeFileSync(front, 'package a\n');
  await openLocation({ file: front, line: 1 }, { column: 1 });
  await openLocation({ file, line: 3 }, { column: 2, keepFocus: true });
  const shown = vscode.visibleEditors.map(({ document: { fileName }, selection }) => {
    return [path.basename(fileName), selection.active.line];
  });
  assert.deepEqual(shown, [['front.go', 0], ['a.go', 2]]);
});

test('files of Go and of the module cache become read-only once, those that a panel opens when they are active', async () => {
  const { openLocation } = await import('../../../src/ui/openLocation');
  const READ_ONLY = 'workbench.action.files.setActiveEditorReadonlyInSession';
  const source = (...elements: string[]) => {
    const file = path.join(folder, ...elements);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'package a\n\nvar x int\n');
    return file;
  };
  const madeReadOnly: string[] = [];
  vscode.commands.set(READ_ONLY, () => madeReadOnly.push(path.basename(vscode.visibleEditors[0].document.fileName)));
  source('go', 'src', 'runtime', 'proc.go');
  vscode.setFolders(path.join(folder, 'workspace'));
  await openLocation({ file: source('go', 'src', 'fmt', 'print.go'), line: 1 });
  await openLocation({ file: source('mod', 'github.com', 'x', 'y@v1.2.3-rc.1', 'y.go'), line: 1 }, { keepFocus: true });
  await openLocation({ file: source('mod', 'github.com', 'x', 'y@v1.2.3-rc.1', 'y.go'), line: 3 }, { keepFocus: true });
  assert.deepEqual(madeReadOnly, ['print.go']);
  vscode.show(vscode.visibleEditors.at(-1)!);
  await openLocation({ file: source('home', 'src', 'app', 'main.go'), line: 1 });
  await openLocation({ file: source('workspace', 'a@v1.0.0', 'own.go'), line: 1 });
  assert.deepEqual(madeReadOnly, ['print.go', 'y.go']);
});

test('of a file that is gone, the message says so, and not how VS Code looked for it', async () => {
  const { openLocation } = await import('../../../src/ui/openLocation');
  const file = path.join(folder, 'gone.go');
  await openLocation({ file, line: 1 });
  assert.equal(vscode.messages.at(-1)?.text, `${file} is gone: it was moved, renamed or deleted.`);
});
