import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { captureOf, editorOf, scene, settled, vscode } from './annotatorScene';

const LINES = ['package a', '', `func F() { // ${'x'.repeat(200)}`, `\tone() // ${'x'.repeat(60)}`, '\ttwo()', '}'];

/** An editor with figures, active, in a group of this width in pixels beside another one; with 0, alone. */
async function openEditor(context: TestContext, width = 0) {
  const { session } = await scene(context);
  const [orientation, size] = width === 0 ? [1, 800] : [0, width];
  const layout = { orientation, groups: [{ size }] };
  vscode.commands.set('vscode.getEditorLayout', () => layout);
  context.after(() => vscode.commands.clear());
  const editor = editorOf('/w/a.go', LINES);
  vscode.show(editor);
  session.activate(captureOf('a'));
  await settled();
  return { editor, session };
}

/** How often the active editor is scrolled to its left edge while the cursor moves. */
async function scrollsAfter(move: () => void): Promise<number> {
  vscode.executed.length = 0;
  move();
  await settled();
  return vscode.executed.filter(([command]) => command === 'editorScroll').length;
}

test('the figures are in view again when the cursor moves back to where it is visible beside them', async (context) => {
  const { editor } = await openEditor(context);
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 2, 210)), 0, 'far right');
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 2, 0)), 1, 'Home');
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 2, 5)), 0, 'typed');
  await scrollsAfter(() => vscode.moveCursor(editor, 2, 210));
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 3, 45)), 1, 'a shorter line');
});

test('in a narrow editor, a column that is visible in a wide one is out of view', async (context) => {
  const { editor } = await openEditor(context, 500);
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 3, 45)), 0);
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 4, 5)), 1);
});

test('an editor without figures is not scrolled, nor is one that is not active', async (context) => {
  const { editor, session } = await openEditor(context);
  const other = editorOf('/w/b.go', LINES);
  vscode.show(other, editor);
  await settled();
  assert.equal(await scrollsAfter(() => vscode.moveCursor(other, 4, 0)), 0);
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 4, 0)), 0);
  assert.equal(await scrollsAfter(() => vscode.show(editor, other)), 1, 'activated');
  session.clear();
  await settled();
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 3, 0)), 0);
});

test('after a click, the code does not move before a double click would be over', async (context) => {
  const { editor } = await openEditor(context);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(await scrollsAfter(() => vscode.moveCursor(editor, 4, 1, 'Mouse')), 0);
  assert.equal(await scrollsAfter(() => context.mock.timers.tick(500)), 1);
});

test('the figures of a new capture are in view', async (context) => {
  const { session } = await openEditor(context);
  assert.ok((await scrollsAfter(() => session.activate(captureOf('b')))) > 0);
});
