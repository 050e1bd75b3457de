import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import type { WireProfile } from '../../../shared/wire';
import { VALID, at, encodeWire } from '../../../shared/wire';
import { errorOf } from '../../../shared/decodeError';

const MALFORMED: readonly (readonly [problem: string, change: WireProfile, message: RegExp])[] = [
  ['a sample with too few values', { sample: [...VALID.sample!, { location_id: [1], value: [1] }] },
    /sample 3 has 1 value but the profile has 2 sample types/],
  ['a later sample with two values too many',
    { sample_type: [VALID.sample_type![0]!], sample: [{ value: [1] }, { value: [1, 1, 1] }] },
    /sample 2 has 3 values but the profile has 1 sample type\./],
  ['samples with too many values', { sample_type: [{ type: at('cpu'), unit: at('count') }] },
    /sample 1 has 2 values but the profile has 1 sample type\./],
  ['no sample types', { sample_type: [] }, /no sample types/],
  ['a sample at an unknown location', { sample: [{ location_id: [1, 77], value: [1, 1] }] },
    /sample 1 refers to location 77, which does not exist/],
  ['a sample at an unknown location with a large id',
    { sample: [VALID.sample![0]!, { location_id: ['18446744073709551615'], value: [1, 1] }] },
    /sample 2 refers to location 18446744073709551615, which/],
  ['a line of an unknown function', { location: [VALID.location![0]!, { id: 2, line: [{ function_id: 8 }] }] },
    /location 2 refers to function 8, which does not exist/],
  ['a line without a function', { location: [{ id: 1, line: [{ line: 3 }] }, { id: 2 }] },
    /location 1 has a line without a function/],
  ['a location with id 0', { location: [...VALID.location!, { id: 0 }] }, /location 3 has the reserved id 0/],
  ['a function with id 0', { function: [...VALID.function!, { id: 0 }] }, /function 4 has the reserved id 0/],
  ['a mapping with id 0', { mapping: [{ id: 0 }] }, /mapping 1 has the reserved id 0/],
  ['two locations with the same id', { location: [...VALID.location!, { id: 2 }] }, /two locations have the id 2/],
  ['two functions with the same id', { function: [...VALID.function!, { id: 3 }] }, /two functions have the id 3/],
  ['two mappings with the same large id', { mapping: [{ id: 2 ** 40 }, { id: 2 ** 40 }] },
    /two mappings have the id 1099511627776/],
  ['a function name outside of the string table', { function: [...VALID.function!, { id: 4, name: 99 }] },
    /name of function 4 refers to string 99 outside of the string table of 19/],
  ['a file name just past the string table', { function: [...VALID.function!, { id: 4, filename: 19 }] },
    /file name of function 4 refers to string 19 outside of the string table of 19/],
  ['a negative string index', { comment: [-1] }, /comment 1 refers to a string outside of the string table/],
  ['a label outside of the string table', { sample: [{ value: [1, 1], label: [{ key: 50 }] }] }, /key of label 1/],
  ['a label just past the string table', { sample: [{ value: [1, 1], label: [{ key: 1, str: 19 }] }] },
    /string of label 1 refers to string 19 outside of the string table of 19/],
  ['a label unit outside of the string table', { sample: [{ value: [1, 1], label: [{ num_unit: 50 }] }] },
    /unit of label 1/],
  ['a sample type outside of the string table', { period_type: { type: 30 } }, /period type refers to string 30/],
  ['no string table', { string_table: [] }, /no string table/],
];

for (const [problem, change, message] of MALFORMED) {
  test(`the error describes ${problem}`, () => {
    const error = errorOf(encodeWire({ ...VALID, ...change }));
    assert.match(error.message, message);
    assert.match(error.message, /^The profile is malformed: .*\.$/);
    assert.equal(error.stage, 'validate');
  });
}

test('a string label may have any unit, as in pprof', () => {
  const sample = [{ value: [1, 1], label: [{ str: 1, num_unit: 50 }] }];
  assert.equal(decodeProfile(encodeWire({ ...VALID, sample })).sampleCount, 1);
});
