import { Reader } from 'protobufjs/minimal';
import { checkpoint, claim } from '../common/guard';
import { HEADER_BYTES, fieldLength, readFields } from './readFields';
import { finishDecoding } from './finish';
import { Decoding } from './decodeState';
import { wireError } from './primitives';
import { FETCH_AGAIN, ProfileError } from '../errors';
import type { Profile } from '../model';
import { looksLike, standIn } from './otherFormats';
import { plural } from '../text/counts';
import { ProfileTag } from './fieldTags';

/** The number of bytes read between two checkpoints. */
const STRETCH_BYTES = 65536;
/** At least this many of the profile's first bytes are stored, to name the format in errors. */
const FIRST_BYTES = 256;

/**
 * Decodes a profile (proto/profile.proto, not gzipped) into columns. Accepts what `go tool pprof` accepts: packed and
 * unpacked repeated fields, fields in any order, unknown fields.
 * @throws ProfileError of stage `decode` or `validate`, or MemoryError
 */
export function decodeProfile(bytes: Uint8Array): Profile {
  const decoder = new ProfileDecoder(bytes.length);
  decoder.push(bytes);
  return decoder.finish();
}

/**
 * Decodes a profile from pieces as they arrive, split anywhere. The decoder copies the unread end of a piece, so the
 * caller may reuse the piece. All methods may also throw MemoryError and what the guard's checkpoint throws.
 */
export class ProfileDecoder {
  private readonly decoding = new Decoding();
  private beginning: Uint8Array = new Uint8Array(0);
  /** The unread bytes, in pieces. `neededBytes` of them complete the next field; 0 if their number is unknown. */
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private neededBytes = 0;
  /** Offset in the profile of the first unread byte. */
  private offset = 0;

  /** @param totalBytes length of the profile, or 0 if unknown: lets columns grow with fewer copies */
  constructor(readonly totalBytes = 0) {}

  /** @throws ProfileError of stage `decode` */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.beginning.length < FIRST_BYTES) this.beginning = joined([this.beginning, piece.subarray(0, FIRST_BYTES)]);
    this.pending.push(piece);
    this.pendingBytes += piece.length;
    if (this.pendingBytes >= this.neededBytes) this.read();
    else checkpoint();
    const rest = this.pending.pop();
    if (rest) this.pending.push(new Uint8Array(rest));
  }

  /** @throws ProfileError of stage `decode` or `validate` */
  finish(): Profile {
    if (this.offset + this.pendingBytes === 0) throw new ProfileError('decode', 'The profile is empty.', 0);
    this.readFrom(joined(this.pending), 0);
    if (this.pendingBytes > 0) throw this.cutOff();
    try {
      return finishDecoding(this.decoding);
    } catch (error) {
      const { samples, strings } = this.decoding;
      throw error instanceof ProfileError && samples.count + strings.length === 0 ? this.explained(error) : error;
    }
  }

  /** Reads all complete fields. Copies only fields that are split between pieces. */
  private read(): void {
    let last = this.pending.pop()!;
    while (this.pending.length > 0) {
      const earlier = this.pendingBytes - last.length;
      const needed = Math.max(earlier, this.neededBytes) + HEADER_BYTES - earlier;
      const bridge = joined([...this.pending, last.subarray(0, needed)]);
      const position = this.readFrom(bridge, HEADER_BYTES);
      this.pending = position < earlier ? [bridge.subarray(position)] : [];
      last = last.subarray(position < earlier ? needed : position - earlier);
      if (last.length === 0) return;
      if (this.pendingBytes < this.neededBytes) break;
    }
    if (this.pending.length === 0) last = last.subarray(this.readFrom(last, HEADER_BYTES));
    if (last.length > 0) this.pending.push(last);
  }

  /**
   * Reads the complete fields that start before the last `reserve` bytes.
   * @returns the position of the first unread field
   */
  private readFrom(bytes: Uint8Array, reserve: number): number {
    // Use a plain Uint8Array: a Node Buffer would be a second object shape in every hot loop.
    const reader = new Reader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    const limit = bytes.length - reserve;
    let position = 0;
    try {
      position = this.readFields(reader, limit);
      this.neededBytes = position < limit ? fieldLength(reader, position) : 0;
    } catch (cause) {
      throw this.explained(wireError(cause, this.offset + reader.pos));
    }
    this.offset += position;
    this.pendingBytes -= position;
    return position;
  }

  /** Reads in stretches; after each, updates how far the columns are expected to grow. */
  private readFields(reader: Reader, limit: number): number {
    let position = 0;
    while (position < limit) {
      const stop = Math.min(limit, position + STRETCH_BYTES);
      checkpoint();
      position = readFields(this.decoding, reader, stop);
      if (position < stop) break;
      this.decoding.growth.expect(this.totalBytes, this.offset + position);
    }
    return position;
  }

  private cutOff(): ProfileError {
    const end = this.offset + this.pendingBytes;
    const missing = this.neededBytes - this.pendingBytes;
    const words = `The profile is cut off at byte ${end}: the field that starts at byte ${this.offset} lacks ${missing} ${plural('byte', missing)}. ${FETCH_AGAIN}`;
    return this.explained(new ProfileError('decode', words, end));
  }

  /** The error itself or, if the bytes are not a profile at all, an error that says what they look like. */
  private explained(error: ProfileError): ProfileError {
    const { sampleTypes, samples, strings } = this.decoding;
    if (sampleTypes.length > 0 && (samples.count > 0 || strings.length > 0)) return error;
    const sentence = standIn(this.beginning);
    if (sentence !== undefined) return new ProfileError('decode', sentence, error.offset);
    const guess = looksLike(this.beginning);
    if (guess === undefined && this.beginning[0] === ProfileTag.SampleType) return error;
    const words = guess === undefined ? 'it is neither gzip nor profile.proto' : `it looks like ${guess}`;
    return new ProfileError('decode', `This is not a pprof profile: ${words}.`, error.offset);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  claim(length);
  const whole = new Uint8Array(length);
  let used = 0;
  for (const piece of pieces) {
    whole.set(piece, used);
    used += piece.length;
  }
  return whole;
}
