import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Writer } from 'protobufjs/minimal';
import { ProfileDecoder, decodeProfile } from '../../../../src/profile/wire/decode';
import { NONE } from '../../../../src/profile/model';
import { plain } from '../../../shared/plain';
import { STRINGS, VALID, at, encodeWire } from '../../../shared/wire';

const validProfile = () => decodeProfile(encodeWire(VALID));

test('every field is decoded', () => {
  const profile = validProfile();
  assert.deepEqual(profile.sampleTypes, [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }]);
  assert.equal(profile.defaultSampleType, 0);
  assert.deepEqual(profile.values.map((column) => [...column]), [[1, -2], [10_000_000, -20_000_000]]);
  assert.deepEqual([...profile.stacks.offsets], [0, 2, 3]);
  assert.deepEqual([...profile.stacks.locations], [1, 0, 0]);
  assert.deepEqual([...profile.locations.lineOffsets], [0, 1, 3]);
  assert.deepEqual([...profile.locations.address], [5000n, 2n ** 64n - 1n]);
  assert.deepEqual([...profile.locations.folded], [0, 1]);
  assert.deepEqual([...profile.locations.mapping], [0, NONE]);
  assert.deepEqual([...profile.lines.function], [0, 2, 1]);
  assert.deepEqual([...profile.lines.line], [7, 2, 9]);
  assert.deepEqual([...profile.lines.column], [3, 0, 0]);
  assert.deepEqual([...profile.functions.startLine], [5, 0, 0]);
  assert.deepEqual([...profile.functions.name].map((i) => profile.strings.get(i)), ['main', 'leaf', 'helper']);
  assert.deepEqual([...profile.functions.filename].map((i) => profile.strings.get(i)), ['main.go', 'leaf.go', 'leaf.go']);
  assert.deepEqual(profile.mappings, [{ start: 4096n, limit: 2n ** 64n - 1n, offset: 8n, file: '/bin/app',
    buildId: 'abc123', hasFunctions: true, hasFilenames: false, hasLineNumbers: true, hasInlineFrames: false }]);
  assert.deepEqual([profile.timeNanos, profile.durationNanos, profile.period], [1.7e18, 5e9, 1e7]);
  assert.equal(profile.exactTimeNanos, 1_700_000_000_000_000_001n);
  assert.deepEqual(profile.periodType, { type: 'cpu', unit: 'nanoseconds' });
  assert.deepEqual([profile.comments, profile.docUrl], [['a comment'], 'https://example.com/doc']);
  assert.deepEqual([profile.dropFrames, profile.keepFrames], ['drop', 'keep']);
});

test('labels are decoded by sample, with negative numbers', () => {
  const { labels, strings } = validProfile();
  assert.deepEqual([...labels.offsets], [0, 2, 2]);
  assert.deepEqual([...labels.key].map((i) => strings.get(i)), ['key', 'bytes']);
  assert.deepEqual([...labels.str].map((i) => strings.get(i)), ['value', '']);
  assert.deepEqual([...labels.num], [0, -16]);
  assert.deepEqual([...labels.numUnit].map((i) => strings.get(i)), ['', 'bytes']);
});

test('without a named default, the last sample type is the default', () => {
  for (const default_sample_type of [0, at('main')]) {
    assert.equal(decodeProfile(encodeWire({ ...VALID, default_sample_type })).defaultSampleType, 1);
  }
});

test('64-bit values are exact to 2^53, and negative values stay negative', () => {
  const values = [2 ** 28 - 1, 2 ** 28, 2 ** 32, 2 ** 53 - 1, -1, -(2 ** 53 - 1), 0];
  const sample = values.map((value) => ({ location_id: [1], value: [value, 1] }));
  assert.deepEqual([...decodeProfile(encodeWire({ ...VALID, sample })).values[0]!], values);
});

