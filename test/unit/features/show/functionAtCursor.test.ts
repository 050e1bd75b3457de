import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { functionAtCursor } from '../../../../src/features/show/functionAtCursor';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { cursorAt, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

let atCursor: typeof functionAtCursor;
before(async () => {
  atCursor = (await import('../../../../src/features/show/functionAtCursor')).functionAtCursor;
});

const LINES = `package words

var limit = 3

func (c *Counter) Count(text string) {
	each(text, func(word string) {
		c.add(word)
	})
	c.done()
}

func unused[T any](x T) {
	print(x)
}
`.split('\n');

const COUNT = 'example.com/words.(*Counter).Count';
const FUNCTIONS = [
  { name: COUNT, startLine: 5, firstLine: 6, lastLine: 6 },
  { name: `${COUNT}.func1`, startLine: 6, firstLine: 7, lastLine: 7 },
];

/** The function at a line, if lines were added to the measured text before the line `added`. */
function functionAt(line: number, added = 0): string | undefined {
  const costs = fileCosts([6, 7], FUNCTIONS);
  const byLine = new CostsByLine(costs, LINES);
  const edit = { startLine: added, removedLines: 0, insertedLines: 1, editedLines: 0 };
  const map = added > 0 ? LineMap.unchanged.edit([edit]) : LineMap.unchanged;
  const shown = added > 0 ? [...LINES.slice(0, added - 1), '\tlog.Print()', ...LINES.slice(added - 1)] : LINES;
  const editor = new FakeEditor(new FakeDocument(FakeUri.file('/w/words.go'), shown));
  editor.selection = cursorAt(line - 1, 0);
  vscode.show(editor);
  return atCursor({
    lineAt: (_document, at) => {
      const cost = byLine.costNow(at, map);
      return cost && { active: undefined!, costs, line: cost, capturedText: '' };
    },
  });
}

test('the function at the cursor is the innermost function or function literal of the profile', () => {
  assert.equal(functionAt(5), COUNT);
  assert.equal(functionAt(7), `${COUNT}.func1`);
  assert.equal(functionAt(9), COUNT, 'below the literal and all samples');
  assert.equal(functionAt(10), COUNT);
});

test('a line that was added since the capture belongs to the function around it', () => {
  assert.equal(functionAt(9, 9), COUNT);
  assert.equal(functionAt(10, 9), COUNT);
});

test('a function without samples has its declared name, and there is none outside of functions', () => {
  assert.equal(functionAt(13), 'unused');
  assert.deepEqual([3, 4, 11].map((line) => functionAt(line)), [undefined, undefined, undefined]);
});
