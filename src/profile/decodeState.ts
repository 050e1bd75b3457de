import { Float64Column, Uint32Column, pushUint32 } from './columns';
import { WideNumbers } from './ids';
import { StringBytes } from './strings';

/** A ValueType message; string indexes. */
export interface RawValueType {
  type: number;
  unit: number;
}

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

/** Where samples gather. */
export class SampleRows {
  count = 0;
  /** Values of all samples one after the other, `width` each as the first has, unless `oddSample` is set. */
  readonly values = new Float64Column();
  width = 0;
  /** The first sample with another number of values than the first, or -1. */
  oddSample = -1;
  oddWidth = 0;
  /** Location ids. */
  readonly locations = new Uint32Column();
  readonly stackOffsets = new Uint32Column();
  readonly labelKey = new Uint32Column();
  readonly labelStr = new Uint32Column();
  readonly labelNum = new Float64Column();
  readonly labelUnit = new Uint32Column();
  readonly labelOffsets = new Uint32Column();

  constructor() {
    pushUint32(this.stackOffsets, 0);
    pushUint32(this.labelOffsets, 0);
  }
}

/** Where locations and their lines gather. */
export class LocationRows {
  readonly id = new Uint32Column();
  readonly mapping = new Uint32Column();
  /** 64-bit addresses as two halves. */
  readonly addressLow = new Uint32Column();
  readonly addressHigh = new Uint32Column();
  readonly folded = new Uint32Column();
  readonly lineOffsets = new Uint32Column();
  readonly lineFunction = new Uint32Column();
  readonly line = new Uint32Column();
  readonly column = new Uint32Column();

  constructor() {
    pushUint32(this.lineOffsets, 0);
  }
}

/** Where functions gather; all but id and startLine are string indexes. */
export class FunctionRows {
  readonly id = new Uint32Column();
  readonly name = new Uint32Column();
  readonly systemName = new Uint32Column();
  readonly filename = new Uint32Column();
  readonly startLine = new Uint32Column();
}

/** All that was read so far, ids and string indexes as on the wire: they resolve at the end, in any order. */
export class Decoding {
  readonly sampleTypes: RawValueType[] = [];
  readonly samples = new SampleRows();
  readonly locations = new LocationRows();
  readonly functions = new FunctionRows();
  readonly mappings: RawMapping[] = [];
  readonly strings = new StringBytes();
  readonly locationIds = new WideNumbers();
  readonly functionIds = new WideNumbers();
  readonly mappingIds = new WideNumbers();
  /** String indexes. */
  readonly comments: number[] = [];
  dropFrames = 0;
  keepFrames = 0;
  timeNanos = 0;
  durationNanos = 0;
  periodType: RawValueType | undefined;
  period = 0;
  defaultSampleType = 0;
  docUrl = 0;
  /** How much longer the columns are likely to become than they are now: all bytes / bytes read, 1 where unknown. */
  growth = 1;
}
