import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { QueryAnswer } from '../../../../src/engine/queries';
import { EngineError } from '../../../../src/engine/workerMessages';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { summaryOf } from '../../../shared/fakeEngine';
import { FakeUri } from '../../../shared/fakeVscode';
import { fileCosts } from '../../../shared/fileCosts';
import { CAPTURED, captureOf, costsByType, CPU, documentOf, editorOf, figuresIn, LINES, scene, settled, THREE_LINES, TYPES, vscode } from './annotatorScene';
import { until } from '../../../shared/until';
import { range } from './twoFunctions';

test('costs are drawn into visible editors whose file is in the profile', async (context) => {
  const { session, redraws } = await scene(context);
  const [first, second, otherFile] = [editorOf('/w/a.go'), editorOf('/w/a.go'), editorOf('/w/b.go')];
  Object.assign(second, { document: first.document });
  vscode.show(first, second, otherFile);
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual([first, second, otherFile].map(figuresIn), [['5: flat 5 cum 5'], ['5: flat 5 cum 5'], []]);
  assert.equal(otherFile.decorationCount, 0);
  assert.ok(redraws() > 0);
});

test('a file that is opened later gets its costs, and showing it again needs no query', async (context) => {
  const { session, engine } = await scene(context);
  session.activate(captureOf('A'), CPU);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  await settled();
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  const reopened = new FakeEditor(editor.document);
  vscode.show();
  vscode.show(reopened);
  assert.deepEqual(figuresIn(reopened), ['5: flat 5 cum 5']);
  assert.equal(engine.asked.get('fileCosts'), 1);
});

test('clearing the session clears every editor', async (context) => {
  const { session, annotator, redraws } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  const before = redraws();
  session.clear();
  assert.equal(editor.decorationCount, 0);
  assert.equal(annotator.lineAt(documentOf(editor), 5), undefined);
  assert.equal(redraws(), before + 1);
});

test('when the sample type changes, the old costs stay until the new costs arrive', async (context) => {
  const { session } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  session.switchSampleType(0);
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  await settled();
  assert.deepEqual(figuresIn(editor), ['4: flat 4 cum 4']);
});

const OTHER_CPU = { summary: summaryOf(2, TYPES), label: 'cpu' };
const FILES_WITHOUT_COSTS = { 'without samples in the file': ['a.go'], 'of a profile without the file': [] };
for (const [which, files] of Object.entries(FILES_WITHOUT_COSTS)) {
  test(`the columns stay when the user chooses a sample type ${which}`, async (context) => {
    const hasCosts = (profile: unknown, sampleType: number) => profile === CPU.summary.id && sampleType === 1;
    const { session } = await scene(
      context,
      ({ profile, sampleType }) => [hasCosts(profile, sampleType) ? fileCosts([5], [range(5, 5)]) : fileCosts([])],
      async ({ queryId: shown, sampleType }) => (hasCosts(shown, sampleType) ? ['a.go'] : files),
    );
    const editor = editorOf('/w/a.go');
    vscode.show(editor);
    session.activate(captureOf('A'), CPU);
    await settled();
    assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
    session.switchSampleType(0);
    await settled();
    assert.deepEqual(figuresIn(editor), []);
    assert.deepEqual(editor.textsOn(2), { before: 'cum', after: 'flat' });
    session.activate(captureOf('B', OTHER_CPU), OTHER_CPU);
    await settled();
    assert.equal(editor.decorationCount, 0);
  });
}

test('when another capture is activated, the old costs stay until the new costs arrive', async (context) => {
  const { session, annotator } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  const shown: string[][] = [];
  const { setDecorations } = editor;
  editor.setDecorations = (...drawn) => {
    setDecorations.apply(editor, drawn);
    shown.push(figuresIn(editor));
  };
  session.activate(captureOf('B'), CPU);
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  assert.equal(annotator.lineAt(documentOf(editor), 5), undefined);
  await settled();
  assert.ok(shown.every((figures) => figures.length > 0));
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
});

test('the costs of the capture before are cleared if the new costs take long', async (context) => {
  const slow = new Promise<never>(() => undefined);
  let isSlow = false;
  const { session } = await scene(context, (params) => (isSlow ? slow : costsByType(params)));
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  isSlow = true;
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  session.activate(captureOf('B'), CPU);
  mock.timers.tick(200);
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
  mock.timers.tick(100);
  assert.equal(editor.decorationCount, 0);
});

