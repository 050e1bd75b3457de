import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Reader } from 'protobufjs/minimal';
import { readSample } from '../../../src/profile/decodeSample';
import { Decoding } from '../../../src/profile/decodeState';
import { readUint64 } from '../../../src/profile/decodeWire';
import { WIDE_ID } from '../../../src/profile/ids';

/** Ids of a packed field as protobufjs reads them; undefined: it does not end with the field, or not at all. */
function idsByReader(field: readonly number[]): bigint[] | undefined {
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

/** The same as we read them, in a sample with some bytes of another one behind. */
function idsByUs(field: readonly number[], behind: readonly number[]): bigint[] | undefined {
  const bytes = Uint8Array.of(0x0a, field.length, ...field, ...behind);
  const decoding = new Decoding();
  const { locations } = decoding.samples;
  try {
    readSample(decoding, new Reader(bytes), field.length + 2);
  } catch {
    return undefined;
  }
  const ids = [...locations.array.subarray(0, locations.length)].map((row) => (row + 1) % 2 ** 32);
  return ids.map((id) => (id < WIDE_ID ? BigInt(id) : decoding.locationIds.at(id - WIDE_ID)));
}

const anyByte = fc.integer({ min: 0, max: 255 });
const byte = fc.oneof(anyByte, fc.integer({ min: 128, max: 255 }), fc.constantFrom(0, 1, 127, 128));
const bytes = (maxLength: number) => fc.array(byte, { maxLength });

test('location ids are read off the bytes as protobufjs reads them, whatever the bytes and where the buffer ends', () => {
  fc.assert(fc.property(bytes(40), bytes(12), (field, behind) => {
    assert.deepEqual(idsByUs(field, behind), idsByReader(field));
  }), { numRuns: 5000 });
});

test('ids of every length are read, also where the buffer ends right behind them', () => {
  for (const bits of [0, 6, 7, 13, 14, 20, 21, 27, 28, 31, 32, 63].map(BigInt)) {
    for (const id of [2n ** bits - 1n, 2n ** bits]) {
      const field: number[] = [];
      for (let left = id; ; left >>= 7n) {
        field.push(Number(left & 127n) | (left > 127n ? 128 : 0));
        if (left <= 127n) break;
      }
      for (const behind of [[], [0], [255, 255, 255]]) assert.deepEqual(idsByUs(field, behind), [id]);
      assert.deepEqual(idsByUs([...field, ...field], []), [id, id]);
    }
  }
});

test('how many rows there may be is known, and whether they came in order; an id 0 is larger than any', () => {
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
