import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { locationsInStacks } from '../../../../src/profile/sums/notedColumns';
import { encodeWire, VALID } from '../../../shared/wire';

const LOCATIONS = 6;
const locationsWith = (ids: readonly number[]) => ids.map((id) => ({ id, line: [{ function_id: 1, line: id }] }));
const LOCATIONS_IN_ORDER = locationsWith([1, 2, 3, 4, 5, 6]);

function marksOf(stacks: readonly (readonly number[])[], locations = LOCATIONS_IN_ORDER): number[] {
  const sample = stacks.map((location_id) => ({ location_id, value: [1, 1] }));
  return [...locationsInStacks(decodeProfile(encodeWire({ ...VALID, sample, location: locations })))];
}

test('locations in stacks are marked, but unused locations are not', () => {
  assert.deepEqual(marksOf([[1, 2], [3, 1]]), [1, 1, 1, 0, 0, 0]);
});

test('locations that all stacks skip are not marked', () => {
  assert.deepEqual(marksOf([[1, 4], [2]]), [1, 1, 0, 1, 0, 0]);
});

test('locations are marked by row if ids do not count up from 1', () => {
  assert.deepEqual(marksOf([[1, 2]], locationsWith([6, 5, 4, 3, 2, 1])), [0, 0, 0, 0, 1, 1]);
});

test('exactly the locations that random stacks contain are marked', () => {
  const stack = fc.array(fc.integer({ min: 1, max: LOCATIONS }), { maxLength: 4 });
  fc.assert(fc.property(fc.array(stack, { maxLength: 6 }), (stacks) => {
    const expected = LOCATIONS_IN_ORDER.map(({ id }) => (stacks.flat().includes(id) ? 1 : 0));
    assert.deepEqual(marksOf(stacks), expected);
  }), { numRuns: 300 });
});
