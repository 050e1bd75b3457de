import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { captureOf, CPU, documentOf, editorOf, figuresIn, scene, settled, vscode } from './annotatorScene';

const FUNCTION = { name: 'a.F', startLine: 3, firstLine: 4, lastLine: 6 };
const COSTS = { ...fileCosts([4, 5], [FUNCTION]), total: 100 };

/** A scene in which the first queried block costs 70, the second 71, and so on. `queried` has the blocks' lines. */
async function foldingScene(context: Parameters<typeof scene>[0]) {
  const parts = await scene(context, () => [COSTS]);
  const queried: string[] = [];
  parts.engine.answers.blockCosts = ({ blocks }) => blocks.map((block) => {
    const cum = 70 + queried.push(block.join('-')) - 1;
    return { flat: 7, cum };
  });
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  parts.session.activate(captureOf('A'), CPU);
  await settled();
  return { ...parts, editor, queried };
}

test('a folded function shows the total of its lines, including the closing brace', async (context) => {
  const { editor, queried } = await foldingScene(context);
  const unfolded = figuresIn(editor);
  vscode.fold(editor, [4, 5]);
  await settled();
  assert.deepEqual(queried, ['3-6']);
  assert.deepEqual(figuresIn(editor), ['3: flat 7 cum 70', ...unfolded.filter((text) => !text.startsWith('3:'))]);
  vscode.fold(editor);
  await settled();
  assert.deepEqual(figuresIn(editor), unfolded);
  vscode.fold(editor, [4, 5]);
  await settled();
  assert.equal(queried.length, 1);
});

test('a fold that ends before its function, as at a label in the first column, shows only its own lines', async (context) => {
  const { editor, queried } = await foldingScene(context);
  vscode.fold(editor, [4, 4]);
  await settled();
  assert.deepEqual(queried, ['3-4']);
});

test('the total of a fold is requested again after a failure', async (context) => {
  const { editor, engine } = await foldingScene(context);
  const answer = engine.answers.blockCosts;
  engine.answers.blockCosts = () => Promise.reject(new Error('failed')) as never;
  vscode.fold(editor, [4, 5]);
  await settled();
  engine.answers.blockCosts = answer;
  vscode.fold(editor);
  vscode.fold(editor, [4, 5]);
  await settled();
  assert.ok(figuresIn(editor).includes('3: flat 7 cum 70'));
});

test('two editors of a file show the costs of their own folds', async (context) => {
  const { editor } = await foldingScene(context);
  const { FakeEditor } = await import('../../../shared/fakeEditors');
  const secondEditor = new FakeEditor(editor.document);
  vscode.show(editor, secondEditor);
  await settled();
  vscode.fold(secondEditor, [5, 5]);
  await settled();
  assert.ok(figuresIn(editor).includes('4: flat 4 cum 4'));
  assert.ok(figuresIn(secondEditor).includes('4: flat 7 cum 70'));
});

test('folds move with their lines, and an edit inside a fold removes it', async (context) => {
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
