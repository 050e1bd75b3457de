import type { ValueType } from '../model';

/** The lines of a function with samples, which `pprof -list` would show. */
export interface FunctionRange {
  readonly name: string;
  /** 1-based; 0 if unknown. */
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
  /** The number of samples whose stacks contain the line. */
  readonly samples: Uint32Array;
  readonly functions: readonly FunctionRange[];
}

/** By the absolute value of a line's charged cost (see chargedLines), its flat or its cum. */
export type HotLineOrder = 'charged' | 'flat' | 'cum';

/** Which of the heaviest lines to return. */
export interface HotLineView {
  readonly order: HotLineOrder;
  readonly limit: number;
  /** Only lines of these files of the profile, to which the costs are charged; unset: of all files. */
  readonly files?: readonly string[];
  /** The benchmark loops to leave out: see loopRows. */
  readonly loops?: readonly LoopLines[];
}

/** The parts of the benchmark's loop in one file. */
export interface LoopLines {
  /** Base name of the file. */
  readonly file: string;
  /** The functions with the loop, without their package; includes function literals in them. */
  readonly functions: readonly string[];
  /** First and last line of each loop's header, 1-based. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

/** One of the heaviest lines of a profile. */
export interface HotLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The function that contains the line; of several, the one with the last start before the line. */
  readonly function: string;
  /** The cost of the stacks in which it is the innermost line of the files: see chargedLines. */
  readonly charged: number;
  readonly flat: number;
  readonly cum: number;
}

/** The heaviest lines of a profile, and the total of their percentages. */
export interface HotLines {
  readonly total: number;
  readonly lines: readonly HotLine[];
  /** The number of samples with a value whose stack contains a line of the files, and the number of the others. */
  readonly samplesInFiles: number;
  readonly samplesElsewhere: number;
}

/** A caller or a callee of a line. */
export interface Neighbor {
  readonly function: string;
  readonly file: string;
  /** 1-based line: the call site for a caller, the heaviest line for a callee; 0 if unknown. */
  readonly line: number;
  /** The part of the line's cum in stacks with this neighbor. */
  readonly value: number;
  readonly inlined: boolean;
}

/**
 * What a figure rests on: samples, whose number varies by chance; events (waits for locks), whose samples cannot be
 * counted; or everything, for example each allocation under `-memprofilerate=1`.
 */
export type Basis = 'samples' | 'events' | 'everything';

/** How sure a figure is. */
export interface Certainty {
  /** The number of samples or events. */
  readonly count: number;
  /** Its 95 % interval, in the figure's unit; unset for events, and where everything is counted. */
  readonly interval?: readonly [from: number, to: number];
  /** Whether the figure rests on fewer than a handful of samples. */
  readonly isFew: boolean;
}

/** How sure the figures of a line are, under one sample type. */
export interface LineNoise {
  readonly basis: Basis;
  readonly flat: Certainty;
  readonly cum: Certainty;
}

/** The samples that each figure of a file rests on, ascending by line. All columns have the same length. */
export interface FileSamples {
  /** 1-based. */
  readonly lines: Uint32Array;
  /** Samples of equal weight (see effectiveSamples); 0 where the figure is 0. */
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

export interface LineDetail {
  readonly file: string;
  readonly line: number;
  /** One entry per sample type, in the profile's order. */
  readonly values: readonly {
    readonly sampleType: ValueType;
    readonly flat: number;
    readonly cum: number;
    readonly total: number;
    /** Unset if the profile does not show it: see samplingOf. */
    readonly noise?: LineNoise;
  }[];
  /** For each sample type: the sum of the samples with the line, without the mean or division applied in `values`. */
  readonly sums: readonly number[];
  /** Samples with a non-zero value of the current sample type whose leaf is the line / whose stack contains it. */
  readonly flatSamples: number;
  readonly cumSamples: number;
  /** Heaviest first, at most `limit`; `moreCallers` is the number of the others. */
  readonly callers: readonly Neighbor[];
  readonly moreCallers: number;
  readonly callees: readonly Neighbor[];
  readonly moreCallees: number;
  /** Names of functions that the compiler inlined into this line, or that this line is itself inlined into. */
  readonly inlinedHere: readonly string[];
  readonly inlinedInto: readonly string[];
}
