import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-open-'));
after(() => rmSync(folder, { recursive: true }));
const vscode = fakeVscode(folder);
withVscode(vscode.module);

test('opening a location scrolls to the left, where costs are, before it reveals the line', async () => {
  const { openLocation } = await import('../../../src/workbench/openLocation');
  const file = path.join(folder, 'a.go');
  writeFileSync(file, 'package a\n\n\tvar x int\n');
  let cursorWhenScrolled: number | undefined;
  vscode.commands.set('editorScroll', () => (cursorWhenScrolled = vscode.visibleEditors[0].selection.active.line));
  await openLocation({ file, line: 3 });
  const [[command, args]] = vscode.executed as [string, { to: string; by: string; value: number }][];
  assert.deepEqual([command, args.to, args.by, args.value > 10_000], ['editorScroll', 'left', 'column', true]);
  assert.equal(cursorWhenScrolled, 0);
  const { line, character } = vscode.visibleEditors[0].selection.active;
  assert.deepEqual([line, character], [2, 1]);
});

test('a location opens in the given editor column, even if its file is visible in another', async () => {
  const { openLocation } = await import('../../../src/workbench/openLocation');
  const file = path.join(folder, 'a.go');
  await openLocation({ file, line: 3 }, { column: 2 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 2);
  await openLocation({ file, line: 1 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 2, 'in the column in which it is visible');
  await openLocation({ file, line: 3 }, { column: 1 });
  assert.equal(vscode.visibleEditors[0].viewColumn, 1);
});
