import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ColumnStyle } from '../../../../src/captures/loaded/columnStyles';
import { FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { fadedLines } from '../../../../src/editor/columns/fadedLines';
import type { QueryAnswer } from '../../../../src/engine/queries';
import type { FileCosts } from '../../../../src/profile/answers/lines';
import type { Baseline } from '../../../../src/captures/comparison';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { type FakeDecoration, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { summaryOf } from '../../../shared/fakeEngine';
import { FakeUri } from '../../../shared/fakeVscode';
import { fileCosts } from '../../../shared/fileCosts';
import { lineChanges } from '../../../shared/lineChanges';
import { captureOf, CPU, LINES, scene, settled, TYPES, vscode } from './annotatorScene';

interface DecorationStyle {
  readonly contentText?: string;
  readonly color?: { readonly id: string };
  readonly backgroundColor?: { readonly id: string };
  readonly textDecoration?: string;
  readonly borderStyle?: string;
}
type TypeOptions = DecorationStyle & { readonly before?: DecorationStyle; readonly after?: DecorationStyle };

Object.assign((vscode.module as { window: object }).window, {
  createTextEditorDecorationType: (options: TypeOptions) => ({ options, dispose: () => undefined }),
});

/** An editor that reports the style of its lines. */
class InspectedEditor extends FakeEditor {
  private readonly drawn = new Map<TypeOptions, readonly FakeDecoration[]>();

  override setDecorations(type: { readonly options: TypeOptions }, options: readonly FakeDecoration[]): void {
    super.setDecorations(type, options);
    this.drawn.set(type.options, options);
  }

  /** The texts and styles on a line (1-based): `2 faded`, `2 hot`, `dashed`. */
  stylesOn(line: number): string[] {
    return [...this.drawn].flatMap(([type, decorations]) => decorations.flatMap((decoration) => {
      const range = 'range' in decoration ? decoration.range : decoration;
      if (range.start.line !== line - 1) return [];
      if (!('range' in decoration)) return type.borderStyle === 'dashed' ? ['dashed'] : type.backgroundColor ? ['hot'] : [];
      const { before, after } = (decoration.renderOptions ?? {}) as TypeOptions;
      return [before, after].flatMap((style) => (style ? [styleText(style)] : []));
    }));
  }

  /** The lines (1-based) with a mark in the overview ruler. */
  get inRuler(): number[] {
    return [...this.drawn].filter(([type]) => 'overviewRulerColor' in type).flatMap(([, decorations]) =>
      decorations.map((decoration) => ('range' in decoration ? decoration.range : decoration).start.line + 1));
  }
}

function styleText({ contentText = '', color, textDecoration = '', backgroundColor }: DecorationStyle): string {
  const isFaded = color?.id === 'linecost.fewSamplesForeground' && textDecoration.includes('fewSamplesUnderline');
  return [contentText.replace(/\u00a0/g, ' ').trim(), isFaded && 'faded', backgroundColor && 'hot'].filter(Boolean).join(' ');
}

/** The samples of lines 4 and 5. */
function samplesOf(flat: readonly number[], cum: readonly number[]): QueryAnswer<'fileSamples'> {
  return [{ lines: Uint32Array.of(4, 5), flat: Float64Array.from(flat), cum: Float64Array.from(cum) }];
}

interface Setting {
  readonly style?: ColumnStyle;
  readonly baseline?: Baseline;
  readonly changes?: QueryAnswer<'fileChanges'>;
  readonly files?: () => Promise<QueryAnswer<'files'>>;
  readonly costs?: FileCosts;
}

/** Draws costs on lines 4 and 5. `samples` answers the query for the samples of these lines. */
async function drawnScene(
  context: TestContext,
  samples: () => QueryAnswer<'fileSamples'> | Promise<QueryAnswer<'fileSamples'>>,
  { style = 'columns', baseline, changes, files = async () => [], costs = fileCosts([4, 5]) }: Setting = {},
) {
  const { engine, session } = await scene(context, () => [costs]);
  engine.answers.fileSamples = samples;
  engine.answers.fileChanges = () => changes;
  engine.answers.files = files;
  vscode.configure('linecost.columns.style', style);
  const editor = new InspectedEditor(new FakeDocument(FakeUri.file('/w/a.go'), [...LINES]));
  vscode.show(editor);
  session.compareWith(baseline);
  session.activate(captureOf('A', CPU, { target: baseline?.capture.target }), CPU);
  await settled();
  return { editor, engine };
}

test('one to four samples are few', () => {
  const [part] = samplesOf([0, 4], [4, 5])!;
  assert.deepEqual(fadedLines([part!]), { flat: new Set([5]), cum: new Set([4]) });
});

test('the samples of a file with two names are added', () => {
  const [part] = samplesOf([1, 2], [2, 3])!;
  assert.deepEqual(fadedLines([part!, part!]), { flat: new Set([4, 5]), cum: new Set([4]) });
});

test('in columns, each figure that rests on few samples is faded and has no heat', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { editor } = await drawnScene(context, () => samplesOf([4, 4], [4, 5]));
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['4 faded', '4 faded'], ['5 hot', '5 faded']]);
  assert.deepEqual(editor.inRuler, [], 'the ruler is drawn when the thread is idle');
  context.mock.timers.tick(5);
  assert.deepEqual(editor.inRuler, [5]);
});

