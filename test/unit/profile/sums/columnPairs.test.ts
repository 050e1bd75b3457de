import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairsOf } from '../../../../src/profile/sums/notedColumns';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { randomProfile } from '../../../shared/randomProfiles';
import { profileOf } from '../../../shared/profileFromText';

test('the pairs that decoding notes are those that a scan of the columns finds', () => {
  fc.assert(fc.property(randomProfile, (bytes) => {
    const { values } = decodeProfile(bytes);
    assert.deepEqual(pairsOf(values), pairsOf(values.map((column) => column.slice())));
  }));
});

test('if there are more types than bits, the columns are scanned', () => {
  const types = Array.from({ length: 36 }, (_, i) => `type${i}/count`).join(' ');
  const values = Array.from({ length: 36 }, (_, i) => [2, 5, 35].includes(i) ? 7 : 0).join(' ');
  const { values: columns } = profileOf(`${values} | f f.go:1`, { types });
  assert.deepEqual(pairsOf(columns).slice(-2), [[34], [35]]);
});
