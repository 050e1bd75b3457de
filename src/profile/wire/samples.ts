import type { Reader } from 'protobufjs/minimal';
import { checkpoint } from '../common/guard';
import { Float64Column, pushFloat64, pushUint32, reserveUint32 } from '../common/columns';
import { MAX_VALUES, type Decoding, type SampleRows } from './decodeState';
import { checkEnd, lastRest, readId, readInt64, readLength, readStringIndex, readTag, skipField } from './primitives';
import { LabelTag, SampleTag } from './fieldTags';

// The hot path of decoding. It has small top-level functions, because V8 deoptimizes one big loop again and again.

/** Bytes of a packed field between two checkpoints. */
const STRETCH_BYTES = 1 << 18;
const MAX_EXACT = Number.MAX_SAFE_INTEGER;

/** Reads the Sample message that ends at `end`. */
export function readSample(decoding: Decoding, reader: Reader, end: number): void {
  const { samples } = decoding;
  samples.valuesRead = 0;
  samples.nonZeros = 0;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === SampleTag.LocationIds) readPackedLocations(decoding, reader, end);
    else if (tag === SampleTag.Values) readPackedValues(decoding, reader, end);
    else if (tag === SampleTag.Label) readLabel(samples, reader, readLength(reader, end));
    else if (tag === SampleTag.LocationId) readLocation(decoding, reader);
    else if (tag === SampleTag.Value) pushValue(samples, readInt64(reader));
    else skipField(reader, tag, SampleTag.LastField, end);
  }
  checkEnd(reader, end);
  endSample(samples);
}

function endSample(samples: SampleRows): void {
  const width = samples.valuesRead;
  if (samples.count === 0) samples.width = width;
  else if (width !== samples.width && samples.oddSample < 0) {
    samples.oddSample = samples.count;
    samples.oddWidth = width;
  }
  samples.count++;
  samples.unlikeZeros |= samples.nonZeros ^ (samples.nonZeros >> 1);
  pushUint32(samples.stackOffsets, samples.locations.length);
  pushUint32(samples.labelOffsets, samples.labelKey.length);
}

function readPackedLocations(decoding: Decoding, reader: Reader, limit: number): void {
  const end = readLength(reader, limit);
  // An element takes at least one byte, so one reservation is enough for the whole field.
  reserveUint32(decoding.samples.locations, end - reader.pos);
  while (end - reader.pos > STRETCH_BYTES) {
    readLocationsTo(decoding, reader, reader.pos + STRETCH_BYTES);
    checkpoint();
  }
  readLocationsTo(decoding, reader, end);
  checkEnd(reader, end);
}

function readLocation(decoding: Decoding, reader: Reader): void {
  reserveUint32(decoding.samples.locations, 1);
  readLocationsTo(decoding, reader, reader.pos + 1);
}

/**
 * Reads the ids that begin before `end`, each minus one. Ids are three quarters of a large profile. Nearly all take one
 * to three bytes and are read directly from the bytes, which is faster than the Reader. The code chooses between one
 * byte and two without a branch, because the processor could not predict it.
 */
function readLocationsTo(decoding: Decoding, reader: Reader, end: number): void {
  const { samples, locationIds } = decoding;
  const { array, length } = samples.locations;
  const { buf } = reader;
  const safeEnd = Math.min(end, reader.len - 2);
  let { pos } = reader;
  let { rowCount, rowsAreInOrder } = samples;
  let next = length;
  while (pos < safeEnd) {
    const first = buf[pos];
    const second = buf[pos + 1];
    let row: number;
    if ((first & second) < 128) {
      const more = first >> 7;
      row = (first & 127) + ((second & -more) << 7) - 1;
      pos += 1 + more;
    } else {
      const third = buf[pos + 2];
      if (third < 128) {
        row = (first & 127) + ((second & 127) << 7) + (third << 14) - 1;
        pos += 3;
      } else {
        reader.pos = pos;
        row = readId(reader, locationIds) - 1;
        pos = reader.pos;
      }
    }
    if (row >>> 0 >= rowCount) {
      rowsAreInOrder &&= row === rowCount;
      rowCount = (row >>> 0) + 1;
    }
    array[next++] = row;
  }
  reader.pos = pos;
  while (reader.pos < end) {
    const row = readId(reader, locationIds) - 1;
    if (row >>> 0 >= rowCount) {
      rowsAreInOrder &&= row === rowCount;
      rowCount = (row >>> 0) + 1;
    }
    array[next++] = row;
  }
  samples.rowCount = rowCount;
  samples.rowsAreInOrder = rowsAreInOrder;
  samples.locations.length = next;
}

function readPackedValues(decoding: Decoding, reader: Reader, limit: number): void {
  const end = readLength(reader, limit);
  while (reader.pos < end) pushValue(decoding.samples, readInt64(reader));
  checkEnd(reader, end);
}

/** A value at an index that the first sample does not have is only counted, because validation refuses the profile. */
function pushValue(samples: SampleRows, value: number): void {
  const { values, count } = samples;
  const type = samples.valuesRead++;
  if (type >= values.length) {
    if (count > 0) return;
    if (type === MAX_VALUES) throw new RangeError(`a sample has more than ${MAX_VALUES} values`);
    values.push(new Float64Column(samples.growth));
  }
  samples.sizes[type] += Math.abs(value);
  if (value !== 0) samples.nonZeros |= 1 << type;
  if (value > MAX_EXACT || value < -MAX_EXACT) samples.noteRest(type, lastRest());
  pushFloat64(values[type], value);
}

function readLabel(samples: SampleRows, reader: Reader, end: number): void {
  let key = 0;
  let str = 0;
  let num = 0;
  let unit = 0;
  let rest = 0;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === LabelTag.Key) key = readStringIndex(reader);
    else if (tag === LabelTag.Str) str = readStringIndex(reader);
    else if (tag === LabelTag.Num) {
      num = readInt64(reader);
      rest = lastRest();
    } else if (tag === LabelTag.NumUnit) unit = readStringIndex(reader);
    else skipField(reader, tag, LabelTag.LastField, end);
  }
  checkEnd(reader, end);
  samples.largestLabelString = Math.max(samples.largestLabelString, key, str, unit);
  pushUint32(samples.labelKey, key);
  pushUint32(samples.labelStr, str);
  if (num > MAX_EXACT || num < -MAX_EXACT) samples.labelRests.note(samples.labelNum.length, rest);
  pushFloat64(samples.labelNum, num);
  pushUint32(samples.labelUnit, unit);
}