test('the ruler of an editor that was hidden before the thread was idle is drawn when it is shown again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { editor } = await drawnScene(context, () => samplesOf([4, 9], [4, 9]));
  vscode.show();
  context.mock.timers.tick(5);
  assert.deepEqual(editor.inRuler, []);
  vscode.show(editor);
  await settled();
  context.mock.timers.tick(5);
  assert.deepEqual(editor.inRuler, [5]);
});

test('folded lines are faded if they have few samples in total, whatever the samples of the first line', async (context) => {
  const { editor, engine } = await drawnScene(context, () => samplesOf([4, 4], [4, 5]));
  engine.answers.blockCosts = () => [{ flat: 9, cum: 9, few: { flat: true, cum: false } }];
  vscode.fold(editor, [5, 5]);
  await settled();
  assert.deepEqual(editor.stylesOn(4), ['9 hot', '9 faded']);
});

for (const [name, cum, style] of [['moved', MOVED, '9↔'], ['firm in turns', FIRM_IN_TURNS, '9 hot']] as const) {
  test(`in a comparison, folded lines have their own judgement: ${name}`, async (context) => {
    const { editor, engine } = await drawnScene(context, () => samplesOf([4, 4], [4, 5]));
    engine.answers.blockCosts = () => [{ flat: 9, cum: 9, judgement: { flat: NOISE, cum } }];
    vscode.fold(editor, [5, 5]);
    await settled();
    assert.deepEqual(editor.stylesOn(4), [style, '9 faded']);
  });
}

test('at line ends, flat can be faded, without heat, while cum is not', async (context) => {
  const { editor } = await drawnScene(context, () => samplesOf([4, 4], [4, 5]), { style: 'endOfLine' });
  assert.deepEqual(editor.stylesOn(4), ['flat 4  cum 4 faded']);
  assert.deepEqual(editor.stylesOn(5), ['flat 5 faded', 'cum 5 hot']);
});

test('at line ends, zeros are left out', async (context) => {
  const costs = { ...fileCosts([4, 5]), flat: Float64Array.of(0, 0) };
  const { editor } = await drawnScene(context, () => samplesOf([0, 0], [4, 5]), { style: 'endOfLine', costs });
  assert.deepEqual(editor.stylesOn(4), ['cum 4 faded']);
  assert.deepEqual(editor.stylesOn(5), ['cum 5 hot']);
});

test('in the narrow column, the mark of moved cost takes the place of the sign', async (context) => {
  const changes = changesOf([NOISE, NOISE], [MOVED, FIRM_CHANGE]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes, style: 'compact' });
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['↔4'], ['+5 hot']]);
});

test('with heat only, a line with few samples has a dashed bar', async (context) => {
  const { editor } = await drawnScene(context, () => samplesOf([4, 4], [4, 5]), { style: 'heatOnly' });
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['dashed'], ['hot']]);
});

test('costs are drawn before the number of samples is known', async (context) => {
  let answer: (samples: QueryAnswer<'fileSamples'>) => void = () => undefined;
  const late = new Promise<QueryAnswer<'fileSamples'>>((resolve) => (answer = resolve));
  const { editor } = await drawnScene(context, () => late);
  assert.deepEqual(editor.stylesOn(4), ['4 hot', '4 hot']);
  answer(samplesOf([4, 9], [4, 9]));
  await settled();
  assert.deepEqual(editor.stylesOn(4), ['4 faded', '4 faded']);
});

test('if the number of samples is unknown, nothing is faded', async (context) => {
  const { editor } = await drawnScene(context, () => undefined);
  assert.deepEqual(editor.stylesOn(4), ['4 hot', '4 hot']);
});

/** A test does the same work in each run. */
const TARGET = { file: '/w/a_test.go', name: 'TestA' };
const BEFORE = captureOf('B', { ...CPU, summary: summaryOf(2, TYPES) }, { target: TARGET });
const BASELINE: Baseline = { capture: BEFORE, movedFiles: () => [], mode: 'diff_base', normalize: false, totals: true };

