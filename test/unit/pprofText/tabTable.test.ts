import assert from 'node:assert/strict';
import test from 'node:test';
import { alignedRight } from '../../../src/pprofText/tabTable';

test('cells are right-aligned in columns, and the text after the last tab stays unchanged', () => {
  assert.equal(alignedRight('key:\t total\n \tlong cell:\t x\n \tab:\t yy\n'), ' key: total\n      long cell: x\n             ab: yy\n');
});

test('a line without a tab ends all columns', () => {
  assert.equal(alignedRight('aaaa\tx\n\nb\ty\n'), ' aaaax\n\n by\n');
});

test('widths are counted in characters', () => {
  assert.equal(alignedRight('äö\tx\n\u{1f600}bc\ty\n'), '  äöx\n \u{1f600}bcy\n');
});

test('a column ends at a line that has too few cells for it', () => {
  assert.equal(alignedRight('a\tlonger\tx\nb\tx\nc\td\tx\n'), ' a longerx\n bx\n c dx\n');
});
