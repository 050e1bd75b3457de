import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureOf, costsByType, CPU, documentOf, editorOf, figuresIn, settled, vscode } from './annotatorScene';
import { FakeEngine } from '../../../shared/fakeEngine';

async function scene() {
  const { ColumnsOnDemand } = await import('../../../../src/editor/columns/columnsOnDemand');
  const { makeColumns } = await import('../../../../src/editor/columns/makeColumns');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { Session } = await import('../../../../src/captures/session');
  const engine = new FakeEngine();
  engine.answers.fileCosts = costsByType;
  const session = new Session(engine);
  const styles = new ColumnStyles(session, () => undefined);
  vscode.configure('linecost.columns.style', 'columns');
  let loads = 0;
  const columns = new ColumnsOnDemand(session, async () => {
    loads++;
    const findFiles = async () => ['a.go'];
    return makeColumns({ session, engine, styles, findFiles, say: () => undefined });
  });
  return { columns, session, loads: () => loads };
}

test('the columns are loaded once, with the first profile, and drawn into the editors that are open', async () => {
  const { columns, session, loads } = await scene();
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  let redraws = 0;
  columns.onDidRedraw(() => redraws++);
  await settled();
  assert.deepEqual([loads(), columns.lineAt(documentOf(editor), 5), columns.sinceCapture(documentOf(editor))], [0, undefined, '']);
  assert.deepEqual(await columns.lineNow(documentOf(editor), 7), { line: 7, state: 'same' });
  session.activate(captureOf('A'), CPU);
  await settled();
  session.activate(captureOf('B'), CPU);
  await settled();
  assert.equal(loads(), 1);
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  assert.equal(columns.lineAt(documentOf(editor), 5)?.line.cum, 5);
  assert.ok(redraws > 0);
  columns.dispose();
  assert.equal(editor.decorationCount, 0);
  vscode.show();
});
