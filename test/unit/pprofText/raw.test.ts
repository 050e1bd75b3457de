import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { rawReport } from '../../../src/pprofText/raw';
import { encodeWire } from '../../shared/wire';

const message = {
  sample_type: [{ type: 1, unit: 2 }],
  sample: [
    {
      location_id: [900, 7],
      value: [5],
      label: [{ key: 3, str: 4 }, { key: 3, str: 5 }, { key: 5, num: 8, num_unit: 2 }],
    },
    { location_id: [7], value: [-1], label: [{ key: 5, num: 8 }] },
  ],
  mapping: [{ id: 40, memory_start: 0x1000, memory_limit: 0x2000, filename: 4, has_functions: true }],
  location: [
    {
      id: 900,
      mapping_id: 40,
      address: 0x1234,
      line: [{ function_id: 3, line: 9, column: 2 }, { function_id: 3, line: 8 }],
    },
    { id: 7, is_folded: true },
  ],
  function: [{ id: 3, name: 1, system_name: 4, filename: 5, start_line: 6 }],
  string_table: ['', 'cpu', 'ns', 'k', 'v', 'w'],
  duration_nanos: 61_500_000_000,
  comment: [4],
};

test('numbers past 2^53 are printed with all digits', () => {
  const [large, min] = ['4611686018427387904', '-9223372036854775808'];
  const label = [{ key: 5, num: large }, { key: 3, num: min, num_unit: 2 }];
  const text = rawReport(decodeProfile(encodeWire({ ...message, period: large, sample: [{ value: [min], label }] })));
  assert.match(text, new RegExp(`^Period: ${large}$`, 'm'));
  assert.match(text, new RegExp(`^ ${min}: $\\n *k:\\[${min} ns\\] w:\\[${large}\\]$`, 'm'));
});

test('the report prints every part of the profile, with the ids that it has in the file', () => {
  assert.equal(rawReport(decodeProfile(encodeWire(message))), `\
Comment: v
PeriodType:  
Period: 0
Duration: 1m1.
Samples:
cpu/ns
          5: 900 7 
                k:[v w]
                w:[8 ns]
         -1: 7 
                w:[8]
Locations
   900: 0x1234 M=40 cpu w:9:2 s=6(v)
             cpu w:8:0 s=6(v)
     7: 0x0 [F] 
Mappings
40: 0x1000/0x2000/0x0 v  [FN]
`);
});
