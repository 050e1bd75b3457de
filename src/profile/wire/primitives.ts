import type { Reader } from 'protobufjs/minimal';
import { NONE } from '../model';
import { WIDE_ID, type WideNumbers } from '../common/idTable';
import { ProfileError } from '../errors';
import { isAbort, MemoryError } from '../common/guard';
import { WireType } from './fieldTags';

/**
 * Reads single values with protobufjs's Reader. Encoding: protobuf.dev/programming-guides/encoding.
 *
 * Short varints are read directly from the bytes, because calls of the Reader would take much of the decode time. A
 * varint of at most four bytes (28 bits) is a plain number; longer varints, such as all negative numbers, go through
 * `readVarint`. As in Go, lengths and tags may take up to ten bytes too.
 */
const NARROW_BYTES = 4;
const TWO_32 = 4294967296;
const MAX_SMALL = 0x3fffffff;
const MAX_SIZE = 0x7fffffff;
const CUT_OFF = 'a number is cut off';

/** Bits in the ten bytes of the longest varint. As in Go, bits past 64 are ignored. */
const VARINT_BITS = 70;
/** A tag with a field number that no message has; the low bits are for the wire type. */
const FAR_FIELD = 0xfffffff8;

/** Halves of the last number that `readVarint` read, low first. A typed array never makes V8 recompile for floats. */
const halves = new Uint32Array(2);
const rest = new Float64Array(1);

/** The integer minus its float, for the last number past 2^53 that `readInt64` read. */
export const lastRest = (): number => rest[0];

/** Reads a number of up to ten bytes into `halves`. */
function readVarint(reader: Reader): void {
  const { buf, len } = reader;
  let { pos } = reader;
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < VARINT_BITS; shift += 7) {
    if (pos >= len) throw new RangeError(CUT_OFF);
    const byte = buf[pos++];
    if (shift < 28) low |= (byte & 127) << shift;
    else if (shift > 28) high |= (byte & 127) << (shift - 32);
    else {
      low |= (byte & 127) << 28;
      high = (byte & 127) >> 4;
    }
    if (byte > 127) continue;
    reader.pos = pos;
    halves[0] = low;
    halves[1] = high;
    return;
  }
  throw new RangeError('a number takes more than ten bytes');
}

/** A field's tag. */
export function readTag(reader: Reader): number {
  const first = reader.buf[reader.pos];
  if (first < 128 && reader.pos < reader.len) {
    reader.pos++;
    return first;
  }
  readVarint(reader);
  return halves[1] === 0 ? halves[0] : (FAR_FIELD | (halves[0] & 7)) >>> 0;
}

/** The length of a field. Throws for an impossible length at once, instead of waiting for its bytes. */
export function readSize(reader: Reader): number {
  const size = readInt64(reader);
  if (size < 0 || size > MAX_SIZE) throw new RangeError('a field claims to be longer than 2 GB');
  return size;
}

export function readBool(reader: Reader): boolean {
  readVarint(reader);
  return (halves[0] | halves[1]) !== 0;
}

/** A uint64 in halves, low first; valid until the next read. */
export function readHalves(reader: Reader): Uint32Array {
  readVarint(reader);
  return halves;
}

/** An int64, exact to 2^53; past it, `lastRest` returns the rest. */
export function readInt64(reader: Reader): number {
  const { buf, pos } = reader;
  if (pos + NARROW_BYTES > reader.len) return readWideInt64(reader);
  const first = buf[pos];
  if (first < 128) {
    reader.pos = pos + 1;
    return first;
  }
  const second = buf[pos + 1];
  if (second < 128) {
    reader.pos = pos + 2;
    return (first & 127) | (second << 7);
  }
  const third = buf[pos + 2];
  if (third < 128) {
    reader.pos = pos + 3;
    return (first & 127) | ((second & 127) << 7) | (third << 14);
  }
  const fourth = buf[pos + 3];
  if (fourth > 127) return readWideInt64(reader);
  reader.pos = pos + 4;
  return (first & 127) | ((second & 127) << 7) | ((third & 127) << 14) | (fourth << 21);
}

