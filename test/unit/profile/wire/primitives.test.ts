import assert from 'node:assert/strict';
import test from 'node:test';
import { ProfileDecoder, decodeProfile } from '../../../../src/profile/wire/decode';
import { VALID, encodeWire } from '../../../shared/wire';

/** A varint of `bytes` bytes. */
function varint(value: number, bytes: number): number[] {
  const parts = Array.from({ length: bytes }, (_, i) => Math.floor(value / 2 ** (7 * i)) % 128 | 0x80);
  parts[bytes - 1]! &= 0x7f;
  return parts;
}

/** The profile's fields, with each tag and length padded to this many bytes. */
function widened(bytes: Uint8Array, tagBytes: number, lengthBytes: number): Uint8Array {
  const out: number[] = [];
  let position = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[position++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (position < bytes.length) {
    const tag = next();
    out.push(...varint(tag, tagBytes));
    const value = next();
    if (tag % 8 !== 2) out.push(...varint(value, Math.max(lengthBytes, 8)));
    else out.push(...varint(value, lengthBytes), ...bytes.subarray(position, (position += value)));
  }
  return Uint8Array.from(out);
}

const SMALL_NUMBERS = { ...VALID, duration_nanos: 5, time_nanos: 7, period: 9 };

test('tags and lengths may take up to ten bytes, as in Go', () => {
  const original = encodeWire(SMALL_NUMBERS);
  const expected = decodeProfile(original);
  for (const [tag, length] of [[2, 5], [5, 6], [6, 7], [9, 8], [10, 9], [10, 10]] as const) {
    const bytes = widened(original, tag, length);
    for (const size of [bytes.length, 1, 7]) {
      const decoder = new ProfileDecoder(bytes.length);
      for (let start = 0; start < bytes.length; start += size) decoder.push(bytes.subarray(start, start + size));
      assert.deepEqual(decoder.finish().stacks, expected.stacks, `${tag} ${length} in pieces of ${size}`);
    }
  }
});

test('a number of eleven bytes is rejected', () => {
  for (const [tag, length] of [[11, 1], [1, 11]] as const) {
    const bytes = Uint8Array.from([...encodeWire(VALID), ...widened(encodeWire(SMALL_NUMBERS), tag, length)]);
    assert.throws(() => decodeProfile(bytes), /more than ten bytes/);
  }
});

test('a field number past 32 bits is an unknown field', () => {
  // Field 2^32 + 1 holds two bytes.
  const unknown = [0x8a, 0x80, 0x80, 0x80, 0x80, 0x01, 2, 0xff, 0xff];
  const profile = decodeProfile(Uint8Array.from([...unknown, ...encodeWire(VALID)]));
  assert.equal(profile.sampleTypes.length, 2);
});

test('a flag is set if any of its 64 bits is', () => {
  const location = [0x22, 8, 8, 77, 0x28, 0x80, 0x80, 0x80, 0x80, 0x10];
  const { locations } = decodeProfile(Uint8Array.from([...encodeWire(VALID), ...location]));
  assert.deepEqual([...locations.folded], [0, 1, 1]);
});