test('in a comparison without judgements, changes of few samples are faded', async (context) => {
  const { editor } = await drawnScene(context, () => samplesOf([4, 9], [9, 9]), { baseline: BASELINE });
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['+4 hot', '+4 faded'], ['+5 hot', '+5 hot']]);
});

test('growth of totals has no heat if more work may have been done', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const costs = { ...fileCosts([4, 5]), flat: Float64Array.of(4, -5), cum: Float64Array.of(4, -5) };
  const baseline = { ...BASELINE, capture: { ...BEFORE, target: undefined } };
  const { editor } = await drawnScene(context, () => undefined, { baseline, costs });
  context.mock.timers.tick(5);
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['+4', '+4'], ['−5 hot', '−5 hot']]);
  assert.deepEqual(editor.inRuler, [5]);
});

test('in a comparison without judgements, nothing is faded if the number of samples is unknown', async (context) => {
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE });
  assert.deepEqual(editor.stylesOn(4), ['+4 hot', '+4 hot']);
});

/** The judgements on lines 4 and 5, and on removed lines. */
function changesOf(
  flat: readonly [number, number],
  cum: readonly [number, number],
  removed = lineChanges(),
): QueryAnswer<'fileChanges'> {
  return [{ ...lineChanges([4, 5], flat, cum), moves: [{ how: 'other', function: 'a.scan' }], removed }];
}

test('in a comparison, noise is faded, moved cost is marked, and only firm changes have heat', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const changes = changesOf([NOISE, FIRM_CHANGE], [MOVED, FIRM_CHANGE]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes });
  context.mock.timers.tick(5);
  assert.deepEqual(editor.stylesOn(4), ['+4↔', '+4 faded']);
  assert.deepEqual(editor.stylesOn(5), ['+5 hot', '+5 hot']);
  assert.deepEqual(editor.inRuler, [5]);
});

test('in a comparison, a line about which only runs in turns could decide has heat', async (context) => {
  const changes = changesOf([NOISE, NOISE], [NOISE, FIRM_IN_TURNS]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes });
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['+4 faded', '+4 faded'], ['+5 hot', '+5 faded']]);
});

test('noise is faded before the query that looks for firm changes in other files has an answer', async (context) => {
  const changes = changesOf([NOISE, NOISE], [NOISE, NOISE]);
  const files = () => new Promise<never>(() => undefined);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes, files });
  assert.deepEqual(editor.stylesOn(4), ['+4 faded', '+4 faded']);
});

test('at line ends, changes within the noise are faded, and moved cost is marked', async (context) => {
  const changes = changesOf([NOISE, FIRM_CHANGE], [MOVED, FIRM_CHANGE]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes, style: 'endOfLine' });
  assert.deepEqual(editor.stylesOn(4), ['flat +4 faded', 'cum +4↔']);
  assert.deepEqual(editor.stylesOn(5), ['flat +5  cum +5 hot']);
});

test('at line ends, a firm change of flat keeps its look beside a cum within the noise', async (context) => {
  const changes = changesOf([FIRM_CHANGE, NOISE], [NOISE, NOISE]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes, style: 'endOfLine' });
  assert.deepEqual(editor.stylesOn(4), ['flat +4 hot', 'cum +4 faded']);
  assert.deepEqual(editor.stylesOn(5), ['flat +5  cum +5 faded']);
});

test('with heat only, lines with noise or moved cost have a dashed bar', async (context) => {
  const changes = changesOf([NOISE, FIRM_CHANGE], [MOVED, FIRM_CHANGE]);
  const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes, style: 'heatOnly' });
  assert.deepEqual([editor.stylesOn(4), editor.stylesOn(5)], [['dashed'], ['hot']]);
});

for (const [name, changes, heading] of [
  ['no line', changesOf([NOISE, NOISE], [NOISE, MOVED]), /^CPU unchanged · 1 · no line of this file changed beyond noise · ↔ costs moved · vs /],
  ['one line', changesOf([NOISE, NOISE], [NOISE, FIRM_CHANGE]), / · 1 line of this file changed beyond noise · vs /],
  ['unknown', undefined, /^CPU unchanged · 1 · vs \S+( \S+)?$/],
] as const) {
  test(`the heading says how many lines changed beyond noise: ${name}`, async (context) => {
    const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes });
    assert.match(editor.stylesOn(3).at(-1)!, heading);
  });
}

