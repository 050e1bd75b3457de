import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { compareBytes, shownText, utf8Bytes, utf8Text } from '../../../../src/profile/common/utf8';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import { framesOf } from '../../../../src/profile/lines/frames';
import { at, encodeWire, STRINGS, VALID } from '../../../shared/wire';

const anyBytes = fc.oneof(
  fc.uint8Array(),
  fc.array(fc.constantFrom(0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xef, 0xbf))
    .map((bytes) => Uint8Array.from(bytes)),
);

test('bytes are the same after a round trip through text', () => {
  fc.assert(fc.property(anyBytes, (bytes) => {
    assert.deepEqual(utf8Bytes(utf8Text(bytes)), bytes);
  }));
});

test('valid UTF-8 is unchanged, and invalid bytes are shown as U+FFFD', () => {
  for (const text of ['', 'main.main', 'é𝄞\ufeff', 'a\ufffdb', '\u{10ffff}']) {
    assert.equal(utf8Text(new TextEncoder().encode(text)), text);
    assert.equal(shownText(text), text);
  }
  assert.equal(shownText(utf8Text(Uint8Array.of(0x41, 0xff))), 'A\ufffd');
});

test('texts are ordered by their bytes, as in Go', () => {
  fc.assert(fc.property(anyBytes, anyBytes, (a, b) => {
    assert.equal(Math.sign(compareBytes(utf8Text(a), utf8Text(b))), Math.sign(Buffer.compare(a, b)));
  }));
});

test('functions whose names differ in invalid UTF-8 bytes stay distinct and are encoded unchanged', () => {
  const string_table = [...STRINGS];
  string_table[at('leaf')] = 'f\ue000';
  string_table[at('helper')] = 'f\ue001';
  const firstBytes = { '\ue000': 0xfe, '\ue001': 0xff };
  let wire: Uint8Array = encodeWire({ ...VALID, string_table });
  // Makes these two characters invalid UTF-8: 0xfe 0x80 0x80 and 0xff 0x80 0x81.
  wire = wire.map((byte, i) => (byte === 0xee ? (wire[i + 2] === 0x80 ? firstBytes['\ue000'] : firstBytes['\ue001']) : byte));
  const profile = decodeProfile(wire);
  assert.equal(new Set(framesOf(profile).functions.names).size, 3);
  const written = Buffer.from(encodeProfile(profile));
  for (const bytes of [[0x66, 0xfe, 0x80, 0x80], [0x66, 0xff, 0x80, 0x81]]) {
    assert.ok(written.includes(Buffer.from(bytes)));
  }
});
