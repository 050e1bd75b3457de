import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { captureOf, CPU, documentOf, editorOf, figuresIn, scene, settled, vscode } from './annotatorScene';

const FUNCTION = { name: 'a.F', startLine: 3, firstLine: 4, lastLine: 6 };
const COSTS = { ...fileCosts([4, 5], [FUNCTION]), total: 100 };

/** A scene whose blocks cost 70 to 79, in the order asked, and the blocks that were asked about. */
async function foldingScene(context: Parameters<typeof scene>[0]) {
  const parts = await scene(context, () => [COSTS]);
  const asked: string[] = [];
  parts.engine.answers.blockCosts = ({ blocks }) => blocks.map((block) => {
    const cum = 70 + asked.push(block.join('-')) - 1;
    return { flat: 7, cum };
  });
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  parts.session.activate(captureOf('A'), CPU);
  await settled();
  return { ...parts, editor, asked };
}

test('a folded function shows its total, with its closing brace, until it is unfolded', async (context) => {
  const { editor, asked } = await foldingScene(context);
  const open = figuresIn(editor);
  vscode.fold(editor, [4, 5]);
  await settled();
  assert.deepEqual(asked, ['3-6']);
  assert.deepEqual(figuresIn(editor), ['3: flat 7 cum 70', ...open.filter((text) => !text.startsWith('3:'))]);
  vscode.fold(editor);
  await settled();
  assert.deepEqual(figuresIn(editor), open);
  vscode.fold(editor, [4, 5]);
  await settled();
  assert.equal(asked.length, 1);
});

test('two editors of a file show the folds that each of them has', async (context) => {
  const { editor } = await foldingScene(context);
  const { FakeEditor } = await import('../../../shared/fakeEditors');
  const other = new FakeEditor(editor.document);
  vscode.show(editor, other);
  await settled();
  vscode.fold(other, [5, 5]);
  await settled();
  assert.ok(figuresIn(editor).includes('4: flat 4 cum 4'));
  assert.ok(figuresIn(other).includes('4: flat 7 cum 70'));
});

test('folds move with their lines, and those that an edit reaches into are forgotten', async (context) => {
  const { annotator, editor } = await foldingScene(context);
  vscode.fold(editor, [4, 5]);
  await settled();
  vscode.type(editor.document, 1, '\n');
  await settled();
  assert.deepEqual(annotator.lineAt(documentOf(editor), 4)?.fold, { first: 4, last: 6 });
  assert.ok(figuresIn(editor).includes('4: flat 7 cum 70'));
  vscode.type(editor.document, 4, '\tone()\n\tnew()');
  await settled();
  assert.equal(annotator.lineAt(documentOf(editor), 4)?.fold, undefined);
});
