import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { textOfBytes } from '../../../../src/bench/comparison/textOfBytes';

const LINE = 'BenchmarkÄ 100 1 ns/op\n';

test('UTF-8 and the UTF-16 of Windows PowerShell read as the same text', () => {
  const utf16 = Buffer.from(`\ufeff${LINE}`, 'utf16le');
  for (const bytes of [Buffer.from(LINE), Buffer.from(`\ufeff${LINE}`), utf16, Buffer.from(utf16).swap16()]) {
    assert.equal(textOfBytes(bytes), LINE);
  }
});

test('archives and other files that hold no text are named as what they are', () => {
  assert.throws(() => textOfBytes(gzipSync(LINE)), /^NotTextError: is compressed/);
  assert.throws(() => textOfBytes(Buffer.from('PK\x03\x04…')), /zip archive/);
  assert.throws(() => textOfBytes(Buffer.from('a\0b')), /not a text file/);
});