test('an answer for a sample type that is no longer shown is dropped', async (context) => {
  let answerLate: (costs: QueryAnswer<'fileCosts'>) => void = () => undefined;
  const lateAnswer = new Promise<QueryAnswer<'fileCosts'>>((resolve) => (answerLate = resolve));
  const { session } = await scene(context, (params) => (params.sampleType === 1 ? lateAnswer : costsByType(params)));
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  session.switchSampleType(0);
  await settled();
  answerLate(costsByType({ sampleType: 1 }));
  await settled();
  assert.deepEqual(figuresIn(editor), ['4: flat 4 cum 4']);
});

test('lines typed above move the costs, and an edited line is marked as changed', async (context) => {
  const { session, annotator } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  vscode.type(editor.document, 1, '\n// added');
  assert.deepEqual(figuresIn(editor), ['6: flat 5 cum 5']);
  const changed = (line: number) => annotator.lineAt(documentOf(editor), line)?.line.changed;
  assert.equal(changed(6), false);
  vscode.type(editor.document, 5, '\ttwo(2)');
  assert.equal(changed(6), true);
});

test('in a file that changed since the capture, costs are where the captured lines are now', async (context) => {
  const { session } = await scene(context);
  const editor = editorOf('/w/a.go', ['// new', ...LINES]);
  vscode.show(editor);
  session.activate(captureOf('A', CPU, { sources: new Map([['/w/a.go', LINES.join('\n')]]) }), CPU);
  await settled();
  assert.deepEqual(figuresIn(editor), ['6: flat 5 cum 5']);
});

test('after a change outside VS Code, costs follow the lines that moved, and edited lines are marked', async (context) => {
  const { session, annotator } = await scene(context, THREE_LINES);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A', CPU, CAPTURED), CPU);
  await settled();
  vscode.reread(editor.document, ['package a', '', '// F is new.', 'func F() {', '\t\tone()', '\ttwo(2)', '\tthree()', '}']);
  assert.deepEqual(figuresIn(editor), ['4: flat 3 cum 3', '5: flat 4 cum 4', '6: flat 5 cum 5']);
  const changed = [4, 5, 6].map((line) => annotator.lineAt(documentOf(editor), line)?.line.changed);
  assert.deepEqual(changed, [false, false, true]);
});

test('lineAt returns the costs of a line, or undefined for a line without costs', async (context) => {
  const { session, annotator } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  const annotated = annotator.lineAt(documentOf(editor), 5);
  assert.deepEqual(annotated?.line, { line: 5, captured: 5, flat: 5, cum: 5, samples: 1, changed: false });
  assert.equal(annotated?.active, session.active);
  assert.equal(annotator.lineAt(documentOf(editor), 2), undefined);
});

test('in a long file the visible lines are drawn first, and the other lines when the thread is idle', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const lineNumbers = Array.from({ length: 5000 }, (_, i) => i + 1);
  const { session } = await scene(context, () => [fileCosts(lineNumbers)]);
  const editor = editorOf('/w/a.go', lineNumbers.map((line) => `\tcall(${line})`));
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.ok(editor.textsOn(100).after, 'a screen below the visible lines is drawn');
  assert.equal(editor.textsOn(3000).after, undefined);
  vscode.scroll(editor, 3000);
  assert.ok(editor.textsOn(3000).after, 'lines that are scrolled to are drawn immediately');
  assert.equal(editor.textsOn(5000).after, undefined);
  for (let slice = 0; slice < 100; slice++) mock.timers.tick(5);
  assert.equal(editor.textsOn(5000).after, '5 000');
  assert.equal(editor.decorationCount, 5000);
});

