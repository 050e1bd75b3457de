import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Active } from '../../../../src/captures/session';
import type { ProductionView } from '../../../../src/editor/production/productionDocuments';
import { FakeEngine } from '../../../shared/fakeEngine';
import { fileCosts } from '../../../shared/fileCosts';
import { plainSpaces } from '../../../shared/plainSpaces';
import { until } from '../../../shared/until';
import { captureOf, CPU, editorOf, LINES, vscode } from '../columns/annotatorScene';

async function scene(context: TestContext) {
  const { ProductionDocuments } = await import('../../../../src/editor/production/productionDocuments');
  const { ProductionMarks } = await import('../../../../src/editor/production/productionMarks');
  const engine = new FakeEngine();
  engine.answers.fileCosts = () => [{ ...fileCosts([4, 5]), total: 100 }];
  const documents = new ProductionDocuments(engine, async (_, { uri }) => (uri.fsPath === '/w/a.go' ? ['a.go'] : []));
  const marks = new ProductionMarks(documents);
  context.after(() => {
    marks.dispose();
    vscode.show();
  });
  return { engine, marks };
}

function viewOf(sources: ReadonlyMap<string, string> = new Map()): ProductionView {
  const capture = captureOf('production', CPU, { sources: new Map(sources) });
  const active: Active = { capture, profile: CPU, sampleType: 0, queryId: 1, refinement: {} };
  return { active, title: 'checkout · cpu · last 24 h' };
}

const marksIn = (editor: ReturnType<typeof editorOf>) => editor.document.lines.flatMap((_, i) => {
  const { after } = editor.textsOn(i + 1);
  return after === undefined ? [] : [`${i + 1}: ${plainSpaces(after)}`];
});

test('each line of a visible file has its share in production at its end, and clearing removes them', async (context) => {
  const { marks } = await scene(context);
  const [file, other] = [editorOf('/w/a.go'), editorOf('/w/b.go')];
  vscode.show(file, other);
  marks.show(viewOf());
  await until(() => file.decorationCount > 0);
  assert.deepEqual([marksIn(file), marksIn(other)], [['4: production 4 %', '5: production 5 %'], []]);
  marks.show(undefined);
  await until(() => file.decorationCount === 0);
});

test('the costs of the text that was deployed stand on the lines of today, an edited one says so', async (context) => {
  const { marks } = await scene(context);
  const now = ['package a', '', '// F runs.', 'func F() {', '\tone(1)', '\ttwo()', '}'];
  const editor = editorOf('/w/a.go', now);
  vscode.show(editor);
  marks.show(viewOf(new Map([['/w/a.go', LINES.join('\n')]])));
  await until(() => editor.decorationCount > 0);
  assert.deepEqual(marksIn(editor), ['5: production 4 % (edited since)', '6: production 5 %']);
});

test('a file is asked for once, also when it is shown again', async (context) => {
  const { marks, engine } = await scene(context);
  const view = viewOf();
  marks.show(view);
  for (const editor of [editorOf('/w/a.go'), editorOf('/w/a.go')]) {
    vscode.show(editor);
    await until(() => editor.decorationCount > 0);
  }
  assert.equal(engine.asked.get('fileCosts'), 1);
});