function readWideInt64(reader: Reader): number {
  readVarint(reader);
  const low = halves[0];
  // Return a small integer, because V8 is slow if lengths, and so positions, are floats.
  if (halves[1] === 0 && low <= MAX_SMALL) return low | 0;
  const high = (halves[1] | 0) * TWO_32;
  const sum = high + low;
  const added = sum - high;
  rest[0] = high - (sum - added) + (low - added);
  return sum;
}

/** A uint64, exact. */
export function readUint64(reader: Reader): bigint {
  readVarint(reader);
  return (BigInt(halves[1]) << 32n) | BigInt(halves[0]);
}

/** An id; an id of WIDE_ID or more is interned, see WIDE_ID. */
export function readId(reader: Reader, ids: WideNumbers): number {
  const start = reader.pos;
  const id = reader.uint32();
  if (reader.pos - start <= NARROW_BYTES) return id;
  return readWideId(reader, start, ids);
}

function readWideId(reader: Reader, start: number, ids: WideNumbers): number {
  reader.pos = start;
  readVarint(reader);
  const [low, high] = [halves[0], halves[1]];
  return high === 0 && low < WIDE_ID ? low : WIDE_ID + ids.intern(low, high);
}

/** An index into the string table; NONE if no table can have this index. */
export function readStringIndex(reader: Reader): number {
  const index = readInt64(reader);
  return index >= 0 && index < NONE ? index : NONE;
}

/** The end of a length-delimited field, which must lie within the message that ends at `limit`. */
export function readLength(reader: Reader, limit: number): number {
  const length = reader.buf[reader.pos] < 128 && reader.pos < limit ? reader.buf[reader.pos++] : readSize(reader);
  const end = length + reader.pos;
  if (end > limit) throw new RangeError('a field is longer than the rest of its message');
  return end;
}

/** Throws unless the reader is exactly at the end of the message. */
export function checkEnd(reader: Reader, end: number): void {
  if (reader.pos !== end) throw new RangeError('a field runs past the end of its message');
}

/**
 * Throws RangeError for a known field number under an unknown tag, because its wire type is wrong, as in pprof.
 * @param lastField the largest field number of the message
 */
export function checkUnknown(tag: number, lastField: number): void {
  const field = tag >>> 3;
  if (field !== 0 && field <= lastField) throw new RangeError(`field ${field} has the wrong wire type (${tag & 7})`);
}

/** Skips an unknown field. Parameters: see checkUnknown; the message ends at `limit`. */
export function skipField(reader: Reader, tag: number, lastField: number, limit: number): void {
  checkUnknown(tag, lastField);
  const type = tag & 7;
  if (type === WireType.Varint) readVarint(reader);
  else if (type === WireType.Fixed64) reader.skip(8);
  else if (type === WireType.Bytes) reader.pos = readLength(reader, limit);
  else if (type === WireType.Fixed32) reader.skip(4);
  else throw new RangeError(`wire type ${type} does not occur in profiles`);
}

/** Beginnings of protobufjs's error messages, which may contain positions in a buffer, and our words instead. */
const READER_WORDS: readonly (readonly [string, string])[] = [
  ['index out of range', CUT_OFF],
  ['invalid varint encoding', 'a number takes more than ten bytes'],
];

/** Converts an error of the reader to a ProfileError at byte `offset`. Rethrows aborts, MemoryError and non-errors. */
export function wireError(cause: unknown, offset: number): ProfileError {
  if (cause instanceof ProfileError) return cause;
  if (!(cause instanceof Error) || cause instanceof MemoryError || isAbort(cause)) throw cause;
  const words = READER_WORDS.find(([beginning]) => cause.message.startsWith(beginning))?.[1] ?? cause.message;
  return new ProfileError('decode', `The profile is damaged at byte ${offset}: ${words}.`, offset);
}
