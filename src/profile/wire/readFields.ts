import type { Reader } from 'protobufjs/minimal';
import { CHECK_MASK, checkpoint } from '../common/guard';
import type { Decoding } from './decodeState';
import { readSample } from './samples';
import { readFunction, readLocation, readMapping, readValueType } from './readTables';
import { checkEnd, checkUnknown, readSize, readStringIndex, readTag, readUint64, skipField } from './primitives';
import { ProfileTag, WireType } from './fieldTags';
import { ProfileError } from '../errors';

/** The maximum number of bytes of a field's tag and length. */
export const HEADER_BYTES = 20;

/**
 * Reads fields of the Profile message until one starts at or after `limit`, or is incomplete.
 * @returns the position of the first unread field; `reader.len` if there is none
 */
export function readFields(decoding: Decoding, reader: Reader, limit: number): number {
  while (reader.pos < limit) {
    const start = reader.pos;
    const tag = readTag(reader);
    if ((tag & 7) !== WireType.Bytes) {
      readScalar(decoding, reader, tag);
      continue;
    }
    const end = readSize(reader) + reader.pos;
    if (end > reader.len) return start;
    readMessage(decoding, reader, tag, start, end);
  }
  return reader.pos;
}

/** The size in bytes of the length-delimited field at `start`, including its tag and length, which must be complete. */
export function fieldLength(reader: Reader, start: number): number {
  reader.pos = start;
  readTag(reader);
  return readSize(reader) + reader.pos - start;
}

function readMessage(decoding: Decoding, reader: Reader, tag: number, start: number, end: number): void {
  if (tag === ProfileTag.Sample) readSample(decoding, reader, end);
  else if (tag === ProfileTag.Location) readLocation(decoding, reader, end);
  else if (tag === ProfileTag.String) readStrings(decoding, reader, start, end);
  else if (tag === ProfileTag.Function) readFunction(decoding, reader, end);
  else if (tag === ProfileTag.Mapping) readMapping(decoding, reader, end);
  else if (tag === ProfileTag.SampleType) decoding.sampleTypes.push(readValueType(reader, end));
  else if (tag === ProfileTag.PeriodType) decoding.periodType = readValueType(reader, end);
  else if (tag === ProfileTag.Comments) readPackedComments(decoding, reader, end);
  else {
    checkUnknown(tag, ProfileTag.LastField);
    reader.pos = end;
  }
}

/** Strings come in long runs. A run is copied at once, with its tags and lengths. */
function readStrings(decoding: Decoding, reader: Reader, start: number, firstEnd: number): void {
  const { strings } = decoding;
  if (strings.length === 0 && firstEnd > reader.pos) {
    throw new ProfileError('decode', 'The profile is damaged: the first entry of its string table is not empty.');
  }
  let end = firstEnd;
  strings.note(reader.pos - start, end - start);
  reader.pos = end;
  while (reader.len - end > HEADER_BYTES && readTag(reader) === ProfileTag.String) {
    const next = readSize(reader) + reader.pos;
    if (next > reader.len) break;
    strings.note(reader.pos - start, next - start);
    end = next;
    reader.pos = end;
  }
  reader.pos = end;
  strings.keep(reader.buf.subarray(start, end));
}

function readPackedComments(decoding: Decoding, reader: Reader, end: number): void {
  const { comments } = decoding;
  while (reader.pos < end) {
    if ((comments.length & CHECK_MASK) === 0) checkpoint();
    comments.push(readStringIndex(reader));
  }
  checkEnd(reader, end);
}

function readScalar(decoding: Decoding, reader: Reader, tag: number): void {
  if (tag === ProfileTag.DropFrames) decoding.dropFrames = readStringIndex(reader);
  else if (tag === ProfileTag.KeepFrames) decoding.keepFrames = readStringIndex(reader);
  else if (tag === ProfileTag.TimeNanos) readTime(decoding, reader);
  else if (tag === ProfileTag.DurationNanos) decoding.durationNanos = BigInt.asIntN(64, readUint64(reader));
  else if (tag === ProfileTag.Period) decoding.period = BigInt.asIntN(64, readUint64(reader));
  else if (tag === ProfileTag.Comment) decoding.comments.push(readStringIndex(reader));
  else if (tag === ProfileTag.DefaultSampleType) decoding.defaultSampleType = readStringIndex(reader);
  else if (tag === ProfileTag.DocUrl) decoding.docUrl = readStringIndex(reader);
  else skipField(reader, tag, ProfileTag.LastField, reader.len);
}

/** Reads the time. A second time means that the file has a second profile, which pprof refuses too. */
function readTime(decoding: Decoding, reader: Reader): void {
  if (decoding.timeNanos !== 0n) {
    throw new ProfileError('decode', 'The file contains several profiles, one after the other; put each in its own file.');
  }
  decoding.timeNanos = BigInt.asIntN(64, readUint64(reader));
}

