import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineMapFromTexts } from '../../../../src/sources/lineMatching/matchLines';
import { textChanges } from '../../../../src/sources/lineMatching/lineEdits';

function changesOf(captured: string, now: string): [changed: number, gone: readonly number[]] {
  const lines = now.split('\n');
  const map = lineMapFromTexts(captured, now);
  const { changed, removed: gone } = textChanges(map, captured.split('\n'), lines.length, (line) => lines[line - 1]!);
  return [changed, gone];
}

test('new and edited lines count as changed, and deleted lines are listed', () => {
  assert.deepEqual(changesOf('a\nb\nc\nd', 'a\nb\nc\nd'), [0, []]);
  assert.deepEqual(changesOf('a\nb = 1\nc\nd', 'new\na\nb = 2\nc'), [2, [4]]);
  assert.deepEqual(changesOf('a\nb\nc\nd', 'c\nd\nnew\nnew'), [2, [1, 2]]);
});

test('blank lines, indentation and moved lines are not changes', () => {
  assert.deepEqual(changesOf('a\nb\n\nc', '\n\ta\n\tb\nc\n'), [0, []]);
  const [add, rest] = ['func Add(a int) int {\n\treturn a\n}\n', 'const first = 1\nconst second = 2\nconst third = 3\nconst fourth = 4'];
  assert.deepEqual(changesOf(`${add}\n${rest}`, `${rest}\n${add}`), [0, []]);
});

test('in a text without any captured line, all lines are changed and all captured lines are deleted', () => {
  assert.deepEqual(changesOf('one\ntwo\nthree', 'other'), [1, [1, 2, 3]]);
});
