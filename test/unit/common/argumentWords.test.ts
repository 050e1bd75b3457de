import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentWords } from '../../../src/common/argumentWords';

test('quotes and backslashes keep spaces in an argument, as in a shell', () => {
  assert.deepEqual(argumentWords(`-n 10 "a b" c\\ d 'it"s' "say \\"hi\\""`), ['-n', '10', 'a b', 'c d', 'it"s', 'say "hi"']);
  assert.deepEqual(argumentWords(`--name="a b"c`), ['--name=a bc']);
});

test('nothing else has a meaning, because no shell reads the arguments', () => {
  assert.deepEqual(argumentWords('$HOME *.go a;b `c` C:\\dir\\x'), ['$HOME', '*.go', 'a;b', '`c`', 'C:\\dir\\x']);
});

test('an empty argument is one in quotes, and an open quote is no text', () => {
  assert.deepEqual(argumentWords('  "" x  '), ['', 'x']);
  assert.deepEqual(argumentWords(''), []);
  assert.equal(argumentWords('"a b'), undefined);
});
