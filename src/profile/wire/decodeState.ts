import { Float64Column, Growth, Uint32Column, pushUint32 } from '../common/columns';
import { RestRows } from '../wideNumbers';
import { WideNumbers } from '../common/idTable';
import { Positions } from './positions';
import { StringBytes } from '../strings';

/** More values per sample are refused, because each column takes memory before it has a value. */
export const MAX_VALUES = 1000;

/** A ValueType message, with string indexes. */
export interface RawValueType {
  type: number;
  unit: number;
}

/** A Mapping message, with ids and string indexes as on the wire. */
export interface RawMapping {
  id: number;
  start: bigint;
  limit: bigint;
  offset: bigint;
  file: number;
  buildId: number;
  hasFunctions: boolean;
  hasFilenames: boolean;
  hasLineNumbers: boolean;
  hasInlineFrames: boolean;
}

/** The decoded samples, in growing columns. */
export class SampleRows {
  count = 0;
  /** One column per value of the first sample. All have one value per sample, unless `oddSample` is set. */
  readonly values: Float64Column[] = [];
  /** For each sample type: the sum of |value|. A typed array, because V8 compiles for the kind of numbers in others. */
  readonly sizes = new Float64Array(MAX_VALUES);
  /** For each sample type: the rests of values past 2^53; see wideNumbers. */
  readonly rests: (RestRows | undefined)[] = [];
  width = 0;
  /** Values read so far of the current sample. */
  valuesRead = 0;
  /** Of the current sample: bit `type` is set if its value is not 0. Meaningless from the 33rd sample type on. */
  nonZeros = 0;
  /** Bit `type` is set if a sample has a value of 0 under only one of the sample types `type` and `type + 1`. */
  unlikeZeros = 0;
  /** The first sample that does not have as many values as sample 0, or -1. */
  oddSample = -1;
  oddWidth = 0;
  /** Location ids minus one: rows, if ids count from 1 as Go writes them. Modulo 2^32, because an id may be 0. */
  readonly locations: Uint32Column;
  /** One more than the largest row. */
  rowCount = 0;
  /** Whether each row first occurred after all smaller rows, so that no row is missing. */
  rowsAreInOrder = true;
  readonly stackOffsets: Uint32Column;
  readonly labelKey: Uint32Column;
  readonly labelStr: Uint32Column;
  readonly labelNum: Float64Column;
  readonly labelRests: RestRows;
  readonly labelUnit: Uint32Column;
  readonly labelOffsets: Uint32Column;
  /** The largest string index of all labels. */
  largestLabelString = 0;

  constructor(readonly growth: Growth) {
    this.locations = new Uint32Column(growth);
    this.stackOffsets = new Uint32Column(growth);
    this.labelKey = new Uint32Column(growth);
    this.labelStr = new Uint32Column(growth);
    this.labelNum = new Float64Column(growth);
    this.labelRests = new RestRows(growth);
    this.labelUnit = new Uint32Column(growth);
    this.labelOffsets = new Uint32Column(growth);
    pushUint32(this.stackOffsets, 0);
    pushUint32(this.labelOffsets, 0);
  }

  /** Adds the rest of the next value to be pushed. */
  noteRest(type: number, rest: number): void {
    (this.rests[type] ??= new RestRows(this.growth)).note(this.values[type].length, rest);
  }
}

/** The decoded locations and their lines, in growing columns. */
export class LocationRows {
  readonly id: Uint32Column;
  readonly mapping: Uint32Column;
  /** 64-bit addresses as two halves. */
  readonly addressLow: Uint32Column;
  readonly addressHigh: Uint32Column;
  readonly folded: Uint32Column;
  readonly lineOffsets: Uint32Column;
  readonly lineFunction: Uint32Column;
  readonly line: Positions;
  readonly column: Positions;

  constructor(growth: Growth) {
    this.id = new Uint32Column(growth);
    this.mapping = new Uint32Column(growth);
    this.addressLow = new Uint32Column(growth);
    this.addressHigh = new Uint32Column(growth);
    this.folded = new Uint32Column(growth);
    this.lineOffsets = new Uint32Column(growth);
    this.lineFunction = new Uint32Column(growth);
    this.line = new Positions(growth);
    this.column = new Positions(growth);
    pushUint32(this.lineOffsets, 0);
  }
}

/** The decoded functions, in growing columns; all but id and startLine are string indexes. */
class FunctionRows {
  readonly id: Uint32Column;
  readonly name: Uint32Column;
  readonly systemName: Uint32Column;
  readonly filename: Uint32Column;
  readonly startLine: Positions;

  constructor(growth: Growth) {
    this.id = new Uint32Column(growth);
    this.name = new Uint32Column(growth);
    this.systemName = new Uint32Column(growth);
    this.filename = new Uint32Column(growth);
    this.startLine = new Positions(growth);
  }
}

/** Everything decoded so far, with ids and string indexes as on the wire. They are resolved at the end. */
export class Decoding {
  readonly sampleTypes: RawValueType[] = [];
  readonly growth = new Growth();
  readonly samples = new SampleRows(this.growth);
  readonly locations = new LocationRows(this.growth);
  readonly functions = new FunctionRows(this.growth);
  readonly mappings: RawMapping[] = [];
  readonly strings = new StringBytes(this.growth);
  readonly locationIds = new WideNumbers();
  readonly functionIds = new WideNumbers();
  readonly mappingIds = new WideNumbers();
  /** String indexes. */
  readonly comments: number[] = [];
  dropFrames = 0;
  keepFrames = 0;
  timeNanos = 0n;
  durationNanos = 0n;
  periodType: RawValueType | undefined;
  period = 0n;
  defaultSampleType = 0;
  docUrl = 0;
}
