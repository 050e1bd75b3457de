import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { cursorAt, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-pick-target-'));
const vscode = fakeVscode(folder);
withVscode(vscode.module);

after(() => rmSync(folder, { recursive: true, force: true }));

function editorOf(name: string, text: string, line: number): FakeEditor {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const editor = new FakeEditor(new FakeDocument(FakeUri.file(file), text.split('\n')));
  editor.selection = cursorAt(line - 1, 0);
  return editor;
}

test('the benchmark at the cursor of an editor that is visible but not active is first in the list', async () => {
  const { targetAtCursorOrPicked } = await import('../../../../src/features/profile/pickTarget');
  const names = ['BenchmarkA', 'BenchmarkB', 'BenchmarkC'];
  const tests = names.map((name) => `func ${name}(b *testing.B) {\n}\n`).join('\n');
  vscode.show(editorOf('p.go', 'package p\n', 1), editorOf('p_test.go', `package p\n\n${tests}`, 6));
  await targetAtCursorOrPicked(['benchmark']);
  assert.deepEqual(vscode.picks, [['BenchmarkB', 'BenchmarkA', 'BenchmarkC']]);
});

test('without a benchmark or a test, the message says what to do, and its button leads on', async () => {
  const { targetAtCursorOrPicked } = await import('../../../../src/features/profile/pickTarget');
  vscode.show();
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
  await assert.rejects(targetAtCursorOrPicked(['benchmark']), {
    message: 'No _test.go file of this workspace has a benchmark: write one, or profile a test or a program of it.',
    fix: { title: 'Profile a Test…', command: 'linecost.profileTest' },
  });
  await assert.rejects(targetAtCursorOrPicked(['test']), {
    message: 'No _test.go file of this workspace has a test or example: write one, or try a sample that has some.',
    fix: { title: 'Open a Sample Module…', command: 'linecost.openSample' },
  });
});
