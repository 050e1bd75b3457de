import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fileCosts } from '../../../shared/fileCosts';
import { eventually } from '../../../shared/until';
import { CAPTURED, captureOf, CPU, editorOf, scene, settled, vscode } from './annotatorScene';

const LONG = `\tcall(${'x'.repeat(80)})`;

const LINES = ['package a', '', 'func F() {', '\tone()', LONG, '}'];

const HEIGHT = 800;

/** An editor whose line 4 is short and costs 40 of 100, and whose line 5 costs 60 and is long by default. */
async function drawn(context: TestContext, style: string, lines: readonly string[] = LINES, capture = captureOf('A')) {
  let width = 2000;
  let orientation = 0;
  const layout = () => ({ orientation, groups: [{ size: orientation === 0 ? width : HEIGHT }] });
  vscode.commands.set('vscode.getEditorLayout', layout);
  vscode.commands.set('vscode.setEditorLayout', (set) => ({ orientation } = set as ReturnType<typeof layout>));
  context.after(() => {
    vscode.commands.delete('vscode.getEditorLayout');
    vscode.commands.delete('vscode.setEditorLayout');
    vscode.configure('editor.fontSize', undefined);
  });
  const costs = { ...fileCosts([4, 5]), total: 100, flat: Float64Array.of(40, 0), cum: Float64Array.of(40, 60) };
  const { session } = await scene(context, () => [costs]);
  vscode.configure('linecost.columns.style', style);
  const editor = Object.assign(editorOf('/w/a.go', [...lines]), { viewColumn: 1, options: { tabSize: 4 } });
  vscode.show(editor);
  session.activate(capture, CPU);
  await settled();
  /** Waits until lines 4 and 5 show these texts in an editor of this width. */
  const shows = async (now: number, fontSize: number, expected: readonly object[]) => {
    width = now;
    vscode.configure('editor.fontSize', fontSize);
    vscode.show(editor);
    await eventually(() => assert.deepEqual([4, 5].map((line) => editor.textsOn(line)), expected, `${now} ${fontSize}`));
  };
  /** Waits until a note of line 3 is cut off, or none, in an editor of this width. */
  const cuts = async (now: number, expected: boolean) => {
    width = now;
    vscode.configure('editor.fontSize', 14);
    vscode.show(editor);
    await eventually(() => {
      assert.match(editor.textsOn(3).after ?? '', / 2 lines changed since$/);
      assert.equal(editor.isCutOn(3), expected);
    });
  };
  /** Makes the editors one column, as in a new window. */
  const stack = () => (orientation = 1);
  return { shows, cuts, stack };
}

test('the width of the only editor is known, too, of which VS Code tells only the height in a new window', async (context) => {
  const { shows, stack } = await drawn(context, 'compact');
  stack();
  await shows(300, 14, [{}, {}]);
});

test('two columns become one, and then bars in the margin, where they would take over a fifth of a narrow editor', async (context) => {
  const { shows } = await drawn(context, 'columns');
  const both = [{ before: '40', after: '40' }, { before: '60', after: '.' }];
  await shows(1000, 14, both);
  await shows(480, 14, [{ before: '40' }, { before: '60' }]);
  await shows(300, 14, [{}, {}]);
  await shows(480, 20, [{}, {}]);
  await shows(1000, 20, both);
});

test('the narrow column becomes bars in the margin where it would take over a fifth of a narrow editor', async (context) => {
  const { shows } = await drawn(context, 'compact');
  const cum = [{ before: '40' }, { before: '60' }];
  await shows(480, 14, cum);
  await shows(300, 14, [{}, {}]);
  await shows(480, 20, [{}, {}]);
  await shows(1000, 20, cum);
});

test('at line ends, figures that would be under the minimap are shorter, and then only in the margin', async (context) => {
  const { shows } = await drawn(context, 'endOfLine');
  const short = { after: 'flat 40  cum 40' };
  await shows(1400, 14, [short, { after: 'cum 60' }]);
  await shows(1024, 14, [short, { after: '60' }]);
  await shows(900, 14, [short, {}]);
  await shows(1400, 14, [short, { after: 'cum 60' }]);
});

for (const style of ['endOfLine', 'compact', 'columns']) {
  test(`a note ends before the minimap, and is whole again once the editor is wide enough: ${style}`, async (context) => {
    const lines = ['package a', '// F', `func F(${'x'.repeat(60)} int) {`, '\tone()', '\ttwo()', '}'];
    const { cuts } = await drawn(context, style, lines, captureOf('A', CPU, CAPTURED));
    await cuts(1200, true);
    await cuts(2000, false);
    await cuts(1200, true);
  });
}
