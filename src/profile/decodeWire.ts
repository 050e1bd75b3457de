import type { Reader } from 'protobufjs/minimal';
import { NONE } from './model';
import { WIDE_ID } from './ids';
import type { WideNumbers } from './ids';
import { MemoryError, ProfileError } from './errors';

/**
 * Reading of single fields off protobufjs's Reader. Encoding: protobuf.dev/programming-guides/encoding.
 *
 * What samples are made of is read off the bytes where it is short: the Reader's calls took a good part of decoding.
 * A varint of at most four bytes (28 bits) is a plain number; only longer ones, negatives among them, go through
 * protobufjs's 64-bit objects.
 */
const NARROW_BYTES = 4;
const TWO_32 = 4294967296;

export const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;

/** A tag, a length or another number that mostly takes one byte. */
export function readSmall(reader: Reader): number {
  const first = reader.buf[reader.pos]!;
  if (first > 127 || reader.pos >= reader.len) return reader.uint32();
  reader.pos++;
  return first;
}

/** An int64, exact to 2^53. */
export function readInt64(reader: Reader): number {
  const { buf, pos } = reader;
  if (pos + NARROW_BYTES > reader.len) return readWideInt64(reader);
  const first = buf[pos]!;
  if (first < 128) {
    reader.pos = pos + 1;
    return first;
  }
  const second = buf[pos + 1]!;
  if (second < 128) {
    reader.pos = pos + 2;
    return (first & 127) | (second << 7);
  }
  const third = buf[pos + 2]!;
  if (third < 128) {
    reader.pos = pos + 3;
    return (first & 127) | ((second & 127) << 7) | (third << 14);
  }
  const fourth = buf[pos + 3]!;
  if (fourth > 127) return readWideInt64(reader);
  reader.pos = pos + 4;
  return (first & 127) | ((second & 127) << 7) | ((third & 127) << 14) | (fourth << 21);
}

function readWideInt64(reader: Reader): number {
  const { low, high } = reader.int64();
  return high * TWO_32 + (low >>> 0);
}

/** A uint64, exact. */
export function readUint64(reader: Reader): bigint {
  const { low, high } = reader.uint64();
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** An id: itself where it is below WIDE_ID, else interned. */
export function readId(reader: Reader, wide: WideNumbers): number {
  const start = reader.pos;
  const id = reader.uint32();
  if (reader.pos - start <= NARROW_BYTES) return id;
  return readWideId(reader, start, wide);
}

export function readWideId(reader: Reader, start: number, wide: WideNumbers): number {
  reader.pos = start;
  const long = reader.uint64();
  const low = long.low >>> 0;
  const high = long.high >>> 0;
  return high === 0 && low < WIDE_ID ? low : WIDE_ID + wide.intern(low, high);
}

/** An index into the string table; one that no table can have becomes NONE. */
export function readStringIndex(reader: Reader): number {
  const index = readInt64(reader);
  return index >= 0 && index < NONE ? index : NONE;
}

/** A source line or column: 0 where the number makes no sense. */
export function readPosition(reader: Reader): number {
  const position = readInt64(reader);
  return position >= 0 && position < NONE ? position : 0;
}

/** Where a length-delimited field ends; it must lie within the message that ends at `limit`. */
export function readLength(reader: Reader, limit: number): number {
  const length = reader.buf[reader.pos]! < 128 && reader.pos < limit ? reader.buf[reader.pos++]! : reader.size();
  const end = length + reader.pos;
  if (end > limit) throw new RangeError('a field is longer than what is left of its message');
  return end;
}

/** A message must end exactly where its length said. */
export function checkEnd(reader: Reader, end: number): void {
  if (reader.pos !== end) throw new RangeError('a field runs past the end of its message');
}

/**
 * Skips a field that is not known. `known` is the largest field number of the message: a known field that arrives here
 * has the wrong wire type, which pprof refuses too.
 */
export function skipField(reader: Reader, tag: number, known: number, limit: number): void {
  const field = tag >>> 3;
  const type = tag & 7;
  if (field !== 0 && field <= known) throw new RangeError(`field ${field} has the wrong wire type (${type})`);
  if (type === WIRE_VARINT) reader.skip();
  else if (type === WIRE_FIXED64) reader.skip(8);
  else if (type === WIRE_BYTES) reader.pos = readLength(reader, limit);
  else if (type === WIRE_FIXED32) reader.skip(4);
  else throw new RangeError(`wire type ${type} does not occur in profiles`);
}

/** Words of protobufjs's Reader, and ours. Its own for "the bytes ended" carry numbers of its buffer. */
const READER_WORDS: readonly (readonly [string, string])[] = [
  ['index out of range', 'a number is cut off'],
  ['invalid length encoding', 'a field claims to be longer than 2 GB'],
];

/** Turns what the reader threw into a ProfileError at byte `offset`; what was thrown to stop the work, it throws. */
export function wireError(cause: unknown, offset: number): ProfileError {
  if (cause instanceof ProfileError) return cause;
  if (!(cause instanceof Error) || cause instanceof MemoryError || isAbort(cause)) throw cause;
  const words = READER_WORDS.find(([beginning]) => cause.message.startsWith(beginning))?.[1] ?? cause.message;
  return new ProfileError('decode', `The profile is damaged at byte ${offset}: ${words}.`, offset);
}

function isAbort({ name }: Error): boolean {
  return name === 'AbortError';
}
