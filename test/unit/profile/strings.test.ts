import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { bytesOf, longName } from '../../conformance/hostile/inputs';

test('a name of more than 16 KiB is cut, and ends with its length and its index in the profile', () => {
  const { strings } = decodeProfile(bytesOf(longName(100_000)));
  const name = strings.get(3);
  assert.ok(name.startsWith('aaaa') && name.length < 17_000);
  assert.match(name, /a… \(100000 bytes, string 3 of the profile\)$/);
  assert.equal(decodeProfile(bytesOf(longName(16_384))).strings.get(3), 'a'.repeat(16_384));
});
