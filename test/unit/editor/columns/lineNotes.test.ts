import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscodeTypes from 'vscode';
import type { Baseline } from '../../../../src/captures/comparison';
import type { RemovedLine } from '../../../../src/editor/columns/removedLines';
import type { RemovedQuestion } from '../../../../src/editor/columns/removedSinceBaseline';
import type { LoadedProfile } from '../../../../src/captures/loadedCapture';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';
import { summaryOf } from '../../../shared/fakeEngine';
import { fileCosts } from '../../../shared/fileCosts';
import { CAPTURED, captureOf, CPU, documentOf, editorOf, figuresIn, LINES, scene, settled, THREE_LINES, TYPES, vscode } from './annotatorScene';

test('a note above the costs has the time and commit of the measurement, and the number of lines changed since', async (context) => {
  const { session, annotator } = await scene(context, THREE_LINES);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A', CPU, CAPTURED), CPU);
  await settled();
  const today = /^flat \| Measured today \S+( [AP]M)? at 1a2b3c4 \(main\), with uncommitted changes/;
  assert.match(editor.textsOn(2).after!, new RegExp(`${today.source}$`));
  vscode.reread(editor.document, ['package a', '', 'func F() {', '\ttwo(2)', '\tthree()', '}', '// end']);
  assert.match(editor.textsOn(2).after!, new RegExp(`${today.source} · 3 lines changed since, 1 removed$`));
  assert.match(annotator.sinceCapture(documentOf(editor)), /uncommitted changes\. 3 lines changed since, 1 removed\.$/);
});

