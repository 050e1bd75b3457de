import type { Reader } from 'protobufjs/minimal';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { pushUint32 } from '../common/columns';
import type { Decoding, RawMapping, RawValueType } from './decodeState';
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
import { FunctionTag, LineTag, LocationTag, MappingTag, ValueTypeTag } from './fieldTags';

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
    if (tag === LocationTag.Line) readLine(decoding, reader, readLength(reader, end));
    else if (tag === LocationTag.Id) id = readId(reader, decoding.locationIds);
    else if (tag === LocationTag.MappingId) mapping = readId(reader, decoding.mappingIds);
    else if (tag === LocationTag.Address) {
      const address = readHalves(reader);
      addressLow = address[0];
      addressHigh = address[1];
    } else if (tag === LocationTag.IsFolded) folded = readBool(reader) ? 1 : 0;
    else skipField(reader, tag, LocationTag.LastField, end);
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
    if (tag === LineTag.FunctionId) functionId = readId(reader, decoding.functionIds);
    else if (tag === LineTag.Line) {
      line = readInt64(reader);
      lineRest = lastRest();
    } else if (tag === LineTag.Column) {
      column = readInt64(reader);
      columnRest = lastRest();
    } else skipField(reader, tag, LineTag.LastField, end);
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
    if (tag === FunctionTag.Id) id = readId(reader, decoding.functionIds);
    else if (tag === FunctionTag.Name) name = readStringIndex(reader);
    else if (tag === FunctionTag.SystemName) systemName = readStringIndex(reader);
    else if (tag === FunctionTag.Filename) filename = readStringIndex(reader);
    else if (tag === FunctionTag.StartLine) {
      startLine = readInt64(reader);
      rest = lastRest();
    } else skipField(reader, tag, FunctionTag.LastField, end);
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
  if (tag === MappingTag.Id) mapping.id = readId(reader, decoding.mappingIds);
  else if (tag === MappingTag.MemoryStart) mapping.start = readUint64(reader);
  else if (tag === MappingTag.MemoryLimit) mapping.limit = readUint64(reader);
  else if (tag === MappingTag.FileOffset) mapping.offset = readUint64(reader);
  else if (tag === MappingTag.Filename) mapping.file = readStringIndex(reader);
  else if (tag === MappingTag.BuildId) mapping.buildId = readStringIndex(reader);
  else if (tag === MappingTag.HasFunctions) mapping.hasFunctions = readBool(reader);
  else if (tag === MappingTag.HasFilenames) mapping.hasFilenames = readBool(reader);
  else if (tag === MappingTag.HasLineNumbers) mapping.hasLineNumbers = readBool(reader);
  else if (tag === MappingTag.HasInlineFrames) mapping.hasInlineFrames = readBool(reader);
  else skipField(reader, tag, MappingTag.LastField, end);
}

/** Reads the ValueType message that ends at `end`. */
export function readValueType(reader: Reader, end: number): RawValueType {
  const valueType = { type: 0, unit: 0 };
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === ValueTypeTag.Type) valueType.type = readStringIndex(reader);
    else if (tag === ValueTypeTag.Unit) valueType.unit = readStringIndex(reader);
    else skipField(reader, tag, ValueTypeTag.LastField, end);
  }
  checkEnd(reader, end);
  return valueType;
}
