import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Reader } from 'protobufjs/minimal';
import { readSample } from '../../../../src/profile/wire/samples';
import { Decoding } from '../../../../src/profile/wire/decodeState';
import { readUint64 } from '../../../../src/profile/wire/primitives';
import { WIDE_ID } from '../../../../src/profile/common/idTable';

/** The ids that protobufjs reads from a packed field; undefined if the field ends within a number. */
function idsByProtobufjs(field: readonly number[]): bigint[] | undefined {
  const reader = new Reader(Uint8Array.from(field));
  const ids: bigint[] = [];
  try {
    while (reader.pos < reader.len) {
      ids.push(readUint64(reader));
    }
  } catch {
    return undefined;
  }
  return ids;
}

/** The ids that our decoder reads from the field, in a sample followed by bytes of another sample. */
function idsByDecoder(field: readonly number[], following: readonly number[]): bigint[] | undefined {
  const bytes = Uint8Array.of(0x0a, field.length, ...field, ...following);
  const decoding = decodedSample(bytes, field.length + 2);
  if (!decoding) return undefined;
  const { locations } = decoding.samples;
  const ids = [...locations.array.subarray(0, locations.length)].map((row) => (row + 1) % 2 ** 32);
  return ids.map((id) => (id < WIDE_ID ? BigInt(id) : decoding.locationIds.at(id - WIDE_ID)));
}

/** The values that our decoder reads from the field, in a sample followed by other bytes. */
function valuesByDecoder(field: readonly number[], following: readonly number[]): number[] | undefined {
  const bytes = Uint8Array.of(0x12, field.length, ...field, ...following);
  const { samples } = decodedSample(bytes, field.length + 2) ?? {};
  return samples?.values.map(({ array }) => array[0]!);
}

/** The key, str, num and unit that our decoder reads from a label. Invalid string indexes are 2^32 − 1. */
function labelByDecoder(field: readonly number[], following: readonly number[]): number[] | undefined {
  const bytes = Uint8Array.of(0x1a, field.length, ...field, ...following);
  const { samples } = decodedSample(bytes, field.length + 2) ?? {};
  if (!samples) return undefined;
  return [samples.labelKey, samples.labelStr, samples.labelNum, samples.labelUnit].map(({ array }) => array[0]!);
}

/** The same numbers as labelByDecoder, read by protobufjs. */
function labelByProtobufjs(field: readonly number[]): number[] | undefined {
  const reader = new Reader(Uint8Array.from(field));
  const label = [0, 0, 0, 0];
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      const index = [8, 16, 24, 32].indexOf(tag);
      if (index >= 0) {
        const value = Number(BigInt.asIntN(64, readUint64(reader)));
        label[index] = tag === 24 || (value >= 0 && value < 2 ** 32 - 1) ? value : 2 ** 32 - 1;
      } else if ((tag >>> 3 !== 0 && tag >>> 3 <= 4) || [3, 4].includes(tag & 7)) return undefined;
      else reader.skipType(tag & 7);
    }
  } catch {
    return undefined;
  }
  return label;
}

function decodedSample(bytes: Uint8Array, end: number): Decoding | undefined {
  const decoding = new Decoding();
  try {
    readSample(decoding, new Reader(bytes), end);
  } catch {
    return undefined;
  }
  return decoding;
}

const anyByte = fc.integer({ min: 0, max: 255 });
const byte = fc.oneof(anyByte, fc.integer({ min: 128, max: 255 }), fc.constantFrom(0, 1, 127, 128));
const bytes = (maxLength: number) => fc.array(byte, { maxLength });

test('location ids in random bytes are read as protobufjs reads them, even at the end of the buffer', () => {
  fc.assert(fc.property(bytes(40), bytes(12), (field, following) => {
    assert.deepEqual(idsByDecoder(field, following), idsByProtobufjs(field));
  }), { numRuns: 5000 });
});

test('values in random bytes are read as protobufjs reads them, even at the end of the buffer', () => {
  fc.assert(fc.property(bytes(40), bytes(12), (field, following) => {
    const values = idsByProtobufjs(field)?.map((value) => Number(BigInt.asIntN(64, value)));
    assert.deepEqual(valuesByDecoder(field, following), values);
  }), { numRuns: 5000 });
});

test('labels with random numbers are read as protobufjs reads them, even at the end of the buffer', () => {
  const number = fc.tuple(fc.constantFrom(8, 16, 24, 32), fc.array(byte, { minLength: 1, maxLength: 11 }));
  const fields = fc.array(number, { maxLength: 4 }).map((numbers) => numbers.flat(2));
  fc.assert(fc.property(fields, bytes(12), (field, following) => {
    assert.deepEqual(labelByDecoder(field, following), labelByProtobufjs(field));
  }), { numRuns: 5000 });
});

test('ids of every length are read, even at the end of the buffer', () => {
  for (const bits of [0, 6, 7, 13, 14, 20, 21, 27, 28, 31, 32, 63].map(BigInt)) {
    for (const id of [2n ** bits - 1n, 2n ** bits]) {
      const field: number[] = [];
      for (let left = id; ; left >>= 7n) {
        field.push(Number(left & 127n) | (left > 127n ? 128 : 0));
        if (left <= 127n) break;
      }
      for (const following of [[], [0], [255, 255, 255]]) assert.deepEqual(idsByDecoder(field, following), [id]);
      assert.deepEqual(idsByDecoder([...field, ...field], []), [id, id]);
    }
  }
});

test('samples record the largest id and whether new ids are in order, and id 0 counts as the largest', () => {
  const rows = (field: readonly number[]) => {
    const decoding = new Decoding();
    readSample(decoding, new Reader(Uint8Array.of(0x0a, field.length, ...field)), field.length + 2);
    return [decoding.samples.rowCount, decoding.samples.rowsAreInOrder];
  };
  assert.deepEqual(rows([3, 0x81, 1, 5]), [129, false]);
  assert.deepEqual(rows([1, 2, 1, 3, 2]), [3, true]);
  assert.deepEqual(rows([1, 2, 4, 3]), [4, false]);
  assert.deepEqual(rows([3, 0, 5]), [2 ** 32, false]);
  assert.deepEqual(rows([3, 0, 5, 1, 1, 1, 1]), [2 ** 32, false]);
});