test('on a blank line, the note does not push the heading of flat away, whichever of them VS Code draws first', async (context) => {
  const { session } = await scene(context, () => [{ ...fileCosts([3]), unit: 'nanoseconds/op' }]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.showFiguresAs('perOperation');
  const counted = { ...CPU, iterations: [100] };
  session.activate(captureOf('A', counted, { ...CAPTURED, loop: 'b.Loop', target: { file: '', name: 'BenchmarkA' } }));
  await settled();
  const [heading, note] = editor.textsOn(2).after!.split(' | ');
  assert.equal(heading, 'flat/op');
  assert.match(note!, /^CPU time of all threads · Measured today /, 'what a narrow editor cuts off comes last');
  assert.deepEqual(editor.marginsOn(2), [`0 -${3 + note!.length}ch 0 3ch`]);
});

for (const style of ['compact', 'columns', 'endOfLine']) {
  test(`a note is dim, unlike a cost: ${style}`, async (context) => {
    const { session } = await scene(context, THREE_LINES);
    vscode.configure('linecost.columns.style', style);
    const editor = editorOf('/w/a.go');
    vscode.show(editor);
    session.activate(captureOf('A', CPU, CAPTURED), CPU);
    await settled();
    assert.deepEqual(editor.colorsOn(2, 'Measured'), ['linecost.noteForeground']);
  });
}

test('with costs per operation, a note names each line of setup', async (context) => {
  const functions = [{ name: 'p.F', startLine: 3, firstLine: 3, lastLine: 6 }];
  const costs = { ...fileCosts([3, 4, 5, 6], functions), file: '/w/a.go' };
  let unit = 'nanoseconds/op';
  const { session } = await scene(context, () => [{ ...costs, unit }]);
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  const setup = { function: 'F', file: 'a.go', lines: [[3, 5]], timed: [[5, 5]] } as const;
  const counted = { ...CPU, iterations: [100] };
  session.showFiguresAs('perOperation');
  session.activate(captureOf('A', counted, { loop: 'b.Loop', target: { file: '', name: 'BenchmarkA' }, setup }), counted);
  await settled();
  const notes = () => [3, 4, 5, 6].map((line) => /setup.*/.exec(editor.textsOn(line).after ?? '')?.[0]);
  assert.deepEqual(notes(), ['setup, not timed', 'setup, not timed', 'setup, once per round', undefined]);
  unit = 'nanoseconds';
  session.showFiguresAs('total');
  await settled();
  assert.deepEqual(notes(), [undefined, undefined, undefined, undefined], 'totals are not per operation');
});

test('the cost of removed lines is shown where the lines were, even in a file without other costs', async (context) => {
  const { session, annotator, engine } = await scene(context, THREE_LINES);
  const queried: string[] = [];
  // The second line is a function that the first calls.
  engine.answers.blockCosts = ({ blocks }) => blocks.map((block) => ({ flat: 4, cum: queried.push(block.join('-')) + 4 }));
  const editor = editorOf('/w/a.go');
  vscode.show(editor);
  session.activate(captureOf('A', CPU, CAPTURED), CPU);
  await settled();
  vscode.reread(editor.document, ['package a', '', 'func F() {', '}']);
  assert.equal(editor.textsOn(3).after, '3 | up to 9 in 2 removed lines');
  await settled();
  assert.equal(editor.textsOn(3).after, '3 | 5 in 2 removed lines');
  assert.deepEqual(queried, ['4-5']);
  const removed = (line: number) => {
    const lines = annotator.removedBelow(documentOf(editor), line) as readonly RemovedLine[];
    return lines.map(({ text, cum }) => `${text.trim()} ${cum}`);
  };
  assert.deepEqual([2, 3].map(removed), [[], ['one() 4', 'two() 5']]);
  assert.deepEqual([2, 3].map((line) => annotator.hasRemovedBelow(documentOf(editor), line)), [false, true]);
  vscode.reread(editor.document, ['package a']);
  assert.match(editor.textsOn(1).after!, /Measured .* · 4 lines removed since \| up to 12 in 3 removed lines$/);
  vscode.reread(editor.document, LINES);
  assert.deepEqual(figuresIn(editor), ['3: flat 3 cum 3', '4: flat 4 cum 4', '5: flat 5 cum 5']);
  assert.equal(editor.textsOn(3).after, '3');
});

for (const [name, lines, texts] of [
  ['beside other changes', [5], { figures: ['5: flat +5 cum +5'], 1: undefined, 4: 'flat Δ | CPU unchanged (more work shows as growth) · 1 · vs before | −5 in removed lines' }],
  ['alone', [], { figures: [], 1: 'CPU unchanged (more work shows as growth) · 1 · vs before', 4: '−5 in removed lines' }],
] as const) {
  test(`a comparison names the baseline, and shows the cost of removed lines, and each of them: ${name}`, async (context) => {
    const before: LoadedProfile = { summary: summaryOf(2, TYPES), label: 'cpu' };
    const { session, engine, annotator } = await scene(context, ({ profile }) => {
      // In the derived baseline, line 5 has the cost of the lines removed below line 4.
      return [fileCosts(profile === session.active?.queryId ? lines : [5])];
    });
    const withSources = (text: readonly string[]) => ({ sources: new Map([['/w/a.go', text.join('\n')]]) });
    const capture = captureOf('before', before, withSources([...LINES.slice(0, 4), '\tgone()', ...LINES.slice(4)]));
    const paths = new Map([['a.go', '/w/a.go']]);
    const findMoved: Baseline['movedFiles'] = (from, to) => movedFiles(paths, from, to);
    const baseline: Baseline = { capture, movedFiles: findMoved, mode: 'diff_base', normalize: false, totals: true };
    const editor = editorOf('/w/a.go');
    vscode.show(editor);
    session.compareWith(baseline);
    session.activate(captureOf('A', CPU, withSources(LINES)), CPU);
    await settled();
    assert.deepEqual(figuresIn(editor), texts.figures);
    assert.deepEqual([1, 4].map((line) => editor.textsOn(line).after), [texts[1], texts[4]]);
    assert.deepEqual([3, 4].map((line) => annotator.hasRemovedBelow(documentOf(editor), line)), [false, true]);
    const { removedSinceBaseline } = await import('../../../../src/editor/columns/removedSinceBaseline');
    const removed = (below: number) => {
      const question = annotator.removedBelow(documentOf(editor), below) as RemovedQuestion;
      return removedSinceBaseline(engine.asEngine(), question);
    };
    assert.deepEqual(await removed(3), []);
    const [place, ...others] = await removed(4);
    assert.deepEqual([place?.above, place?.cum, place?.lines.length, others.length], [4, 5, 1, 0]);
    const [line] = place!.lines;
    assert.deepEqual([line?.captured, line?.text, line?.cum, line?.isOfBaseline], [5, '\tgone()', 5, true]);
    assert.deepEqual([...engine.derived.keys()], [session.active?.queryId], 'the derived baselines are released');
  });
}

test('at line ends, figures and the note beside them are together before the minimap', async () => {
  const { lineEnds } = await import('../../../../src/editor/columns/drawingStyles');
  const { NOTE_MARGIN } = await import('../../../../src/editor/columns/decorationParts');
  const { CostsByLine } = await import('../../../../src/editor/columns/costsByLine');
  const costs = fileCosts([3, 4], [{ name: 'p.F', startLine: 3, firstLine: 3, lastLine: 4 }]);
  const byLine = new CostsByLine(costs, ['package a', '', 'func F() {', '\ttwo()', '}']);
  const setup = new Map([[4, 'setup: this line is timed, since no ResetTimer follows it']]);
  const picture = { style: 'endOfLine', costs, byLine, map: LineMap.unchanged, heading: undefined, setup } as const;
  const widthIn = (room: number) => {
    const { at } = lineEnds({ ...picture, roomAfter: () => room }, { from: 1, to: 6 }).get('ends')!;
    const boxes = (at as vscodeTypes.DecorationOptions[]).filter(({ range }) => range.start.line === 3)
      .flatMap(({ renderOptions }) => [renderOptions?.before, renderOptions?.after]);
    const widthOf = ({ contentText, textDecoration = '' }: vscodeTypes.ThemableDecorationAttachmentRenderOptions) => {
      return Number(/max-width: (\d+)ch/.exec(textDecoration)?.[1] ?? contentText!.length);
    };
    return boxes.reduce((sum, box) => sum + (box ? NOTE_MARGIN + widthOf(box) : 0), 0);
  };
  assert.ok(widthIn(200) > 70);
  assert.equal(widthIn(50), 50);
});
