import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { summaryOf } from '../../../shared/fakeEngine';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);

test("a benchmark's capture asks the worker one question, and its first column another", async (context) => {
  const { Sources } = await import('../../../../src/documents/sources');
  const { workspaceResolver: resolver } = await import('../../../../src/documents/workspaceResolver');
  const { makeColumns } = await import('../../../../src/editor/columns/makeColumns');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { engine, session, workspace, writeProgram, profile } = await measuringScene(vscode, context);
  const file = join(workspace, 'a_test.go');
  engine.answers.load = () => ({ ...summaryOf(1, 'cpu/nanoseconds', 5), facts: { loop: 'b.Loop', files: [file] } });
  let askedBefore: [query: string, times: number][] | undefined;
  engine.answers.fileCosts = () => {
    askedBefore ??= [...engine.asked];
    return [fileCosts([4])];
  };
  const host = { outside: async () => ({}) as never, resolver };
  const sources = new Sources(engine.asEngine(), new FakeMemento() as never, (_, line) => ({ line }) as never, host);
  const styles = new ColumnStyles(session, () => undefined);
  const { annotator, lines } = makeColumns({
    session, engine, styles, findFiles: (active, document) => sources.filesOf(active, document), say: () => undefined,
  });
  context.after(() => [annotator, lines, styles, sources].forEach((each) => each.dispose()));
  const text = ['package a', '', 'func BenchmarkA(b *testing.B) {', '\tfor b.Loop() {', '\t}', '}'];
  const editor = new FakeEditor(new FakeDocument(FakeUri.file(file), text));
  vscode.show(editor);
  writeProgram({ nanoseconds: 1000, bytes: 0 });
  await profile();
  await until(() => editor.hasFigures);
  assert.deepEqual(askedBefore, [['load', 1], ['fileCosts', 1]]);
});
