import type { ResultCell, ResultRow as MeasuredRow } from '../../bench/resultTable';
import { order } from './pageProtocol';
import { type Check, isFlag, isText, shape } from '../../profile/common/shapes';

/** The page that shows the results of a benchmark. */

export type { ResultCell };

/** A benchmark or one of its sub-benchmarks, with the median of each figure over its runs. */
export interface ResultRow extends MeasuredRow {
  readonly verdict?: ResultVerdict;
}

/** How a result compares with an earlier program, measured in turns. */
export interface ResultVerdict {
  /** `4.1 to 7.5 % faster, 53 → 5 B/op` */
  readonly words: string;
  /** The p-value, `0.002` or `< 0.001`; unset if the difference was not tested. */
  readonly p?: string;
  /** The number of runs of both programs: `10+10`. */
  readonly pairs: string;
  readonly kind: 'faster' | 'slower' | 'none';
  /** The change of the time as a share, to sort by; 0 if it is not significant. */
  readonly delta: number;
  /** The earlier program, and reasons to doubt the verdict. */
  readonly details: string;
}

/** How many times as large a figure is as in an earlier stage, with its 95 % interval if there is one. */
export interface StepRatio {
  readonly ratio: number;
  readonly lo?: number;
  readonly hi?: number;
}

/** How the results of one case differ from those of an earlier capture. */
export interface ResultStep {
  /** See `caseKey`. */
  readonly key: string;
  /** The id of the earlier capture, which may have been deleted. */
  readonly from: string;
  /** Whether both programs ran in turns. Otherwise, the machine may have changed too. */
  readonly isInTurns: boolean;
  /** `4.1 to 7.5 % faster`; not in turns `about 12.3 % faster`. */
  readonly words: string;
  readonly kind: ResultVerdict['kind'];
  /** `p = 0.002, n = 10+10`; unset if the two were not tested. */
  readonly tested?: string;
  /** Sentences: from which capture, how sure. */
  readonly details: string;
  /** In the order of the page's units. */
  readonly ratios: readonly (StepRatio | undefined)[];
}

/** Two stages whose stored programs were measured in turns later. */
export interface ResultPair {
  /** The ids of the two captures, which may have been deleted. */
  readonly now: string;
  readonly before: string;
  /** One for each case. */
  readonly steps: readonly ResultStep[];
}

/** A capture of the benchmark: a stage of its code. */
export interface ResultCapture {
  readonly id: string;
  /** `14:05` */
  readonly when: string;
  /** `when` with its date. */
  readonly whenInFull: string;
  /** The name that the user gave it, if any. */
  readonly title?: string;
  /** What its code is, if that is known: see StageName. */
  readonly code?: string;
  /** Sentences on the code; empty if nothing is known. */
  readonly codeDetails: string;
  readonly isPinned: boolean;
  /** The changes from an earlier capture, one per case that has one. */
  readonly steps: readonly ResultStep[];
  /** The case that was measured, if only one was: `size=10`. */
  readonly only?: string;
  readonly kinds: readonly string[];
  /** The capture's results; their cells are in the order of the page's units. */
  readonly rows: readonly ResultRow[];
  readonly isActive: boolean;
  readonly isBaseline: boolean;
  /** Why its program cannot run, and what to do; unset if it can run in turns with that of another stage. */
  readonly noProgram?: string;
  /**
   * A build that is much slower, and how the conditions differ from those of the active capture, else of the newest
   * one, or the environment if they do not: `short` in a few words, `whole` as sentences. Unset if there is none.
   */
  readonly conditions?: { readonly short: string; readonly whole: string };
}

export interface ResultNote {
  readonly text: string;
  readonly isWarning: boolean;
}

export interface ResultsState {
  /** The Go function. */
  readonly benchmark: string;
  readonly uri: string;
  /** The function's file, relative to the workspace. */
  readonly place: string;
  readonly units: readonly string[];
  readonly rows: readonly ResultRow[];
  /** The verdicts on several rows, counted: `3 faster, 1 slower, of 40 cases`; unset if fewer than two have one. */
  readonly summary?: string;
  /**
   * Sentences on the rows: why figures are not those of an operation or of a usual build, and the earlier program and
   * limits of verdicts.
   */
  readonly notes: readonly ResultNote[];
  /** The newest first. */
  readonly captures: readonly ResultCapture[];
  /** The newest first. */
  readonly pairs: readonly ResultPair[];
  readonly canRun: boolean;
}

/** The page's state that survives a window reload. */
export interface ResultsMemory {
  readonly uri: string;
  readonly benchmark: string;
}

export const RESULTS_PAGE = {
  questions: {},
  orders: {
    /** Runs the benchmark, or one of its cases. */
    profile: order(shape({ benchmark: isText })),
    /** Asks for another environment, or for another benchmark, to measure the benchmark in turns with. */
    measureWith: order(shape({})),
    measureOther: order(shape({})),
    open: order(shape({ id: isText })),
    /** Makes a capture the baseline. */
    compare: order(shape({ id: isText })),
    /** Opens a capture, with another one as its baseline. */
    comparePair: order(shape({ id: isText, base: isText })),
    /** Measures the stored programs of two captures in turns. */
    measurePair: order(shape({ id: isText, base: isText })),
    rename: order(shape({ id: isText })),
    pin: order(shape({ id: isText, isPinned: isFlag })),
  },
  memory: shape({ uri: isText, benchmark: isText }) satisfies Check<ResultsMemory>,
  types: undefined as ResultsPageTypes | undefined,
};

interface ResultsPageTypes {
  readonly state: ResultsState;
  readonly events: {
    /** Selects a row. */
    readonly select: { readonly key: string };
  };
}
