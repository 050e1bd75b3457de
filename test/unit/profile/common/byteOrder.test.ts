import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { compareBytes } from '../../../../src/profile/common/utf8';

test('texts compare as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('a code point past U+FFFF sorts after smaller ones', () => {
  assert.ok(compareBytes('\u{1f600}', '\uffee') > 0);
});
