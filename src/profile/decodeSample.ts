import type { Reader } from 'protobufjs/minimal';
import { checkpoint } from './checkpoint';
import { pushFloat64, pushUint32, reserveFloat64, reserveUint32 } from './columns';
import type { Decoding, SampleRows } from './decodeState';
import { checkEnd, readId, readInt64, readLength, readStringIndex, skipField } from './decodeWire';

// The hot path of decoding: small functions at top level, for V8 gives up on one big loop again and again.

/** Bytes of a packed field between two checkpoints. */
const STRETCH_BYTES = 1 << 18;

/** Reads the Sample message that ends at `end`. */
export function readSample(decoding: Decoding, reader: Reader, end: number): void {
  const { samples } = decoding;
  const firstValue = samples.values.length;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) readPackedLocations(decoding, reader, end);
    else if (tag === 18) readPackedValues(decoding, reader, end);
    else if (tag === 26) readLabel(samples, reader, readLength(reader, end));
    else if (tag === 8) pushUint32(samples.locations, readId(reader, decoding.locationIds));
    else if (tag === 16) pushFloat64(samples.values, readInt64(reader));
    else skipField(reader, tag, 3, end);
  }
  checkEnd(reader, end);
  endSample(samples, samples.values.length - firstValue);
}

function endSample(samples: SampleRows, width: number): void {
  if (samples.count === 0) samples.width = width;
  else if (width !== samples.width && samples.oddSample < 0) {
    samples.oddSample = samples.count;
    samples.oddWidth = width;
  }
  samples.count++;
  pushUint32(samples.stackOffsets, samples.locations.length);
  pushUint32(samples.labelOffsets, samples.labelKey.length);
}

/** A loop over the bytes instead of the Reader was measured to gain less than a tenth here. */
function readPackedLocations(decoding: Decoding, reader: Reader, limit: number): void {
  const end = readLength(reader, limit);
  // An element takes at least a byte, so that one check covers the whole field.
  reserveUint32(decoding.samples.locations, end - reader.pos);
  while (end - reader.pos > STRETCH_BYTES) {
    readLocationsTo(decoding, reader, reader.pos + STRETCH_BYTES);
    checkpoint();
  }
  readLocationsTo(decoding, reader, end);
  checkEnd(reader, end);
}

function readLocationsTo(decoding: Decoding, reader: Reader, end: number): void {
  const column = decoding.samples.locations;
  const { array } = column;
  let { length } = column;
  while (reader.pos < end) array[length++] = readId(reader, decoding.locationIds);
  column.length = length;
}

function readPackedValues(decoding: Decoding, reader: Reader, limit: number): void {
  const end = readLength(reader, limit);
  const column = decoding.samples.values;
  reserveFloat64(column, end - reader.pos);
  const { array } = column;
  let { length } = column;
  while (reader.pos < end) array[length++] = readInt64(reader);
  column.length = length;
  checkEnd(reader, end);
}

function readLabel(samples: SampleRows, reader: Reader, end: number): void {
  let key = 0;
  let str = 0;
  let num = 0;
  let unit = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 8) key = readStringIndex(reader);
    else if (tag === 16) str = readStringIndex(reader);
    else if (tag === 24) num = readInt64(reader);
    else if (tag === 32) unit = readStringIndex(reader);
    else skipField(reader, tag, 4, end);
  }
  checkEnd(reader, end);
  pushUint32(samples.labelKey, key);
  pushUint32(samples.labelStr, str);
  pushFloat64(samples.labelNum, num);
  pushUint32(samples.labelUnit, unit);
}
