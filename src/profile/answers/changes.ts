/** A change that chance explains. */
export const NOISE = 0;
/** A change that is more than chance explains. */
export const FIRM_CHANGE = 1;
/** A firm change that other code of the same stacks makes up for. */
export const MOVED = 2;
/** A firm change of the whole benchmark that samples do not show, but running both programs in turns did. */
export const FIRM_IN_TURNS = 3;

/** What running both programs of a benchmark in turns showed. */
export interface TurnsChanges {
  /** The benchmark's function without its package: `BenchmarkX`. */
  readonly function: string;
  /** The figures that changed significantly. */
  readonly changes: readonly TurnsChange[];
  /** How much the time varies from run to run: standard deviation / mean. Unset if unknown. */
  readonly timeVaries?: number;
  /** See speedDrift: how much faster the machine was when the earlier profile was taken. Unset if nothing says so. */
  readonly drift?: number;
}

export interface TurnsChange {
  /** The name of the sample type that measures the same figure: `cpu`, `alloc_space` or `alloc_objects`. */
  readonly type: string;
  readonly isIncrease: boolean;
  /** `10+10 runs in turns, p < 0.001` */
  readonly evidence: string;
}

/**
 * What makes up for a change that moved. `other`: `function` changed as much in the opposite direction. `elsewhere`:
 * `function` costs the same as before, but below other lines or callers. `below`: other code of `function`, or of
 * functions that it calls, changed as much in the opposite direction.
 */
export interface Move {
  readonly how: 'other' | 'elsewhere' | 'below';
  readonly function: string;
}

/** Columns of equal length. */
export interface RowJudgements {
  /** NOISE, FIRM_CHANGE, MOVED or FIRM_IN_TURNS. */
  readonly judgement: Uint8Array;
  /** Index into `moves`, plus 1; 0: not moved. */
  readonly move: Uint32Array;
  /** The evidence for the judgement FIRM_IN_TURNS; unset if no row has it. */
  readonly evidence?: string;
}

export interface ChangeColumns extends RowJudgements {
  /** The number of samples of equal weight in each profile; Infinity where everything is counted. */
  readonly now: Float64Array;
  readonly before: Float64Array;
}

/** The changes of lines, ascending by line. */
export interface LineChangeColumns {
  /** 1-based. */
  readonly lines: Uint32Array;
  readonly flat: ChangeColumns;
  readonly cum: ChangeColumns;
}

/** The changes of a file's lines in a difference of costs per operation. */
export interface FileChanges extends LineChangeColumns {
  readonly moves: readonly Move[];
  /** The places where lines of the baseline were removed, each as the line above it; 0 is the start of the file. */
  readonly removed: LineChangeColumns;
}

/** What a function cost as a whole in the two profiles of a difference. */
export interface FunctionChange {
  /** Its cum in each profile. */
  readonly now: number;
  readonly before: number;
  /** The judgement; unset if there are none. */
  readonly judged?: {
    /** NOISE, FIRM_CHANGE, MOVED or FIRM_IN_TURNS. */
    readonly judgement: number;
    /** The evidence for FIRM_IN_TURNS. */
    readonly evidence?: string;
    /** The number of samples of equal weight in each profile; Infinity where everything is counted. */
    readonly now: number;
    readonly before: number;
    readonly move?: Move;
  };
}

/** The judgements on the cum of the rows of a flame graph. */
export interface CumJudgements extends RowJudgements {
  readonly moves: readonly Move[];
}

/** The judgements on the rows of a table. */
export interface TableJudgements {
  readonly flat: RowJudgements;
  readonly cum: RowJudgements;
  readonly moves: readonly Move[];
}
