import { ProfileTag, ValueTypeTag } from './fieldTags';

/** A ValueType message has two string indexes. */
const MAX_VALUE_TYPE_BYTES = 24;
const BYTE_FIELDS: readonly number[] = [
  ProfileTag.SampleType, ProfileTag.Sample, ProfileTag.Mapping, ProfileTag.Location, ProfileTag.Function,
  ProfileTag.String, ProfileTag.PeriodType, ProfileTag.Comments,
];
const NUMBER_FIELDS: readonly number[] = [
  ProfileTag.DropFrames, ProfileTag.KeepFrames, ProfileTag.TimeNanos, ProfileTag.DurationNanos, ProfileTag.Period,
  ProfileTag.Comment, ProfileTag.DefaultSampleType, ProfileTag.DocUrl,
];

/**
 * Whether an uncompressed profile.proto file can begin with these bytes. Also true for no bytes, and for a profile that
 * is damaged further on.
 */
export function mayBeProfile(beginning: Uint8Array): boolean {
  for (let at = 0; at < beginning.length;) {
    const tag = beginning[at++];
    const isBytes = BYTE_FIELDS.includes(tag);
    if (!isBytes && !NUMBER_FIELDS.includes(tag)) return false;
    const [value, end] = varint(beginning, at);
    if (Number.isNaN(value)) return false;
    at = isBytes ? end + value : end;
    if (tag === ProfileTag.SampleType && !mayBeValueType(beginning.subarray(end, at), value)) return false;
  }
  return true;
}

function mayBeValueType([tag]: Uint8Array, length: number): boolean {
  const isField = tag === undefined || tag === ValueTypeTag.Type || tag === ValueTypeTag.Unit;
  return isField && length <= MAX_VALUE_TYPE_BYTES;
}

/** Reads a number; returns it and the index after it. Missing bytes are 0. A number of more than ten bytes is NaN. */
function varint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, start + i + 1];
  }
  return [NaN, start];
}
