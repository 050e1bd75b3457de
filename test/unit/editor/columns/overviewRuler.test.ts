import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CostPicture } from '../../../../src/editor/columns/costPicture';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { FIRM_CHANGE } from '../../../../src/profile/answers/changes';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { type FakeDecoration, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { fileCosts } from '../../../shared/fileCosts';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
Object.assign((vscode.module as { window: object }).window, {
  createTextEditorDecorationType: (options: object) => ({ ...options, dispose: () => undefined }),
});
withVscode(vscode.module);

interface RulerType {
  readonly overviewRulerColor: { readonly id: string };
}

/** The lines with a mark, by its color, for the flat and cum of lines 1, 2, … with one sample for each 1 of 100. */
async function marksOf(flat: readonly number[], cum = flat, unsure: Partial<CostPicture> = {}): Promise<object> {
  const { OverviewRuler } = await import('../../../../src/editor/columns/overviewRuler');
  const lines = flat.map((_, i) => i + 1);
  const figures = { flat: Float64Array.from(flat), cum: Float64Array.from(cum) };
  const costs = { ...fileCosts(lines), ...figures, total: 100, weight: 1 };
  const code = lines.map(String);
  const marks: Record<string, number[]> = {};
  const editor = new FakeEditor(new FakeDocument(FakeUri.file('/w/a.go'), code));
  editor.setDecorations = ({ overviewRulerColor: { id } }: RulerType, shown: readonly FakeDecoration[]) => {
    if (shown.length > 0) marks[id] = shown.map((each) => ('range' in each ? each.range : each).start.line + 1);
  };
  const byLine = new CostsByLine(costs, code);
  const picture: CostPicture = { style: 'columns', costs, byLine, map: LineMap.unchanged, heading: undefined, ...unsure };
  new OverviewRuler().draw(editor as never, picture);
  return marks;
}

test('flat counts twice, and its samples once: 15 and 10 samples, which chance may have ordered, have one mark', async () => {
  assert.deepEqual(await marksOf([15, 10]), { 'linecost.rulerHottest': [1, 2] });
  assert.deepEqual(await marksOf([0, 0], [15, 10]), { 'linecost.ruler': [1, 2] });
  assert.deepEqual(await marksOf([40, 4]), { 'linecost.rulerHottest': [1], 'linecost.ruler': [2] });
});

test('a line has the mark of the larger of its figures, and of faded and moved figures none', async () => {
  assert.deepEqual(await marksOf([0, 8, -30, 1], [60, 8, -30, 1]), {
    'linecost.rulerHottest': [1], 'linecost.ruler': [2], 'linecost.rulerShrunk': [3],
  });
  const [faded, moved] = [{ flat: new Set([1]), cum: new Set([1]) }, { flat: new Set([2]), cum: new Set<number>() }];
  assert.deepEqual(await marksOf([40, 40], [40, 6], { faded, moved }), { 'linecost.ruler': [2] });
});

test('in a comparison, two changes that chance may have ordered have one mark, given all samples now and before', async () => {
  const judged = (now: number, before: number) => ({ judgement: FIRM_CHANGE, now, before });
  const cum = new Map([[1, judged(185, 155)], [2, judged(170, 150)]]);
  const judgements = { flat: new Map<number, never>(), cum };
  assert.deepEqual(await marksOf([0, 0], [30, 10]), { 'linecost.rulerHottest': [1], 'linecost.ruler': [2] });
  assert.deepEqual(await marksOf([0, 0], [30, 10], { judgements }), { 'linecost.rulerHottest': [1, 2] });
});
