/**
 * A decoded pprof profile as columns. It does not change after decode: a filter or a merge returns a new Profile.
 *
 * Decode maps all ids of the wire to dense indexes. A missing index is `NONE`, never -1.
 * Message names and their meaning: proto/profile.proto.
 */

import type { TurnsChanges } from './answers/changes';
import type {
  FunctionIndex, IndexColumn, LineIndex, LocationIndex, MappingIndex, Offsets, SampleIndex, StringIndex,
} from './indexes';

/** A missing index in a column of indexes (a location without a mapping, a line without a function). */
export const NONE = 0xffffffff;

export interface ValueType {
  /** For example `cpu`, `alloc_space`. */
  readonly type: string;
  /** For example `nanoseconds`, `bytes`, `count`. */
  readonly unit: string;
}

/** The profile's strings, decoded from UTF-8 on first use and then cached. */
export interface StringTable {
  readonly length: number;
  /** The string at `index`; index 0 is `""`. */
  get(index: number): string;
}

/** The locations of each sample, leaf first as on the wire. */
export interface StackColumns {
  readonly offsets: Offsets<SampleIndex, number>;
  readonly locations: IndexColumn<number, LocationIndex>;
}

/** The labels of each sample. */
export interface LabelColumns {
  readonly offsets: Offsets<SampleIndex, number>;
  readonly key: IndexColumn<number, StringIndex>;
  /** 0 if the label is a number. */
  readonly str: IndexColumn<number, StringIndex>;
  /** Exact to 2^53; `exactAt` returns larger numbers exactly. */
  readonly num: Float64Array;
  /** 0 if the label has no unit. */
  readonly numUnit: IndexColumn<number, StringIndex>;
}

/** The ids in the file, by row. Only raw reports contain them; encoded profiles get new ids. */
export interface WireIds {
  readonly locations: BigUint64Array;
  readonly mappings: BigUint64Array;
}

/** The lines of each location are innermost inlined frame first, as on the wire. */
export interface LocationColumns {
  readonly count: number;
  /** May be NONE. */
  readonly mapping: IndexColumn<LocationIndex, MappingIndex>;
  readonly lineOffsets: Offsets<LocationIndex, LineIndex>;
  /** For disassembly and for frames without a name. */
  readonly address: BigUint64Array;
  /** 1 if several functions share this location (`is_folded`), for example after identical code folding. */
  readonly folded: Uint8Array;
  /** Unset: the id of each location and mapping is its row + 1. */
  readonly wireIds?: WireIds;
}

/** Source lines or columns: floats if any is below 0 or at least 2^32. For numbers past 2^53, see wideNumbers. */
export type PositionColumn = Uint32Array | Float64Array;

/** One row per Line message, over all locations. */
export interface LineColumns {
  readonly count: number;
  /** May be NONE. */
  readonly function: IndexColumn<LineIndex, FunctionIndex>;
  /** 1-based source line; 0 if unknown; some writers use −1. */
  readonly line: PositionColumn;
  /** 1-based; 0 if unknown. */
  readonly column: PositionColumn;
  /**
   * After moveLines: the place of each line that was removed since. It is the number of the line above the place now,
   * plus 1, so that 1 is the start of the file. 0 for other lines; unset if no line was removed.
   */
  readonly removedAt?: Uint32Array;
}

export interface FunctionColumns {
  readonly count: number;
  readonly name: IndexColumn<FunctionIndex, StringIndex>;
  readonly systemName: IndexColumn<FunctionIndex, StringIndex>;
  readonly filename: IndexColumn<FunctionIndex, StringIndex>;
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

/**
 * The two profiles of a difference, which have the same sample types. `before` was subtracted from `now`: the samples
 * of the difference are those of `now`, followed by those of `before`. They have no stacks: see withoutStacks.
 */
export interface Difference {
  readonly now: Profile;
  readonly before: Profile;
  /** What runs in turns showed about all samples together; unset without such runs, or if samples are left out. */
  readonly turns?: TurnsChanges;
  /** How much the time varies from run to run: standard deviation / mean. Unset without runs in turns. */
  readonly timeVaries?: number | undefined;
  /** See TurnsChanges. */
  readonly drift?: number | undefined;
  /**
   * By sample type: the factor by which the values of `now` were multiplied for the difference, divided by that of
   * `before`. Unset if values were not scaled.
   */
  readonly ratios?: readonly number[];
}

export interface Profile {
  readonly sampleTypes: readonly ValueType[];
  /** Index into sampleTypes: `default_sample_type` if it names one, else the last. */
  readonly defaultSampleType: number;
  /** `default_sample_type` as written; empty if there is none. */
  readonly namedSampleType: string;
  readonly sampleCount: number;
  /** For each sample type: the total that is 100 %. Unset: profileTotal computes it from the samples. */
  readonly totals?: readonly number[];
  /** Like `totals`, for figures that are means. */
  readonly meanTotals?: readonly number[];
  /** The number of operations by which the costs were divided; unset if they were not, and in differences. */
  readonly operations?: number;
  /** By sample type, the factors by which costs per operation were corrected; unset if they were not. */
  readonly corrections?: readonly number[];
  /** Whether the samples of another profile were subtracted. */
  readonly isDifference?: boolean;
  /** Whether each positive value is a cost of the profile, and each negative one a cost of the subtracted profile. */
  readonly isNowAndBefore?: boolean;
  /** Set in a difference whose samples were not merged. */
  readonly difference?: Difference;
  /** One column of sampleCount values per sample type; exact to 2^53; `exactAt` returns larger values exactly. */
  readonly values: readonly Float64Array[];
  readonly stacks: StackColumns;
  readonly labels: LabelColumns;
  readonly locations: LocationColumns;
  readonly lines: LineColumns;
  readonly functions: FunctionColumns;
  /** Whether patterns match function names as they are; unset: patterns match the names that pprofName returns. */
  readonly hasFinalNames?: boolean;
  readonly mappings: readonly Mapping[];
  readonly strings: StringTable;
  readonly dropFrames: string;
  readonly keepFrames: string;
  /** Nanoseconds since the epoch; 0 if unknown. */
  readonly timeNanos: number;
  /** timeNanos to the nanosecond, because current times are past 2^53. */
  readonly exactTimeNanos: bigint;
  readonly durationNanos: number;
  /** All digits of the duration; may be unset if durationNanos has them. Read it with `exactOf`. */
  readonly exactDurationNanos?: bigint;
  readonly periodType: ValueType | undefined;
  readonly period: number;
  /** All digits of the period; may be unset if `period` has them. Read it with `exactOf`. */
  readonly exactPeriod?: bigint;
  readonly comments: readonly string[];
  readonly docUrl: string;
}

/** Samples of the base of a diff have this label with the value "true"; `pprof -diff_base … -proto` writes it. */
export const BASE_LABEL = 'pprof::base';