test('a new line in a long file redraws only the block of lines around it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const lineNumbers = Array.from({ length: 2000 }, (_, i) => i + 1);
  const costs = fileCosts(lineNumbers);
  let reads = 0;
  const countReads = { get: (column: Float64Array, key: string) => (reads++, Reflect.get(column, key) as unknown) };
  const { session } = await scene(context, () => [{ ...costs, cum: new Proxy(costs.cum, countReads) }]);
  const drawn: number[] = [];
  const document = new FakeDocument(FakeUri.file('/w/a.go'), lineNumbers.map((line) => `\tcall(${line})`));
  vscode.show(new FakeEditor(document, (options) => drawn.push(options.length)));
  session.activate(captureOf('A'), CPU);
  await settled();
  mock.timers.tick(5);
  [drawn.length, reads] = [0, 0];
  // An edit also redraws blocks that were drawn a moment before it, so let time pass.
  now = 10_000;
  vscode.type(document, 20, '\tcall(21)\n');
  mock.timers.tick(5);
  assert.deepEqual(drawn.reduce((sum, length) => sum + length, 0), 257);
  assert.ok(reads < 600, `${reads} costs were read`);
});

test('a change of the style setting takes effect immediately', async (context) => {
  const { session } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  vscode.configure('linecost.columns.style', 'endOfLine');
  assert.deepEqual(editor.textsOn(5), { after: 'flat 5  cum 5' });
  vscode.configure('linecost.columns.style', 'heatOnly');
  assert.deepEqual(editor.textsOn(5), {});
  assert.ok(editor.decorationCount > 0);
  vscode.configure('linecost.columns.style', 'off');
  assert.equal(editor.decorationCount, 0);
  vscode.configure('linecost.columns.style', 'columns');
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
});

test('a failure is shown once for all editors, and costs are requested again when the memory limit changes', async (context) => {
  let isFailing = true;
  const { session, messages } = await scene(context, (params) => {
    if (isFailing) throw new EngineError('tooLarge', 'This profile needs more than 256 MB of memory.');
    return costsByType(params);
  });
  const editor = editorOf('/w/a.go');
  vscode.show(editor, new FakeEditor(editor.document));
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual(messages, ['This profile needs more than 256 MB of memory.']);
  isFailing = false;
  vscode.configure('linecost.limits.memory', 4096);
  await settled();
  assert.deepEqual(figuresIn(editor), ['5: flat 5 cum 5']);
});

test('a refresh requests the costs again', async (context) => {
  const { session, annotator, engine } = await scene(context);
  vscode.show(editorOf('/w/a.go'));
  session.activate(captureOf('A'), CPU);
  await settled();
  annotator.refresh();
  await settled();
  assert.equal(engine.asked.get('fileCosts'), 2);
});

test('documents that are not files on disk get no costs', async (context) => {
  const { session, engine } = await scene(context);
  vscode.show(new FakeEditor(new FakeDocument(FakeUri.parse('git:/w/a.go'), [...LINES])));
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.equal(engine.asked.get('fileCosts'), undefined);
});

test('source that changed during the build causes one message, and a note next to the columns', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { session, messages, annotator } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('BenchmarkF', CPU, { linesMayBeOff: true }), CPU);
  await settled();
  mock.timers.tick(1000);
  session.switchSampleType(0);
  await settled();
  mock.timers.tick(1000);
  assert.equal(messages.length, 1);
  assert.match(messages[0], /^The source changed while BenchmarkF was built/);
  assert.equal(editor.textsOn(3).after, 'flat | lines may be off');
  assert.equal(annotator.lineAt(documentOf(editor), 4)?.doubt, 'changedWhileBuilt');
});

test('a doubt that is known after the costs are drawn is noted next to the columns', async (context) => {
  const { session, annotator } = await scene(context, () => [fileCosts([2, 4])]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await until(() => annotator.lineAt(documentOf(editor), 4)?.doubt === 'otherText');
  await settled();
  assert.ok([1, 2, 3].some((line) => /lines may be off/.test(String(editor.textsOn(line).after))));
});

test('a failed comparison causes no message about costs', async (context) => {
  const { session, messages } = await scene(context, () => {
    throw new EngineError('badRefinement', 'diff_base: no sample type in common', 'diff_base');
  });
  vscode.show(editorOf('/w/a.go'));
  session.activate(captureOf('A'), CPU);
  await settled();
  assert.deepEqual(messages, []);
});

test('disposing the annotator clears the editors', async (context) => {
  const { session, annotator } = await scene(context);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A'), CPU);
  await settled();
  annotator.dispose();
  assert.equal(editor.decorationCount, 0);
});
