import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { ProfileError } from '../../../../src/profile/errors';
import { VALID, encodeWire } from '../../../shared/wire';
import { assertError, errorOf } from '../../../shared/decodeError';

test('the error for an empty file says that it is empty', () => {
  assertError(new Uint8Array(0), 'decode', /^The profile is empty\.$/);
});

test('a string table that does not begin with the empty string is rejected', () => {
  assertError(encodeWire({ ...VALID, string_table: ['cpu', 'x'] }), 'decode', /first entry of its string table/);
});

test('two profiles in one file are rejected', () => {
  const bytes = encodeWire(VALID);
  assertError(Uint8Array.from([...bytes, ...bytes]), 'decode', /several profiles/);
});

test('the error for a truncated profile has the byte offset', () => {
  const bytes = encodeWire(VALID);
  for (const length of [3, 60, 250]) {
    const error = errorOf(bytes.subarray(0, length));
    assert.match(error.message, /^The profile is cut off at byte \d+: the field that starts at byte \d+ lacks \d+ bytes?\. Copy or fetch the file again\.$/);
    assert.deepEqual([error.stage, error.offset], ['decode', length]);
  }
});

test('the error for a damaged profile has the byte offset', () => {
  const bytes = encodeWire(VALID);
  bytes[6] = 0x0f; // replaces the tag of the second sample type with an invalid wire type
  const error = errorOf(bytes);
  assert.match(error.message, /^The profile is damaged at byte \d+: /);
  assert.equal(typeof error.offset, 'number');
});

const DAMAGED: readonly (readonly [damage: string, field: readonly number[], message: RegExp])[] = [
  ['a field that is longer than its message', [0x12, 2, 0x0a, 5], /longer than the rest of its message/],
  ['a number that runs past its message', [0x12, 2, 0x08, 0x81, 0x01], /runs past the end of its message/],
  ['a number that runs past its packed field', [0x12, 4, 0x0a, 1, 0x81, 0x01], /runs past the end of its message/],
  ['a known field with another wire type', [0x22, 2, 0x0a, 0], /field 1 has the wrong wire type \(2\)/],
  ['a known field of the profile with another wire type', [0x10, 1], /field 2 has the wrong wire type \(0\)/],
  ['a scalar of the profile as bytes', [0x4a, 0], /field 9 has the wrong wire type \(2\)/],
  ['a group, which profiles never have', [0xa3, 0x06], /wire type 3 does not occur/],
];

for (const [damage, field, message] of DAMAGED) {
  test(`the error describes ${damage}`, () => {
    const bytes = encodeWire(VALID);
    const error = errorOf(Uint8Array.from([...bytes, ...field]));
    assert.match(error.message, message);
    assert.ok(error.offset! >= bytes.length && error.offset! <= bytes.length + field.length);
  });
}

test('decoding damaged bytes throws only ProfileError', () => {
  const bytes = encodeWire(VALID);
  const anyChange = fc.record({ offset: fc.nat(bytes.length - 1), byte: fc.nat(255), length: fc.nat(bytes.length) });
  const anyDamage = fc.oneof(anyChange, anyChange.map((change) => ({ ...change, length: bytes.length })));
  fc.assert(fc.property(anyDamage, (change) => {
    const damaged = bytes.slice(0, change.length);
    if (change.offset < damaged.length) damaged[change.offset] = change.byte;
    try {
      decodeProfile(damaged);
    } catch (error) {
      assert.ok(error instanceof ProfileError, String(error));
      assert.match(error.message, /^\S.*\.$/);
    }
  }), { numRuns: 2000 });
});