/** A comparison of two short CPU profiles, after runs in turns have shown that the benchmark changed. */
async function slowerScene(context: TestContext, otherFile: QueryAnswer<'fileChanges'>) {
  const loaded = (id: number, samples: number) => {
    const summary = { ...summaryOf(id, 'samples/count,cpu/nanoseconds'), totals: [samples, samples * 1e7], durationNanos: 1e9 };
    return { summary, label: 'cpu', iterations: [100] };
  };
  const benchmark = { target: { name: 'BenchmarkX', file: '/w/a_test.go' }, loop: 'b.Loop' } as const;
  const before = captureOf('B', loaded(2, 31), benchmark);
  const changes = [{ type: 'cpu', isIncrease: true, evidence: '10+10 runs in turns, p < 0.001' }];
  const turns = { base: { id: 'B' }, before: [], changes } as unknown as NonNullable<Capture['turns']>;
  const now = captureOf('A', loaded(1, 39), { ...benchmark, turns });
  const { engine, session } = await scene(context, () => [fileCosts([4, 5])]);
  engine.answers.files = () => ['a.go', 'b.go'];
  const here = changesOf([NOISE, NOISE], [NOISE, MOVED])!;
  engine.answers.fileChanges = ({ files }) => (files.includes('b.go') ? [...here, ...otherFile!] : here);
  vscode.configure('linecost.columns.style', 'columns');
  const editor = new InspectedEditor(new FakeDocument(FakeUri.file('/w/a.go'), [...LINES]));
  vscode.show(editor);
  session.compareWith({ ...BASELINE, capture: before, totals: false });
  session.activate(now, now.profiles[0]);
  await settled();
  return { editor, session };
}

test('if the benchmark changed, but no line firmly, the heading says that the profiles cannot tell which, and how long they need to be', async (context) => {
  const { editor, session } = await slowerScene(context, changesOf([NOISE, NOISE], [NOISE, NOISE]));
  const heading = () => editor.stylesOn(3).at(-1)!;
  assert.match(heading(), /^CPU \+25\.8\u202f% · 3\.10 → 3\.90\u202fms\/op · profiles cannot tell which line changed \(39 samples, baseline 31; each profile needs about 15 s\) · ↔ costs moved · vs /);
  session.refine({ focus: 'F' });
  await settled();
  assert.match(heading(), / · no line of this file changed beyond noise · ↔ costs moved · vs /);
});

test('the note on each place with removed lines shows the judgement on that place', async (context) => {
  // drawnScene answers with the costs of lines 4 and 5, where the lines removed below lines 3 and 4 were.
  const moves = [{ from: 1, to: 1, count: 3 }, { from: 5, to: 4, count: 1 }, { from: 7, to: 5, count: 2 }];
  const baseline = { ...BASELINE, movedFiles: () => [{ file: 'a.go', moves }] };
  const notesWith = async (...judgements: readonly [below3: number, below4: number]) => {
    const changes = changesOf([NOISE, NOISE], [NOISE, NOISE], lineChanges([3, 4], judgements));
    const { editor } = await drawnScene(context, () => undefined, { baseline, changes });
    return [3, 4].map((line) => editor.stylesOn(line).at(-1));
  };
  assert.deepEqual(await notesWith(NOISE, FIRM_CHANGE), ['−4 in removed lines', '−5 in removed lines hot']);
  assert.deepEqual(await notesWith(MOVED, NOISE), ['−4↔ in removed lines', '−5 in removed lines']);
});

for (const [name, other, heading] of [
  ['only they', NOISE, / · only removed lines of this file changed beyond noise · vs /],
  ['another line too', FIRM_CHANGE, / · 1 line of this file and removed lines changed beyond noise · vs /],
] as const) {
  test(`if removed lines changed firmly, the heading says so: ${name}`, async (context) => {
    const changes = changesOf([NOISE, NOISE], [NOISE, other], lineChanges([1, 4], [NOISE, FIRM_CHANGE]));
    const { editor } = await drawnScene(context, () => undefined, { baseline: BASELINE, changes });
    assert.match(editor.stylesOn(3).at(-1)!, heading);
  });
}

test('if only removed lines of another file changed firmly, the heading says so', async (context) => {
  const changes = changesOf([NOISE, NOISE], [NOISE, NOISE], lineChanges([1], [FIRM_CHANGE]));
  const { editor } = await slowerScene(context, changes);
  assert.match(editor.stylesOn(3).at(-1)!, / · no line of this file changed beyond noise, but lines of other files did · ↔ costs moved · vs /);
});

test('if only lines of other files changed firmly, the heading says so', async (context) => {
  const { editor } = await slowerScene(context, changesOf([NOISE, NOISE], [NOISE, FIRM_CHANGE]));
  assert.match(editor.stylesOn(3).at(-1)!, / · no line of this file changed beyond noise, but lines of other files did · ↔ costs moved · vs /);
});
