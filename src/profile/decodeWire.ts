import type { Reader } from 'protobufjs/minimal';
import { NONE } from './model';
import { WIDE_ID } from './ids';
import type { WideNumbers } from './ids';
import { MemoryError, ProfileError } from './errors';

/**
 * Reading of single fields off protobufjs's Reader. Encoding: protobuf.dev/programming-guides/encoding.
 *
 * A varint of at most four bytes (28 bits) is read as a plain number; only longer ones, negatives among them, go
 * through protobufjs's 64-bit objects.
 */
const NARROW_BYTES = 4;
const TWO_32 = 4294967296;

export const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;

/** An int64, exact to 2^53. */
export function readInt64(reader: Reader): number {
  const start = reader.pos;
  const low = reader.uint32();
  if (reader.pos - start <= NARROW_BYTES) return low;
  reader.pos = start;
  const { low: lowWord, high } = reader.int64();
  return high * TWO_32 + (lowWord >>> 0);
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
  const end = reader.size() + reader.pos;
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
