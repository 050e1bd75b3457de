import { Writer } from 'protobufjs/minimal';
import { checkpoint } from '../common/guard';
import { exactAt, exactOf, within64 } from '../wideNumbers';
import type { LabelColumns, LocationColumns, LineColumns, FunctionColumns, Mapping, Profile, ValueType } from '../model';
import { NONE } from '../model';
import { utf8Bytes } from '../common/utf8';
import {
  FunctionTag,
  LabelTag,
  LineTag,
  LocationTag,
  MappingTag,
  ProfileTag,
  SampleTag,
  ValueTypeTag,
} from './fieldTags';

/** Messages per piece: a protobufjs writer holds an object for each field until `finish`. */
const PIECE_MESSAGES = 1 << 12;

/**
 * Encodes a profile as proto/profile.proto, not gzipped. Ids are rows + 1; unused strings are left out. Fractions are
 * truncated (see perMillion), and fields without a counterpart in profile.proto, such as `totals`, are lost.
 */
export function encodeProfile(profile: Profile): Uint8Array {
  const pieces = [...encodedPieces(profile)];
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const piece of pieces) {
    whole.set(piece, used);
    used += piece.length;
  }
  return whole;
}

/** The bytes of `encodeProfile` in pieces of a few hundred kilobytes. */
export function* encodedPieces(profile: Profile): Generator<Uint8Array, void, void> {
  let writer = new Writer();
  const strings = new StringPool(profile);
  let messages = 0;
  for (const write of messagesOf(profile, strings)) {
    write(writer);
    if (++messages % PIECE_MESSAGES !== 0) continue;
    checkpoint();
    yield writer.finish();
    writer = new Writer();
  }
  yield writer.finish();
}

type Message = (writer: Writer) => void;

function* messagesOf(profile: Profile, strings: StringPool): Generator<Message, void, void> {
  const { sampleTypes, sampleCount, mappings, locations, lines, functions } = profile;
  for (const sampleType of sampleTypes) {
    yield (writer) => writeValueType(writer, ProfileTag.SampleType, sampleType, strings);
  }
  for (let row = 0; row < sampleCount; row++) yield (writer) => writeSample(writer, profile, row, strings);
  for (const [row, mapping] of mappings.entries()) yield (writer) => writeMapping(writer, mapping, row, strings);
  for (let row = 0; row < locations.count; row++) yield (writer) => writeLocation(writer, locations, lines, row);
  for (let row = 0; row < functions.count; row++) yield (writer) => writeFunction(writer, functions, row, strings);
  yield (writer) => writeScalars(writer, profile, strings);
  for (const text of strings.texts()) yield (writer) => void writer.uint32(ProfileTag.String).bytes(utf8Bytes(text));
}

/** The used strings, in order of first use. */
class StringPool {
  private readonly indexes = new Map<string, number>([['', 0]]);
  private readonly byIndex: Uint32Array;

  constructor(private readonly profile: Profile) {
    this.byIndex = new Uint32Array(profile.strings.length).fill(NONE);
  }

  of(text: string): number {
    let index = this.indexes.get(text);
    if (index === undefined) this.indexes.set(text, (index = this.indexes.size));
    return index;
  }

  at(index: number): number {
    if (this.byIndex[index] === NONE) this.byIndex[index] = this.of(this.profile.strings.get(index));
    return this.byIndex[index];
  }

  texts(): Iterable<string> {
    return this.indexes.keys();
  }
}

/** Writes a field unless it has its default value. */
function writeNumber(writer: Writer, tag: number, value: number): void {
  if (value !== 0) writer.uint32(tag).uint32(value);
}

/** Like writeNumber, for the number in a row of a column. */
function writeCell(writer: Writer, tag: number, column: Float64Array | Uint32Array, row: number): void {
  if (column[row] === 0) return;
  writer.uint32(tag);
  writeInt64(writer, column, row);
}

function writeInt64(writer: Writer, column: Float64Array | Uint32Array, row: number): void {
  const value = column[row];
  if (value >= 0 && value <= 0xffffffff) writer.uint32(value);
  else if (Number.isSafeInteger(value) || !Number.isInteger(value)) writer.int64(value);
  else writer.int64(within64(exactAt(column, row)).toString());
}

function writeExact(writer: Writer, tag: number, value: bigint): void {
  if (value !== 0n) writer.uint32(tag).int64(within64(value).toString());
}

function writeUint64(writer: Writer, tag: number, value: bigint): void {
  if (value !== 0n) writer.uint32(tag).uint64(value.toString());
}

function writeFlag(writer: Writer, tag: number, value: boolean): void {
  if (value) writer.uint32(tag).bool(true);
}

function writeValueType(writer: Writer, tag: number, { type, unit }: ValueType, strings: StringPool): void {
  writer.uint32(tag).fork();
  writeNumber(writer, ValueTypeTag.Type, strings.of(type));
  writeNumber(writer, ValueTypeTag.Unit, strings.of(unit));
  writer.ldelim();
}

