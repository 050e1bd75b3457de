import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';

const proto = readFileSync(join(__dirname, '../../proto/profile.proto'), 'utf8');
/** Encodes and decodes by reflection over proto/profile.proto, independently of Linecost's decoder. */
const ProfileMessage = protobuf.parse(proto, { keepCase: true }).root.lookupType('perftools.profiles.Profile');

/** A Profile message with the field names of profile.proto; 64-bit integers are numbers or decimal strings. */
export interface WireProfile {
  readonly sample_type?: readonly object[];
  readonly sample?: readonly object[];
  readonly mapping?: readonly object[];
  readonly location?: readonly object[];
  readonly function?: readonly object[];
  readonly string_table?: readonly string[];
  readonly [scalar: string]: unknown;
}

export function encodeWire(message: WireProfile): Uint8Array {
  return ProfileMessage.encode(ProfileMessage.fromObject({ ...message })).finish();
}

/** Decodes a Profile message; 64-bit integers are decimal strings. */
export function decodeWire(bytes: Uint8Array): WireProfile {
  return ProfileMessage.toObject(ProfileMessage.decode(bytes), { longs: String, arrays: true }) as WireProfile;
}

/** The string table of VALID. */
export const STRINGS: readonly string[] = [
  '', 'cpu', 'nanoseconds', 'samples', 'count', 'main', 'main.go', 'leaf', 'leaf.go', 'helper', 'key', 'value', 'bytes',
  '/bin/app', 'abc123', 'a comment', 'https://example.com/doc', 'drop', 'keep',
];
/** Returns the index of a string in STRINGS. */
export const at = (text: string): number => STRINGS.indexOf(text);

/** A small valid profile: main calls leaf, into which helper is inlined. */
export const VALID: WireProfile = {
  string_table: STRINGS,
  sample_type: [{ type: at('samples'), unit: at('count') }, { type: at('cpu'), unit: at('nanoseconds') }],
  sample: [
    {
      location_id: [2, 1],
      value: [1, 10_000_000],
      label: [{ key: at('key'), str: at('value') }, { key: at('bytes'), num: -16, num_unit: at('bytes') }],
    },
    { location_id: [1], value: [-2, -20_000_000] },
  ],
  mapping: [{ id: 1, memory_start: 4096, memory_limit: '18446744073709551615', file_offset: 8,
    filename: at('/bin/app'), build_id: at('abc123'), has_functions: true, has_line_numbers: true }],
  location: [
    { id: 1, mapping_id: 1, address: 5000, line: [{ function_id: 1, line: 7, column: 3 }] },
    { id: 2, address: '18446744073709551615', is_folded: true,
      line: [{ function_id: 3, line: 2 }, { function_id: 2, line: 9 }] },
  ],
  function: [
    { id: 1, name: at('main'), system_name: at('main'), filename: at('main.go'), start_line: 5 },
    { id: 2, name: at('leaf'), system_name: at('leaf'), filename: at('leaf.go') },
    { id: 3, name: at('helper'), system_name: at('helper'), filename: at('leaf.go') },
  ],
  drop_frames: at('drop'),
  keep_frames: at('keep'),
  time_nanos: '1700000000000000001',
  duration_nanos: 5_000_000_000,
  period_type: { type: at('cpu'), unit: at('nanoseconds') },
  period: 10_000_000,
  comment: [at('a comment')],
  default_sample_type: at('samples'),
  doc_url: at('https://example.com/doc'),
};
