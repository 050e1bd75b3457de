import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../../src/profile/common/guard';
import { eachLine, findInLines, lineAfter, lineBefore, type LineSearch } from '../../../../src/profile/common/textLines';

function linesOf(text: string, search?: LineSearch): string[] {
  const lines: string[] = [];
  finish(eachLine(text, (line) => void lines.push(line), search));
  return lines;
}

test('text is split into lines at either line ending', () => {
  for (const text of ['', '\n', 'a', 'a\n', 'a\nb', '\n\na\r\nb\r\n', 'a\r\r\nb', '\r']) {
    const split = text.replace(/\r$/, '').split(/\r?\n/);
    assert.deepEqual(linesOf(text), split, JSON.stringify(text));
  }
});

test('a search reads only lines that contain its text and are in its range, each once', () => {
  const text = 'no\nyes yes\r\n\nno\nyes\n';
  assert.deepEqual(linesOf(text, { having: 'yes' }), ['yes yes', 'yes']);
  assert.deepEqual(linesOf(text, { having: 'yes', from: 4 }), ['es yes', 'yes']);
  assert.deepEqual(linesOf(text, { until: text.indexOf('yes') }), ['no', '']);
  assert.deepEqual(linesOf(text, { having: 'never' }), []);
});

test('a long line is shortened, and keeps its beginning and end', () => {
  const [line] = linesOf(`begin${'x'.repeat(1_000_000)}end`);
  assert.ok(line!.length < 10_000 && line!.startsWith('beginx') && line!.includes('x…x') && line!.endsWith('xend'));
});

test('reading stops when the callback returns a value, and pauses regularly', () => {
  const text = 'x\n'.repeat(100_000);
  let readCount = 0;
  assert.equal(finish(findInLines(text, (_line, start) => (++readCount === 10 ? start : undefined))), 18);
  assert.equal(readCount, 10);
  const steps = eachLine(text, () => false);
  let pauses = 0;
  while (steps.next().done !== true) pauses++;
  assert.ok(pauses > 20, `${pauses} pauses`);
});

test('the lines before and after a line are found', () => {
  const text = 'a\r\n\nb\nc';
  assert.deepEqual([0, 3, 4, 6].map((start) => lineBefore(text, start)), [undefined, 'a', '', 'b']);
  assert.deepEqual([0, 3, 4, 6].map((start) => lineAfter(text, start)), ['', 'b', 'c', undefined]);
});
