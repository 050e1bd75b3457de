import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BenchmarkName } from '../../../../src/bench/grammar/benchmarkName';
import { characterCount, quoted, readFloat, wholeNumberFailure } from '../../../../src/bench/grammar/goText';
import { inputsOf } from '../../../../src/bench/benchstat/inputs';

test('numbers are read as in Go', () => {
  const read = ['1', '-1.5e3', '.5', '5.', '1_000', '0x1p-2', '0x_f.8p1', '+Inf', '-infinity', '1e-400'].map(readFloat);
  assert.deepEqual(read, [1, -1500, 0.5, 5, 1000, 0.25, 31, Infinity, -Infinity, 0]);
  assert.ok(Number.isNaN(readFloat('NaN')));
});

test('text that is not a number, or out of range, is an error', () => {
  for (const text of ['', '.', '1__0', '_1', '1e', '0x1', '0b1', '+nan', '1.2.3', '1 ']) assert.equal(readFloat(text), 'invalid syntax');
  for (const text of ['1e999', '0x1p1024']) assert.equal(readFloat(text), 'value out of range');
});

test('an iteration count is a whole number of at most 64 bits', () => {
  for (const text of ['0', '-5', '+7', '9223372036854775807', '-9223372036854775808']) assert.equal(wholeNumberFailure(text), undefined);
  for (const text of ['9223372036854775808', '99999999999999999999x']) assert.equal(wholeNumberFailure(text), 'value out of range');
  for (const text of ['x', '-', '1.0', '1_0', '123456789012345678x']) assert.equal(wholeNumberFailure(text), 'invalid syntax');
});

test('a name is split into its base, its sub-benchmarks and GOMAXPROCS', () => {
  const copy = new BenchmarkName('Copy/size=4k/warm-8');
  assert.equal(copy.base, 'Copy');
  assert.deepEqual(copy.parts, ['/size=4k', '/warm', '-8']);
  const notSplit = new BenchmarkName('A-x-');
  assert.equal(notSplit.base, 'A-x-');
  assert.deepEqual(notSplit.parts, []);
});

test('a character past U+FFFF counts as one', () => {
  assert.deepEqual(['', 'aü', '🙂a🙂', '\udcff\udcfe'].map(characterCount), [0, 2, 3, 2]);
});

test('text is quoted as in Go', () => {
  assert.equal(quoted('a"\\\n\x01\u200b😀\u{e0001}'), String.raw`"a\"\\\n\x01\u200b😀\U000e0001"`);
});

test('a file that is given twice without a label is numbered', () => {
  assert.deepEqual(inputsOf(['a', 'L=a', 'a', 'b']).map(({ label, path }) => `${label}<${path}`), ['a#0<a', 'L<a', 'a#1<a', 'b<b']);
});
