import type { ValueType } from '../model';
import type { FunctionChange } from './changes';
import type { LineNumber } from '../indexes';

/** A function and the range of its lines with samples. */
export interface FunctionRange {
  readonly name: string;
  readonly startLine: LineNumber;
  /** First and last line with a sample, 1-based. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Costs of one file's lines under one sample type, ascending by line. All columns have the same length. */
export interface FileCosts {
  readonly file: string;
  readonly total: number;
  readonly unit: string;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  /** 1-based. */
  readonly lines: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** The number of samples with a non-zero value whose stacks contain the line. */
  readonly samples: Uint32Array;
  readonly functions: readonly FunctionRange[];
}

/** The cost of a block of lines. Each sample counts once. */
export interface BlockCost {
  readonly flat: number;
  readonly cum: number;
  /**
   * Which figures rest on fewer than five samples (see samplesBehind); unset if the profile does not show how many, or
   * if `mean`, `divide_by` or `drop_negative` changed the figures.
   */
  readonly few?: { readonly flat: boolean; readonly cum: boolean };
  /** In a difference of costs per operation: NOISE, FIRM_CHANGE, MOVED or FIRM_IN_TURNS. */
  readonly judgement?: { readonly flat: number; readonly cum: number };
}

/** The figure by whose absolute value hot lines are sorted; for `charged`, see chargedLines. */
export type HotLineOrder = 'charged' | 'flat' | 'cum';

/** Which of the heaviest lines to return. */
export interface HotLineView {
  readonly order: HotLineOrder;
  readonly limit: number;
  /** Files of the profile whose lines are listed and charged; unset: all files. */
  readonly files?: readonly string[];
  /** The benchmark loops to leave out: see loopRows. */
  readonly loops?: readonly LoopLines[];
  /** Files from which lines were removed since a baseline. Their cost is charged to no line, not to their callers. */
  readonly removedFrom?: readonly string[];
}

/** The benchmark loops in one file. */
export interface LoopLines {
  /** Base name of the file. */
  readonly file: string;
  /** The functions that contain the loops, without package names. Function literals in them count too. */
  readonly functions: readonly string[];
  /** First and last line of each loop's header, 1-based. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

/** One of the heaviest lines of a profile. */
export interface HotLine {
  readonly file: string;
  readonly line: LineNumber;
  /** The function whose range contains the line; if several do, the one whose `firstLine` is closest to it. */
  readonly function: string;
  /** The cost of the samples charged to this line: see chargedLines. */
  readonly charged: number;
  readonly flat: number;
  readonly cum: number;
}

/** The heaviest lines of a profile, and the total that is 100 %. */
export interface HotLines {
  readonly total: number;
  readonly lines: readonly HotLine[];
  /** The number of samples with a non-zero value whose stack contains a line of the files. */
  readonly samplesInFiles: number;
  /** The number of samples with a non-zero value whose stack contains no line of the files. */
  readonly samplesElsewhere: number;
}

/** What the lines of files cause, in the order in which the files were named, and the total that is 100 %. */
export interface FileCharges {
  readonly total: number;
  /** The cost of the samples charged to the lines of each file: see chargedLines. */
  readonly charged: Float64Array;
}

/** How sure the hottest lines of a profile are: see hottestCertaintyInSteps. */
export interface HottestCertainty {
  /** The number of samples in the profile. */
  readonly samples: number;
  /** The cost charged to the hottest line, as a part of the total. */
  readonly share: number;
  /** The number of samples behind that cost: see samplesBehind. */
  readonly hottest: number;
  /** Half of the 95 % interval of the least sure of the hottest lines, as a part of its cost; Infinity without any. */
  readonly within: number;
}

/** The cost of the runtime's own goroutines, such as those that collect garbage: it is at no line of the program. */
export interface BackgroundWork {
  /** In the unit of the sample type; in a comparison, the change. */
  readonly cost: number;
  /** What is 100 %: see profileTotal. */
  readonly total: number;
  /** In a comparison that keeps the samples of both profiles, with their totals after the same refinement. */
  readonly change?: FunctionChange & { readonly totalNow: number; readonly totalBefore: number };
}

/** A call from a line, with the names of the calling and the called function. */
export interface LineCall {
  readonly line: LineNumber;
  readonly function: string;
  readonly callee: string;
}

/** A caller or a callee of a line. */
export interface Neighbor {
  readonly function: string;
  readonly file: string;
  /** 1-based line: the call site for a caller, the heaviest line for a callee; 0 if unknown. */
  readonly line: number;
  /** The part of the line's cum in stacks with this neighbor. */
  readonly value: number;
  /** Whether the call is inlined in every stack. */
  readonly inlined: boolean;
}

/**
 * What a figure rests on. `samples`: their number varies by chance. `events`: waits for locks, whose number is known,
 * but not the number of samples. `everything`: all events are recorded, as with `-memprofilerate=1`; nothing is left to
 * chance.
 */
export type Basis = 'samples' | 'events' | 'everything';

/** How reliable a figure is. */
export interface Certainty {
  /** The number of samples or events; in a difference, those now minus those before. */
  readonly count: number;
  /** The figure's 95 % interval, in its unit; unset in differences, of wall time, and without samples behind it. */
  readonly interval?: readonly [from: number, to: number];
  /** Whether the figure rests on fewer than five samples: see samplesBehind. */
  readonly isFew: boolean;
}

/** How reliable the figures of a line are, under one sample type. */
export interface LineNoise {
  readonly basis: Basis;
  readonly flat: Certainty;
  readonly cum: Certainty;
}

/** The number of samples behind each figure of a file, ascending by line. All columns have the same length. */
export interface FileSamples {
  /** 1-based. */
  readonly lines: Uint32Array;
  /** See samplesBehind; 0 where the figure is 0. */
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/** The figures, callers and callees of a line, as the hover shows them. */
export interface LineDetail {
  readonly file: string;
  readonly line: number;
  /** One entry per sample type, in the profile's order. */
  readonly values: readonly {
    readonly sampleType: ValueType;
    readonly flat: number;
    readonly cum: number;
    readonly total: number;
    /** See sampleWeight. */
    readonly weight?: number | undefined;
    /** Unset if the profile does not show it (see samplingOf), or if `mean` or `divide_by` is applied. */
    readonly noise?: LineNoise;
  }[];
  /** For each sample type: the line's cum before `mean` and `divide_by` are applied. */
  readonly sums: readonly number[];
  /** The number of samples, with a non-zero value of the current sample type, whose leaf is the line. */
  readonly flatSamples: number;
  /** The number of such samples whose stack contains the line. */
  readonly cumSamples: number;
  /** The `limit` heaviest callers, heaviest first. */
  readonly callers: readonly Neighbor[];
  /** The number of the other callers. */
  readonly moreCallers: number;
  /** The `limit` heaviest callees, heaviest first. */
  readonly callees: readonly Neighbor[];
  /** The number of the other callees. */
  readonly moreCallees: number;
  /** Names of functions that the compiler inlined into this line. */
  readonly inlinedHere: readonly string[];
  /** Names of functions into which the compiler inlined this line. */
  readonly inlinedInto: readonly string[];
}