function writeSample(writer: Writer, { stacks, values, labels }: Profile, sample: number, strings: StringPool): void {
  writer.uint32(ProfileTag.Sample).fork();
  writer.uint32(SampleTag.LocationIds).fork();
  for (let at = stacks.offsets[sample]; at < stacks.offsets[sample + 1]; at++) {
    writer.uint32(stacks.locations[at] + 1);
  }
  writer.ldelim();
  writer.uint32(SampleTag.Values).fork();
  for (const column of values) writeInt64(writer, column, sample);
  writer.ldelim();
  for (let row = labels.offsets[sample]; row < labels.offsets[sample + 1]; row++) {
    writeLabel(writer, labels, row, strings);
  }
  writer.ldelim();
}

function writeLabel(writer: Writer, labels: LabelColumns, row: number, strings: StringPool): void {
  writer.uint32(SampleTag.Label).fork();
  writeNumber(writer, LabelTag.Key, strings.at(labels.key[row]));
  writeNumber(writer, LabelTag.Str, strings.at(labels.str[row]));
  writeCell(writer, LabelTag.Num, labels.num, row);
  // The unit of a string label may be an invalid string index, because decode does not check it.
  if (labels.str[row] === 0) writeNumber(writer, LabelTag.NumUnit, strings.at(labels.numUnit[row]));
  writer.ldelim();
}

function writeMapping(writer: Writer, mapping: Mapping, row: number, strings: StringPool): void {
  writer.uint32(ProfileTag.Mapping).fork();
  writeNumber(writer, MappingTag.Id, row + 1);
  writeUint64(writer, MappingTag.MemoryStart, mapping.start);
  writeUint64(writer, MappingTag.MemoryLimit, mapping.limit);
  writeUint64(writer, MappingTag.FileOffset, mapping.offset);
  writeNumber(writer, MappingTag.Filename, strings.of(mapping.file));
  writeNumber(writer, MappingTag.BuildId, strings.of(mapping.buildId));
  writeFlag(writer, MappingTag.HasFunctions, mapping.hasFunctions);
  writeFlag(writer, MappingTag.HasFilenames, mapping.hasFilenames);
  writeFlag(writer, MappingTag.HasLineNumbers, mapping.hasLineNumbers);
  writeFlag(writer, MappingTag.HasInlineFrames, mapping.hasInlineFrames);
  writer.ldelim();
}

function writeLocation(writer: Writer, locations: LocationColumns, lines: LineColumns, row: number): void {
  writer.uint32(ProfileTag.Location).fork();
  writeNumber(writer, LocationTag.Id, row + 1);
  if (locations.mapping[row] !== NONE) writeNumber(writer, LocationTag.MappingId, locations.mapping[row] + 1);
  writeUint64(writer, LocationTag.Address, locations.address[row]);
  for (let line = locations.lineOffsets[row]; line < locations.lineOffsets[row + 1]; line++) {
    writer.uint32(LocationTag.Line).fork();
    if (lines.function[line] !== NONE) writeNumber(writer, LineTag.FunctionId, lines.function[line] + 1);
    writeCell(writer, LineTag.Line, lines.line, line);
    writeCell(writer, LineTag.Column, lines.column, line);
    writer.ldelim();
  }
  writeFlag(writer, LocationTag.IsFolded, locations.folded[row] === 1);
  writer.ldelim();
}

function writeFunction(writer: Writer, functions: FunctionColumns, row: number, strings: StringPool): void {
  writer.uint32(ProfileTag.Function).fork();
  writeNumber(writer, FunctionTag.Id, row + 1);
  writeNumber(writer, FunctionTag.Name, strings.at(functions.name[row]));
  writeNumber(writer, FunctionTag.SystemName, strings.at(functions.systemName[row]));
  writeNumber(writer, FunctionTag.Filename, strings.at(functions.filename[row]));
  writeCell(writer, FunctionTag.StartLine, functions.startLine, row);
  writer.ldelim();
}

function writeScalars(writer: Writer, profile: Profile, strings: StringPool): void {
  writeNumber(writer, ProfileTag.DropFrames, strings.of(profile.dropFrames));
  writeNumber(writer, ProfileTag.KeepFrames, strings.of(profile.keepFrames));
  writeExact(writer, ProfileTag.TimeNanos, profile.exactTimeNanos);
  writeExact(writer, ProfileTag.DurationNanos, exactOf(profile.durationNanos, profile.exactDurationNanos));
  if (profile.periodType !== undefined) writeValueType(writer, ProfileTag.PeriodType, profile.periodType, strings);
  writeExact(writer, ProfileTag.Period, exactOf(profile.period, profile.exactPeriod));
  for (const comment of profile.comments) writer.uint32(ProfileTag.Comment).uint32(strings.of(comment));
  writeNumber(writer, ProfileTag.DefaultSampleType, strings.of(profile.namedSampleType));
  writeNumber(writer, ProfileTag.DocUrl, strings.of(profile.docUrl));
}
