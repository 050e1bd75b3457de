import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { showLineInFlameGraph } from '../../../../src/features/show/showLine';
import { cursorAt, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

let showLine: typeof showLineInFlameGraph;
before(async () => {
  showLine = (await import('../../../../src/features/show/showLine')).showLineInFlameGraph;
});

const uri = FakeUri.file('/w/words.go');
const document = new FakeDocument(uri, ['package words', '', 'var a = b()', 'var c = 1']);

/** The calls that show the panel. Line 3 has costs, which were those of line 30 when it was measured. */
async function shownFor(...place: readonly unknown[]): Promise<unknown[]> {
  const shown: unknown[] = [];
  const lineAt = (_: unknown, line: number) => {
    return { costs: { file: 'm/words.go' }, line: { captured: line * 10, flat: 0, cum: line === 3 ? 5 : 0 } };
  };
  const panel = { show: (...args: unknown[]) => shown.push(args) };
  await showLine({ lineCosts: { lineAt: lineAt as never }, panel }, place[0], place[1]);
  return shown;
}

function putCursor(line: number): void {
  const editor = new FakeEditor(document);
  editor.selection = cursorAt(line - 1, 0);
  vscode.show(editor);
}

test('the flame graph shows the line at the cursor as it was measured, and takes the focus from the palette', async () => {
  putCursor(3);
  const line = { file: 'm/words.go', line: 30 };
  assert.deepEqual(await shownFor(), [['flame', true, line]]);
  assert.deepEqual(await shownFor(uri), [['flame', false, line]], 'the menu of an editor passes its URI');
});

test('a link of a hover and the menu of a line number name another line than that of the cursor', async () => {
  putCursor(4);
  assert.equal((await shownFor(uri.toString(), 3)).length, 1);
  assert.equal((await shownFor({ uri, lineNumber: 3 })).length, 1);
});

test('a line without costs is named, and the panel stays as it is', async () => {
  putCursor(4);
  const message = 'No sample of the active profile was taken on words.go:4: choose a line with costs.';
  await assert.rejects(shownFor(), { name: 'PreconditionError', message });
});