test('ids may be any 64-bit numbers, even if they are equal as JavaScript numbers', () => {
  const pairs = [['9007199254740993', '9007199254740992'], ['18446744073709551615', '4294967297'], [70000000, 5]];
  for (const [a, b] of pairs) {
    const lineOf = (id: unknown) => [{ function_id: id, line: 1 }];
    const location = [{ id: a, line: lineOf(b) }, { id: b, line: lineOf(a) }];
    const functions = [{ id: a, name: at('main') }, { id: b, name: at('leaf') }];
    const sample = [{ location_id: [a, b, a], value: [1, 1] }];
    const profile = decodeProfile(encodeWire({ ...VALID, sample, location, function: functions }));
    assert.deepEqual([...profile.stacks.locations], [0, 1, 0]);
    assert.deepEqual([...profile.lines.function], [1, 0]);
  }
});

test('an id whose varint is padded is the same as without padding', () => {
  const padded = [0x82, 0x80, 0x80, 0x80, 0x80, 0x00]; // 2 in six bytes
  const sample = [0x0a, padded.length, ...padded, 0x12, 2, 1, 1];
  const bytes = [...encodeWire(VALID), 0x12, sample.length, ...sample];
  assert.equal(decodeProfile(Uint8Array.from(bytes)).stacks.locations.at(-1), 1);
});

test('a location may have no lines and an unknown mapping, as in pprof', () => {
  const location = [{ id: 1, mapping_id: 9, address: 1 }, { id: 2 }];
  const profile = decodeProfile(encodeWire({ ...VALID, location }));
  assert.deepEqual([[...profile.locations.lineOffsets], [...profile.locations.mapping]], [[0, 0, 0], [NONE, NONE]]);
});

test('lines below 0 and past 32 bits are kept', () => {
  const location = [-5, 2 ** 40].map((line, i) => ({ id: i + 1, line: [{ function_id: 1, line }] }));
  assert.deepEqual([...decodeProfile(encodeWire({ ...VALID, location })).lines.line], [-5, 2 ** 40]);
});

test('a profile without samples is valid', () => {
  const profile = decodeProfile(encodeWire({ ...VALID, sample: [] }));
  assert.equal(profile.sampleCount, 0);
  assert.deepEqual(profile.values.map((column) => column.length), [0, 0]);
});

test('an invalid UTF-8 byte becomes a lone surrogate, and a byte order mark is kept', () => {
  const string_table = [...STRINGS];
  string_table[at('main')] = '\ufeffé𝄞';
  const bytes = encodeWire({ ...VALID, string_table });
  assert.equal(decodeProfile(bytes).strings.get(at('main')), '\ufeffé𝄞');
  const broken = bytes.map((byte, i) => (byte === 0xef && bytes[i + 1] === 0xbb ? 0xff : byte));
  assert.match(decodeProfile(broken).strings.get(at('main')), /^\udcff\udcbb\udcbfé/);
});

test('a string index past the table throws RangeError', () => {
  assert.throws(() => validProfile().strings.get(STRINGS.length), RangeError);
});

/** The top-level fields of a message, each with its tag. */
function fieldsOf(bytes: Uint8Array): { field: number; bytes: Uint8Array }[] {
  const fields: { field: number; bytes: Uint8Array }[] = [];
  const varintEnd = (from: number) => {
    let end = from;
    while (bytes[end]! >= 128) end++;
    return end + 1;
  };
  for (let start = 0; start < bytes.length; ) {
    let end = varintEnd(start + 1);
    if ((bytes[start]! & 7) === 2) end += Number(lengthAt(bytes, start + 1));
    fields.push({ field: bytes[start]! >> 3, bytes: bytes.subarray(start, end) });
    start = end;
  }
  return fields;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! < 128 ? bytes[at]! : (bytes[at]! & 127) + 128 * bytes[at + 1]!;
}

const join = (pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));

