import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { captureOf, CPU, editorOf, figuresIn, scene, settled, vscode } from './annotatorScene';

test('the column headings are on the line above the first costs', async (context) => {
  const { session } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual(editor.textsOn(4), { before: 'cum', after: 'flat' });
});

test('in percent, figures and column headings have percent signs', async (context) => {
  const costs = [{ ...fileCosts([5]), total: 40 }];
  const { session } = await scene(context, () => costs);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  session.showFiguresAs('percent');
  await settled();
  assert.deepEqual(editor.textsOn(4), { before: 'cum %', after: 'flat %' });
  assert.deepEqual(figuresIn(editor), ['5: flat 12.5 % cum 12.5 %']);
});

test('per operation, figures and column headings end with /op', async (context) => {
  const { session, engine } = await scene(context, () => [{ ...fileCosts([5]), unit: 'nanoseconds/op' }]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.showFiguresAs('perOperation');
  session.activate(captureOf('A', { ...CPU, iterations: [100] }, { loop: 'b.Loop', target: { file: '', name: 'BenchmarkA' } }));
  await settled();
  assert.deepEqual([...engine.derived.values()].map(({ operations }) => operations), [100]);
  assert.deepEqual(editor.textsOn(4), { before: 'cum/op', after: 'flat/op | CPU time of all threads' });
  assert.deepEqual(figuresIn(editor), ['5: flat 5 ns/op cum 5 ns/op']);
});

test('per request, figures and column headings end with /req', async (context) => {
  const { session, engine } = await scene(context, () => [{ ...fileCosts([5]), unit: 'nanoseconds/req' }]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.showFiguresAs('perOperation');
  session.activate(captureOf('api', { ...CPU, requests: { count: 100, perSecond: 10, seconds: 10 } }));
  await settled();
  const divided = [...engine.derived.values()].map(({ operations, per }) => [operations, per]);
  assert.deepEqual(divided, [[100, '/req']]);
  assert.deepEqual(editor.textsOn(4), { before: 'cum/req', after: 'flat/req | CPU time of all threads' });
  assert.deepEqual(figuresIn(editor), ['5: flat 5 ns/req cum 5 ns/req']);
});
