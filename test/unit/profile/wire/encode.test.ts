import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import { plain } from '../../../shared/plain';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfStacks } from '../../../shared/stacks';
import { VALID, decodeWire, encodeWire } from '../../../shared/wire';

test('an encoded profile decodes to the same profile', () => {
  const profile = decodeProfile(encodeWire(VALID));
  assert.deepEqual(plain(decodeProfile(encodeProfile(profile))), plain(profile));
});

test('an encoded profile of random stacks decodes to the same profile', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const profile = profileOfStacks(stacks, [{ type: 'cpu', unit: 'nanoseconds' }, { type: 'samples', unit: 'count' }]);
    assert.deepEqual(plain(decodeProfile(encodeProfile(profile))), plain(profile));
  }), { numRuns: 200 });
});

test('other protobuf decoders read encoded profiles', () => {
  const wire = decodeWire(encodeProfile(decodeProfile(encodeWire(VALID))));
  assert.deepEqual(wire.string_table?.[0], '');
  assert.deepEqual((wire.sample?.[0] as { value: string[] }).value, ['1', '10000000']);
  assert.deepEqual((wire.sample?.[1] as { value: string[] }).value, ['-2', '-20000000']);
  assert.deepEqual((wire.location?.[1] as { address: string }).address, '18446744073709551615');
});

test('unused strings are left out', () => {
  const string_table = [...VALID.string_table!, 'unused'];
  const wire = decodeWire(encodeProfile(decodeProfile(encodeWire({ ...VALID, string_table }))));
  assert.equal(wire.string_table?.includes('unused'), false);
});

test('the unit of a string label is left out', () => {
  const sample = [{ value: [1, 1], label: [{ str: 1, num_unit: 50 }] }];
  const wire = decodeWire(encodeProfile(decodeProfile(encodeWire({ ...VALID, sample }))));
  assert.deepEqual((wire.sample?.[0] as { label: object[] }).label.map((label) => Object.keys(label)), [['str']]);
});
