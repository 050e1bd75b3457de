import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf } from '../../../../src/features/texts/textBytes';

test('text is copied as UTF-8, also where a character lies on the border of two pieces', async () => {
  for (const shift of [0, 1]) {
    const text = `${'a'.repeat(2 ** 20 - 1 - shift)}😀${'ü'.repeat(2 ** 20)}😀`;
    assert.ok(Buffer.from(await bytesOf(text)).equals(Buffer.from(text)));
  }
});

test('bytes are copied as they are, to memory that threads share', async () => {
  const content = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, i) => i % 251);
  const copy = await bytesOf(content);
  assert.ok(copy instanceof SharedArrayBuffer);
  assert.ok(Buffer.from(copy).equals(Buffer.from(content)));
});
