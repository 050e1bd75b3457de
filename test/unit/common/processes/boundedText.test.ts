import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedText } from '../../../../src/common/processes/boundedText';

function bounded(headLimit: number, tailLimit: number, ...pieces: readonly string[]): string {
  const text = new BoundedText(headLimit, tailLimit);
  for (const piece of pieces) text.append(piece);
  return text.toString();
}

test('keeps a text that fits', () => {
  assert.equal(bounded(4, 4, 'abc', 'def', 'gh'), 'abcdefgh');
});

test('keeps the beginning and the end of a longer text, with the number of dropped characters between them', () => {
  assert.equal(bounded(4, 3, 'abcdef', 'ghijklmnop', 'qrs'), 'abcd\n… 12 characters left out …\nqrs');
});

test('the result stays short, however long the text is', () => {
  const text = new BoundedText(10, 10);
  for (let i = 0; i < 10_000; i++) text.append('0123456789');
  assert.ok(text.toString().length < 80);
});
