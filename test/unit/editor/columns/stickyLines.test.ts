import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { FakeDocument, FakeEditor, LINE_NUMBERS } from '../../../shared/fakeEditors';
import { FakeUri } from '../../../shared/fakeVscode';
import { captureOf, CPU, figuresIn, LINES, scene, settled, vscode } from './annotatorScene';

/** A document that shows lines from `top` on. In a long one, lines far above are drawn in idle time. */
async function scrolledScene(context: TestContext, top = 1500) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { session } = await scene(context);
  const lines = [...LINES, ...Array.from({ length: top + 20 }, () => '// More.')];
  const editor = new FakeEditor(new FakeDocument(FakeUri.file('/w/a.go'), lines));
  editor.scrollTo(top);
  vscode.show(editor);
  const drawn = async () => {
    await settled();
    for (let slice = 0; slice < 20; slice++) context.mock.timers.tick(5);
  };
  return { session, editor, drawn };
}

for (const [place, top] of [['near', 10], ['far above', 1500]] as const) {
  test(`sticky lines ${place} show the figures of another sample type and style, and none after the costs are cleared`, async (context) => {
    const { session, editor, drawn } = await scrolledScene(context, top);
    session.activate(captureOf('A'), CPU);
    await drawn();
    assert.deepEqual(figuresIn(editor.sticky!), ['5: flat 5 cum 5']);
    session.switchSampleType(0);
    await drawn();
    assert.deepEqual(figuresIn(editor.sticky!), ['4: flat 4 cum 4']);
    vscode.configure('linecost.columns.style', 'off');
    await drawn();
    assert.deepEqual(figuresIn(editor.sticky!), []);
    vscode.configure('linecost.columns.style', 'columns');
    await drawn();
    assert.deepEqual(figuresIn(editor.sticky!), ['4: flat 4 cum 4']);
    session.clear();
    assert.equal(editor.sticky!.decorationCount, 0);
  });
}

for (const name of ['On', 'Relative', 'Interval'] as const) {
  test(`drawing sticky lines again leaves the line numbers as they are: ${name}`, async (context) => {
    const { session, editor, drawn } = await scrolledScene(context);
    editor.options = { lineNumbers: LINE_NUMBERS[name] };
    session.activate(captureOf('A'), CPU);
    await drawn();
    assert.equal(editor.options.lineNumbers, LINE_NUMBERS[name]);
    assert.equal(figuresIn(editor.sticky!).length, 1);
  });
}

test('without line numbers, without sticky scroll and at the top of the file, the line numbers are not touched', async (context) => {
  const { session, editor, drawn } = await scrolledScene(context);
  context.after(() => vscode.configure('editor.stickyScroll.enabled', undefined));
  const shownIn = async (change: () => void) => {
    change();
    editor.sticky = undefined;
    session.clear();
    session.activate(captureOf('A'), CPU);
    await drawn();
    return editor.sticky !== undefined;
  };
  assert.deepEqual([
    await shownIn(() => (editor.options = { lineNumbers: LINE_NUMBERS.Off })),
    await shownIn(() => {
      editor.options = { lineNumbers: LINE_NUMBERS.On };
      vscode.configure('editor.stickyScroll.enabled', false);
    }),
    await shownIn(() => {
      vscode.configure('editor.stickyScroll.enabled', true);
      editor.scrollTo(0);
    }),
    await shownIn(() => editor.scrollTo(1500)),
  ], [false, false, false, true]);
});
