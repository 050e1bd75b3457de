import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areSumsExact, sumOfSizes } from '../../../../src/profile/sums/notedColumns';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { randomProfile } from '../../../shared/randomProfiles';
import { profileOf } from '../../../shared/profileFromText';

test('the sizes that decoding notes are those that a scan of the columns finds', () => {
  fc.assert(fc.property(randomProfile, (bytes) => {
    for (const column of decodeProfile(bytes).values) assert.equal(sumOfSizes(column), sumOfSizes(column.slice()));
  }));
});

test('sums are exact up to 2^53, and if all values are whole', () => {
  const exact = (values: readonly number[]) => areSumsExact(Float64Array.from(values));
  assert.ok(exact([2 ** 52, -(2 ** 52) + 1]));
  assert.ok(!exact([2 ** 53, -1]));
  assert.ok(!exact([1, 0.5]));
  const decoded = (...values: readonly string[]) => profileOf(values.map((value) => `${value} | f f.go:1`).join('\n')).values[0]!;
  assert.ok(areSumsExact(decoded('4503599627370496', '-4503599627370495')));
  assert.ok(!areSumsExact(decoded('9007199254740992', '-1')));
});
