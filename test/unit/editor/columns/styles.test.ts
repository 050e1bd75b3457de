import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { captureOf, CPU, editorOf, figuresIn, scene, settled, vscode } from './annotatorScene';

test('the compact style has one column, cum with three digits, which is as wide for every form', async (context) => {
  const costs = { ...fileCosts([5]), cum: Float64Array.of(1_234_567_890), total: 4e9 };
  const { session } = await scene(context, () => [costs]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  vscode.configure('linecost.columns.style', 'compact');
  session.activate(captureOf('A', CPU), CPU);
  await settled();
  assert.deepEqual([4, 5].map((line) => editor.textsOn(line)), [{ before: 'cum' }, { before: '1.23G' }]);
  session.showFiguresAs('percent');
  assert.deepEqual(await shown(), [{ before: 'cum%' }, { before: '30.9%' }]);

  async function shown() {
    await settled();
    return [4, 5].map((line) => editor.textsOn(line));
  }
});

test('hiding clears every editor at once, and the next call or another capture shows the costs again', async (context) => {
  const { session, styles, engine } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  styles.toggle();
  assert.deepEqual([editor.decorationCount, styles.isHidden], [0, true]);
  session.switchSampleType(0);
  await settled();
  assert.equal(editor.decorationCount, 0, 'another sample type stays hidden');
  styles.toggle();
  assert.deepEqual(figuresIn(editor), ['4: flat 4 cum 4']);
  assert.equal(engine.asked.get('fileCosts'), 2, 'no new query');
  styles.toggle();
  session.activate(captureOf('B'), CPU);
  await settled();
  assert.deepEqual([figuresIn(editor), styles.isHidden], [['4: flat 4 cum 4'], false]);
});

test('where the setting is off, the costs can be shown until they are hidden again', async (context) => {
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

test('while lines wrap, columns give way to the line ends; other styles stay', async (context) => {
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

test('neither side of a comparison of two texts gets costs, nor does a preview', async (context) => {
  const { session } = await scene(context);
  const [side, own] = [editorOf('/w/a.go'), editorOf('/w/a.go')];
  Object.assign(side, { viewColumn: undefined, document: own.document });
  vscode.show(side, own);
  session.activate(captureOf('A'), CPU);
  await settled();
  vscode.type(own.document, 0, 'package b');
  assert.equal(side.decorationCount, 0);
  assert.deepEqual(figuresIn(own), ['5: flat 5 cum 5']);
});
