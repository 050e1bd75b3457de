import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { captureOf, CPU, editorOf, figuresIn, scene, settled, vscode } from './annotatorScene';

test('the compact style has only the column cum, with three digits in every form', async (context) => {
  const costs = { ...fileCosts([5]), cum: Float64Array.of(1_234_567_890), total: 4e9 };
  const { session } = await scene(context, () => [costs]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  vscode.configure('linecost.columns.style', 'compact');
  session.activate(captureOf('A', CPU), CPU);
  await settled();
  const texts = () => [4, 5].map((line) => editor.textsOn(line));
  assert.deepEqual(texts(), [{ before: 'cum' }, { before: '1.23 G' }]);
  session.showFiguresAs('percent');
  await settled();
  assert.deepEqual(texts(), [{ before: 'cum%' }, { before: '30.9 %' }]);
});

test('toggling hides the costs immediately, until the next toggling or another capture', async (context) => {
  const { session, styles, engine } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  styles.toggle();
  assert.deepEqual([editor.decorationCount, styles.isHidden], [0, true]);
  session.switchSampleType(0);
  await settled();
  assert.equal(editor.decorationCount, 0, 'the costs of another sample type stay hidden');
  styles.toggle();
  assert.deepEqual(figuresIn(editor), ['4: flat 4 cum 4']);
  assert.equal(engine.asked.get('fileCosts'), 2, 'no new query');
  styles.toggle();
  session.activate(captureOf('B'), CPU);
  await settled();
  assert.deepEqual([figuresIn(editor), styles.isHidden], [['4: flat 4 cum 4'], false]);
});

test('if the style is off, toggling shows the costs and then hides them', async (context) => {
  const { session, styles } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  vscode.configure('linecost.columns.style', 'off');
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual([editor.decorationCount, styles.isHidden], [0, true]);
  styles.toggle();
  assert.equal(editor.textsOn(5).before, '5');
  styles.toggle();
  assert.equal(editor.decorationCount, 0);
});

test('while lines wrap, figures are at the line ends instead of in columns', async (context) => {
  const { session, wrapped } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  context.after(() => vscode.configure('editor.wordWrap', undefined));
  session.activate(captureOf('A'), CPU);
  await settled();
  for (const wrap of ['on', 'bounded', 'wordWrapColumn']) {
    vscode.configure('editor.wordWrap', wrap);
    assert.deepEqual(editor.textsOn(5), { after: 'flat 5  cum 5' }, wrap);
  }
  assert.ok(wrapped() > 0);
  vscode.configure('linecost.columns.style', 'heatOnly');
  assert.deepEqual(editor.textsOn(5), {});
  vscode.configure('linecost.columns.style', 'compact');
  assert.deepEqual(editor.textsOn(5), { after: 'flat 5  cum 5' });
  vscode.configure('editor.wordWrap', 'off');
  assert.deepEqual(editor.textsOn(5), { before: '5' });
});

test('while word wrap is toggled on or off, the setting does not decide where figures are', async (context) => {
  const { session, styles } = await scene(context);
  const { toggleWordWrap } = await import('../../../../src/features/show/statusMenu');
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  context.after(() => vscode.configure('editor.wordWrap', undefined));
  vscode.configure('linecost.columns.style', 'compact');
  session.activate(captureOf('A'), CPU);
  await settled();
  const [before, after] = [{ before: '5' }, { after: 'flat 5  cum 5' }];
  await toggleWordWrap(true, styles);
  assert.deepEqual(vscode.executed.at(-1), ['editor.action.toggleWordWrap']);
  assert.deepEqual(editor.textsOn(5), after);
  await toggleWordWrap(false, styles);
  assert.deepEqual(editor.textsOn(5), before);
  vscode.configure('editor.wordWrap', 'on');
  assert.deepEqual(editor.textsOn(5), after, 'the setting decides again');
  await toggleWordWrap(false, styles);
  assert.deepEqual(editor.textsOn(5), before);
});

test('an editor without a view column, as in a diff or a preview, gets no costs', async (context) => {
  const { session } = await scene(context);
  const [diffSide, editor] = [editorOf('/w/a.go'), editorOf('/w/a.go')];
  Object.assign(diffSide, { viewColumn: undefined, document: editor.document });
  vscode.show(diffSide, editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  vscode.type(editor.document, 0, 'package b');
  assert.equal(diffSide.decorationCount, 0);
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
});
