import type { ValueType } from '../model';

/** A function's stretch of a file, as `pprof -list` would window it. */
export interface FunctionRange {
  readonly name: string;
  /** 1-based; 0 where the profile does not say where the function starts. */
  readonly startLine: number;
  /** First and last line with a sample, 1-based. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Costs of one file's lines under one sample type, ascending by line. All columns have the same length. */
export interface FileCosts {
  readonly file: string;
  readonly total: number;
  readonly unit: string;
  /** 1-based. */
  readonly lines: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** How many samples' stacks contain the line (each once). */
  readonly samples: Uint32Array;
  readonly functions: readonly FunctionRange[];
}

/** By the size of what is charged to a line, of its flat or of its cum. */
export type HotLineOrder = 'charged' | 'flat' | 'cum';

/** Which of the heaviest lines are asked for. */
export interface HotLineView {
  readonly order: HotLineOrder;
  readonly limit: number;
  /** Only lines of these of the profile's files, which also share the charges; unset: of all. */
  readonly files?: readonly string[];
  /** What of a benchmark is left out: see loopRows. */
  readonly loops?: readonly LoopLines[];
}

/** What one file of a benchmark has of the benchmark's own loop. */
export interface LoopLines {
  /** The last element of the file's name. */
  readonly file: string;
  /** The functions that loop, without their package; function literals in them are meant as well. */
  readonly functions: readonly string[];
  /** First and last line of each loop's header, 1-based. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

/** A line among the heaviest of a profile. */
export interface HotLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The function it stands in; of several, the one that starts last before it. */
  readonly function: string;
  /** The cost of the stacks in which it is the innermost line of the files: see chargedLines. */
  readonly charged: number;
  readonly flat: number;
  readonly cum: number;
}

/** The heaviest lines of a profile, and what their shares refer to. */
export interface HotLines {
  readonly total: number;
  readonly lines: readonly HotLine[];
  /** How many samples with a value have a line of the files in their stack, and how many have none. */
  readonly samplesInFiles: number;
  readonly samplesElsewhere: number;
}

/** A caller or a callee of a line. */
export interface Neighbour {
  readonly function: string;
  readonly file: string;
  /** 1-based line: the call site for a caller, the heaviest line for a callee; 0 where unknown. */
  readonly line: number;
  /** The part of the line's cum that goes through this neighbour. */
  readonly value: number;
  readonly inlined: boolean;
}

export interface LineDetail {
  readonly file: string;
  readonly line: number;
  /** One entry a sample type, in the profile's order. */
  readonly values: readonly {
    readonly sampleType: ValueType;
    readonly flat: number;
    readonly cum: number;
    readonly total: number;
  }[];
  /** By sample type: what the samples with the line add up to, whatever means or divisions `values` has of it. */
  readonly sums: readonly number[];
  /** Samples with a non-zero value of the asked sample type whose leaf is / whose stack contains the line. */
  readonly flatSamples: number;
  readonly cumSamples: number;
  /** Heaviest first, at most `limit`; `moreCallers` counts the rest. */
  readonly callers: readonly Neighbour[];
  readonly moreCallers: number;
  readonly callees: readonly Neighbour[];
  readonly moreCallees: number;
  /** Names of functions that the compiler inlined into this line, or that this line is itself inlined into. */
  readonly inlinedHere: readonly string[];
  readonly inlinedInto: readonly string[];
}
