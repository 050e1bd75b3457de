/**
 * The tags of proto/profile.proto, `field number << 3 | wire type`. A repeated field of numbers has two tags:
 * `LocationId` is for one element, `LocationIds` for all elements, packed. `LastField` is not a tag but the largest
 * field number of the message.
 * These are `const enum`s so that the hot loops of the bundle have plain numbers.
 */

export const enum WireType {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Fixed32 = 5,
}

export const enum ProfileTag {
  LastField = 15,
  SampleType = (1 << 3) | WireType.Bytes,
  Sample = (2 << 3) | WireType.Bytes,
  Mapping = (3 << 3) | WireType.Bytes,
  Location = (4 << 3) | WireType.Bytes,
  Function = (5 << 3) | WireType.Bytes,
  String = (6 << 3) | WireType.Bytes,
  DropFrames = 7 << 3,
  KeepFrames = 8 << 3,
  TimeNanos = 9 << 3,
  DurationNanos = 10 << 3,
  PeriodType = (11 << 3) | WireType.Bytes,
  Period = 12 << 3,
  Comment = 13 << 3,
  Comments = (13 << 3) | WireType.Bytes,
  DefaultSampleType = 14 << 3,
  DocUrl = 15 << 3,
}

export const enum ValueTypeTag {
  LastField = 2,
  Type = 1 << 3,
  Unit = 2 << 3,
}

export const enum SampleTag {
  LastField = 3,
  LocationId = 1 << 3,
  LocationIds = (1 << 3) | WireType.Bytes,
  Value = 2 << 3,
  Values = (2 << 3) | WireType.Bytes,
  Label = (3 << 3) | WireType.Bytes,
}

export const enum LabelTag {
  LastField = 4,
  Key = 1 << 3,
  Str = 2 << 3,
  Num = 3 << 3,
  NumUnit = 4 << 3,
}

export const enum MappingTag {
  LastField = 10,
  Id = 1 << 3,
  MemoryStart = 2 << 3,
  MemoryLimit = 3 << 3,
  FileOffset = 4 << 3,
  Filename = 5 << 3,
  BuildId = 6 << 3,
  HasFunctions = 7 << 3,
  HasFilenames = 8 << 3,
  HasLineNumbers = 9 << 3,
  HasInlineFrames = 10 << 3,
}

export const enum LocationTag {
  LastField = 5,
  Id = 1 << 3,
  MappingId = 2 << 3,
  Address = 3 << 3,
  Line = (4 << 3) | WireType.Bytes,
  IsFolded = 5 << 3,
}

export const enum LineTag {
  LastField = 3,
  FunctionId = 1 << 3,
  Line = 2 << 3,
  Column = 3 << 3,
}

export const enum FunctionTag {
  LastField = 5,
  Id = 1 << 3,
  Name = 2 << 3,
  SystemName = 3 << 3,
  Filename = 4 << 3,
  StartLine = 5 << 3,
}
