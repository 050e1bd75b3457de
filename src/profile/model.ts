/**
 * A decoded pprof profile as columns. Read-only after decode: a filter or a merge gives another Profile.
 *
 * All ids of the wire are remapped to dense indexes at decode; index -1 never occurs in the typed arrays, `NONE` does.
 * Message names and their meaning: proto/profile.proto.
 */

/** "No such thing" in a column of indexes (a location without mapping, a sample without label string). */
export const NONE = 0xffffffff;

export interface ValueType {
  /** For example `cpu`, `alloc_space`. */
  readonly type: string;
  /** For example `nanoseconds`, `bytes`, `count`. */
  readonly unit: string;
}

/** The profile's strings, decoded from UTF-8 only when asked for, then kept. */
export interface StringTable {
  readonly length: number;
  /** The string at `index`; index 0 is `""`. */
  get(index: number): string;
}

/** Stacks in compressed rows: sample `i` owns `locations[offsets[i] … offsets[i + 1])`, leaf first as on the wire. */
export interface StackColumns {
  /** length = sampleCount + 1 */
  readonly offsets: Uint32Array;
  readonly locations: Uint32Array;
}

/** Labels in compressed-row form: sample `i` owns the rows `offsets[i] … offsets[i + 1]`. */
export interface LabelColumns {
  /** length = sampleCount + 1 */
  readonly offsets: Uint32Array;
  /** String indexes. */
  readonly key: Uint32Array;
  /** String indexes; 0 where the label is a number. */
  readonly str: Uint32Array;
  /** Exact to 2^53, past it with `exactAt`. */
  readonly num: Float64Array;
  /** String indexes; 0 where no unit is given. */
  readonly numUnit: Uint32Array;
}

/** Ids of the file, by row. Nothing depends on them; raw reports and what is written back show them. */
export interface WireIds {
  readonly locations: BigUint64Array;
  readonly mappings: BigUint64Array;
}

/** Location `i` owns the lines `lineOffsets[i] … lineOffsets[i + 1]`, innermost inlined frame first, as on the wire. */
export interface LocationColumns {
  readonly count: number;
  /** Indexes into `Profile.mappings`, or NONE. */
  readonly mapping: Uint32Array;
  /** length = count + 1 */
  readonly lineOffsets: Uint32Array;
  /** 64-bit addresses, for disassembly and for frames without a name. */
  readonly address: BigUint64Array;
  /** 1 where the symbolizer folded several functions into this location. */
  readonly folded: Uint8Array;
  /** Unset where all ids are the row + 1. */
  readonly wireIds?: WireIds;
}

/** Lines or columns of source: floats where one is below 0, or 2^32 or more; see `exactNumbers` for those past 2^53. */
export type PositionColumn = Uint32Array | Float64Array;

/** One row a Line message, flattened over all locations. */
export interface LineColumns {
  readonly count: number;
  /** Indexes into the function columns, or NONE. */
  readonly function: Uint32Array;
  /** 1-based source line; 0 where unknown; some writers have −1. */
  readonly line: PositionColumn;
  readonly column: PositionColumn;
}

/** All but startLine are string indexes. */
export interface FunctionColumns {
  readonly count: number;
  readonly name: Uint32Array;
  readonly systemName: Uint32Array;
  readonly filename: Uint32Array;
  readonly startLine: PositionColumn;
}

export interface Mapping {
  readonly start: bigint;
  readonly limit: bigint;
  readonly offset: bigint;
  readonly file: string;
  readonly buildId: string;
  readonly hasFunctions: boolean;
  readonly hasFilenames: boolean;
  readonly hasLineNumbers: boolean;
  readonly hasInlineFrames: boolean;
}

export interface Profile {
  readonly sampleTypes: readonly ValueType[];
  /** Index into sampleTypes: `default_sample_type` where it names one, else the last. */
  readonly defaultSampleType: number;
  /** `default_sample_type` as written; empty where there is none. */
  readonly namedSampleType: string;
  readonly sampleCount: number;
  /** What percentages refer to, by sample type, where that is not this profile: it was refined. */
  readonly totals?: readonly number[];
  /** As totals, where figures are means. */
  readonly meanTotals?: readonly number[];
  /** One column of sampleCount values a sample type; exact to 2^53, past it with `exactAt`. */
  readonly values: readonly Float64Array[];
  readonly stacks: StackColumns;
  readonly labels: LabelColumns;
  readonly locations: LocationColumns;
  readonly lines: LineColumns;
  readonly functions: FunctionColumns;
  /** Whether patterns see functions by the names that they have here; else by those that pprofName makes of them. */
  readonly hasFinalNames?: boolean;
  readonly mappings: readonly Mapping[];
  readonly strings: StringTable;
  readonly dropFrames: string;
  readonly keepFrames: string;
  /** Nanoseconds since the epoch; 0 where unknown. */
  readonly timeNanos: number;
  /** As timeNanos, to the nanosecond: these days are past 2^53. */
  readonly exactTimeNanos: bigint;
  readonly durationNanos: number;
  /** As durationNanos, exactly, where it is past 2^53. Read it with `exactOf`. */
  readonly exactDurationNanos?: bigint;
  readonly periodType: ValueType | undefined;
  readonly period: number;
  /** As period, exactly, where it is past 2^53. Read it with `exactOf`. */
  readonly exactPeriod?: bigint;
  readonly comments: readonly string[];
  readonly docUrl: string;
}

/** Samples of a diff's base carry this label with the value "true"; `pprof -diff_base … -proto` keeps it. */
export const BASE_LABEL = 'pprof::base';
