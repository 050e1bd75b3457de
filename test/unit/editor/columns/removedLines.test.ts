import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { removedLines } from '../../../../src/editor/columns/removedLines';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { fileCosts } from '../../../shared/fileCosts';

const BY_LINE = new CostsByLine(fileCosts([4, 5, 6]), Array.from({ length: 8 }, (_, i) => `line ${i + 1}`));
const MAP = LineMap.unchanged.edit([{ startLine: 4, removedLines: 3, insertedLines: 0, editedLines: 0 }]);

test('removed lines are a block only if no line with costs between them is elsewhere in the text', () => {
  const placesOf = (gone: readonly number[]) =>
    removedLines(gone, BY_LINE, MAP, 100).map(({ costs: _, ...place }) => place);
  assert.deepEqual(placesOf([4, 5, 6]), [{ lineAbove: 3, cum: 15, isAtMost: true, block: [4, 6] }]);
  assert.deepEqual(placesOf([4, 6]), [{ lineAbove: 3, cum: 10, isAtMost: true, block: undefined }]);
  assert.deepEqual(placesOf([5]), [{ lineAbove: 3, cum: 5, isAtMost: false, block: [5, 5] }]);
});
