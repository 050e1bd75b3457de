import type { Reader } from 'protobufjs/minimal';
import { CHECK_MASK, checkpoint } from '../work/guard';
import { pushUint32 } from '../work/columns';
import type { Decoding, RawMapping, RawValueType } from './state';
import {
  checkEnd,
  lastRest,
  readBool,
  readHalves,
  readId,
  readInt64,
  readLength,
  readStringIndex,
  readTag,
  readUint64,
  skipField,
} from './primitives';

/** Reads the Location message that ends at `end`. */
export function readLocation(decoding: Decoding, reader: Reader, end: number): void {
  const { locations } = decoding;
  let id = 0;
  let mapping = 0;
  let addressLow = 0;
  let addressHigh = 0;
  let folded = 0;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 34) readLine(decoding, reader, readLength(reader, end));
    else if (tag === 8) id = readId(reader, decoding.locationIds);
    else if (tag === 16) mapping = readId(reader, decoding.mappingIds);
    else if (tag === 24) {
      const address = readHalves(reader);
      addressLow = address[0];
      addressHigh = address[1];
    } else if (tag === 40) folded = readBool(reader) ? 1 : 0;
    else skipField(reader, tag, 5, end);
  }
  checkEnd(reader, end);
  pushUint32(locations.id, id);
  pushUint32(locations.mapping, mapping);
  pushUint32(locations.addressLow, addressLow);
  pushUint32(locations.addressHigh, addressHigh);
  pushUint32(locations.folded, folded);
  pushUint32(locations.lineOffsets, locations.line.length);
}

function readLine(decoding: Decoding, reader: Reader, end: number): void {
  let functionId = 0;
  let line = 0;
  let column = 0;
  let lineRest = 0;
  let columnRest = 0;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) functionId = readId(reader, decoding.functionIds);
    else if (tag === 16) {
      line = readInt64(reader);
      lineRest = lastRest();
    } else if (tag === 24) {
      column = readInt64(reader);
      columnRest = lastRest();
    } else skipField(reader, tag, 3, end);
  }
  checkEnd(reader, end);
  const { locations } = decoding;
  if ((locations.line.length & CHECK_MASK) === 0) checkpoint();
  pushUint32(locations.lineFunction, functionId);
  locations.line.push(line, lineRest);
  locations.column.push(column, columnRest);
}

/** Reads the Function message that ends at `end`. */
export function readFunction(decoding: Decoding, reader: Reader, end: number): void {
  const { functions } = decoding;
  let id = 0;
  let name = 0;
  let systemName = 0;
  let filename = 0;
  let startLine = 0;
  let rest = 0;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) id = readId(reader, decoding.functionIds);
    else if (tag === 16) name = readStringIndex(reader);
    else if (tag === 24) systemName = readStringIndex(reader);
    else if (tag === 32) filename = readStringIndex(reader);
    else if (tag === 40) {
      startLine = readInt64(reader);
      rest = lastRest();
    } else skipField(reader, tag, 5, end);
  }
  checkEnd(reader, end);
  pushUint32(functions.id, id);
  pushUint32(functions.name, name);
  pushUint32(functions.systemName, systemName);
  pushUint32(functions.filename, filename);
  functions.startLine.push(startLine, rest);
}

/** Reads the Mapping message that ends at `end`. */
export function readMapping(decoding: Decoding, reader: Reader, end: number): void {
  const mapping: RawMapping = {
    id: 0,
    start: 0n,
    limit: 0n,
    offset: 0n,
    file: 0,
    buildId: 0,
    hasFunctions: false,
    hasFilenames: false,
    hasLineNumbers: false,
    hasInlineFrames: false,
  };
  while (reader.pos < end) readMappingField(decoding, reader, end, mapping);
  checkEnd(reader, end);
  decoding.mappings.push(mapping);
}

function readMappingField(decoding: Decoding, reader: Reader, end: number, mapping: RawMapping): void {
  const tag = readTag(reader);
  if (tag === 8) mapping.id = readId(reader, decoding.mappingIds);
  else if (tag === 16) mapping.start = readUint64(reader);
  else if (tag === 24) mapping.limit = readUint64(reader);
  else if (tag === 32) mapping.offset = readUint64(reader);
  else if (tag === 40) mapping.file = readStringIndex(reader);
  else if (tag === 48) mapping.buildId = readStringIndex(reader);
  else if (tag === 56) mapping.hasFunctions = readBool(reader);
  else if (tag === 64) mapping.hasFilenames = readBool(reader);
  else if (tag === 72) mapping.hasLineNumbers = readBool(reader);
  else if (tag === 80) mapping.hasInlineFrames = readBool(reader);
  else skipField(reader, tag, 10, end);
}

/** Reads the ValueType message that ends at `end`. */
export function readValueType(reader: Reader, end: number): RawValueType {
  const valueType = { type: 0, unit: 0 };
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) valueType.type = readStringIndex(reader);
    else if (tag === 16) valueType.unit = readStringIndex(reader);
    else skipField(reader, tag, 2, end);
  }
  checkEnd(reader, end);
  return valueType;
}
