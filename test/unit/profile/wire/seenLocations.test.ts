import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { locationsInStacks } from '../../../../src/profile/wire/seenLocations';
import { VALID, encodeWire } from '../../../shared/wire';

const LOCATIONS = 6;
const location = (ids: readonly number[]) => ids.map((id) => ({ id, line: [{ function_id: 1, line: id }] }));
const counted = location([1, 2, 3, 4, 5, 6]);

function seen(stacks: readonly (readonly number[])[], locations = counted): number[] {
  const sample = stacks.map((location_id) => ({ location_id, value: [1, 1] }));
  return [...locationsInStacks(decodeProfile(encodeWire({ ...VALID, sample, location: locations })))];
}

test('locations in order are seen, unused ones are not', () => {
  assert.deepEqual(seen([[1, 2], [3, 1]]), [1, 1, 1, 0, 0, 0]);
});

test('skipped locations are not seen', () => {
  assert.deepEqual(seen([[1, 4], [2]]), [1, 1, 0, 1, 0, 0]);
});

test('with ids that do not count from 1, the stacks decide which locations are seen', () => {
  assert.deepEqual(seen([[1, 2]], location([6, 5, 4, 3, 2, 1])), [0, 0, 0, 0, 1, 1]);
});

test('locations are seen if a stack has them, for random stacks', () => {
  const stack = fc.array(fc.integer({ min: 1, max: LOCATIONS }), { maxLength: 4 });
  fc.assert(fc.property(fc.array(stack, { maxLength: 6 }), (stacks) => {
    const expected = counted.map(({ id }) => (stacks.flat().includes(id) ? 1 : 0));
    assert.deepEqual(seen(stacks), expected);
  }), { numRuns: 300 });
});