test('top-level fields may come in any order', () => {
  const fields = fieldsOf(encodeWire(VALID));
  fc.assert(fc.property(fc.array(fc.nat(), { minLength: fields.length, maxLength: fields.length }), (keys) => {
    // Only the order of fields with the same number has a meaning.
    const order = fields.map((field, i) => ({ ...field, key: keys[i]! })).sort((a, b) => a.key - b.key);
    const fieldNumbers = order.map(({ field }) => field);
    const remaining = new Map<number, Uint8Array[]>();
    for (const { field, bytes } of fields) remaining.set(field, [...(remaining.get(field) ?? []), bytes]);
    const shuffled = join(fieldNumbers.map((field) => remaining.get(field)!.shift()!));
    assert.deepEqual(plain(decodeProfile(shuffled)), plain(validProfile()));
  }), { numRuns: 100 });
});

test('repeated numbers may be packed, unpacked, or both in one sample', () => {
  const writer = Writer.create();
  writer.uint32(18).fork();
  writer.uint32(8).uint32(2).uint32(16).int64(-7);
  writer.uint32(10).fork().uint32(1).uint32(2).ldelim();
  writer.uint32(18).fork().uint32(8).ldelim();
  writer.uint32(8).uint32(1).ldelim();
  const profile = decodeProfile(join([encodeWire({ ...VALID, sample: [] }), writer.finish()]));
  assert.deepEqual([...profile.stacks.locations], [1, 0, 1, 0]);
  assert.deepEqual(profile.values.map((column) => [...column]), [[-7], [8]]);
  const comments = Writer.create().uint32(106).fork().uint32(at('key')).uint32(at('value')).ldelim().finish();
  assert.deepEqual(decodeProfile(join([encodeWire(VALID), comments])).comments, ['a comment', 'key', 'value']);
});

const UNKNOWN = Writer.create()
  .uint32(100 * 8).int64(-1)
  .uint32(101 * 8 + 1).fixed64(7)
  .uint32(102 * 8 + 2).string('unknown')
  .uint32(103 * 8 + 5).fixed32(7)
  .finish();

test('unknown fields are skipped, in the profile and in its messages', () => {
  const withUnknown = fieldsOf(encodeWire(VALID)).map(({ field, bytes }) => {
    const isMessage = [1, 2, 3, 4, 5, 11].includes(field);
    if (!isMessage) return join([bytes, UNKNOWN]);
    const body = bytes.subarray(bytes[1]! < 128 ? 2 : 3);
    return Writer.create().uint32(field * 8 + 2).bytes(join([UNKNOWN, body])).finish();
  });
  assert.deepEqual(plain(decodeProfile(join(withUnknown))), plain(validProfile()));
});

test('a profile may arrive in pieces that are split anywhere, and a piece may be overwritten after push', () => {
  const bytes = encodeWire(VALID);
  const expected = plain(validProfile());
  const anyCuts = fc.array(fc.nat(bytes.length), { maxLength: 8 });
  fc.assert(fc.property(anyCuts, fc.constantFrom(0, bytes.length), (cuts, total) => {
    const decoder = new ProfileDecoder(total);
    const positions = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    for (let i = 1; i < positions.length; i++) {
      const piece = Buffer.from(bytes.subarray(positions[i - 1], positions[i]));
      decoder.push(piece);
      piece.fill(0xff);
    }
    assert.deepEqual(plain(decoder.finish()), expected);
  }), { numRuns: 200 });
});

test('a profile may arrive byte by byte', () => {
  const decoder = new ProfileDecoder();
  for (const byte of encodeWire(VALID)) decoder.push(Uint8Array.of(byte));
  assert.deepEqual(plain(decoder.finish()), plain(validProfile()));
});

test('columns grow as needed', () => {
  const sample = Array.from({ length: 5000 }, (_, i) => ({ location_id: [1, 2, 1], value: [i, -i] }));
  const profile = decodeProfile(encodeWire({ ...VALID, sample }));
  assert.equal(profile.stacks.locations.length, 15000);
  assert.ok(profile.values[0]!.every((value, i) => value === i));
  assert.ok(profile.values[1]!.every((value, i) => value === -i));
});
