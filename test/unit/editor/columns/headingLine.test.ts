import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPTURED, captureOf, CPU, editorOf, LINES, scene, settled, vscode } from './annotatorScene';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { pictureOf } from '../../../../src/editor/columns/headingLine';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { fileCosts } from '../../../shared/fileCosts';
import { range, TEXT } from './twoFunctions';

test('the heading is above the first remaining line with costs', () => {
  const costs = fileCosts([4, 11], [range(4, 4), range(11, 11)]);
  const byLine = new CostsByLine(costs, TEXT);
  const heading = (map: LineMap) => pictureOf({ style: 'columns', costs, byLine, map })?.heading;
  assert.equal(heading(LineMap.unchanged), 2);
  const withoutHot = LineMap.unchanged.edit([{ startLine: 2, removedLines: 6, insertedLines: 0, editedLines: 0 }]);
  assert.equal(heading(withoutHot), 3);
  const empty = withoutHot.edit([{ startLine: 1, removedLines: 6, insertedLines: 1, editedLines: 0 }]);
  assert.equal(pictureOf({ style: 'columns', costs, byLine, map: empty }), undefined);
});

test('the time of the measurement is on the blank line above the comment of the first function', async (context) => {
  const { session } = await scene(context, () => [{ ...fileCosts([6]), functions: [] }]);
  const lines = ['package a', '', '// F is', '// long.', ...LINES.slice(2)];
  const editor = editorOf('/w/a.go', lines);
  vscode.show(editor);
  session.activate(captureOf('A', CPU, { ...CAPTURED, sources: new Map([['/w/a.go', lines.join('\n')]]) }), CPU);
  await settled();
  assert.equal(editor.textsOn(5).after, 'flat');
  assert.match(editor.textsOn(2).after!, /^Measured today/);
});
