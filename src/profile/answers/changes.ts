/** A change that chance explains. */
export const NOISE = 0;
/** A change that is more than chance explains. */
export const FIRM_CHANGE = 1;
/** A firm change that other code of the same stacks makes up for. */
export const MOVED = 2;

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
export interface RowVerdicts {
  /** NOISE, FIRM_CHANGE or MOVED. */
  readonly verdict: Uint8Array;
  /** Index into `moves`, plus 1; 0: not moved. */
  readonly move: Uint32Array;
}

export interface ChangeColumns extends RowVerdicts {
  /** The number of samples of equal weight in each profile; Infinity where everything is counted. */
  readonly now: Float64Array;
  readonly before: Float64Array;
}

/** The changes of a file's lines in a difference of costs per operation, ascending by line. */
export interface FileChanges {
  /** 1-based. */
  readonly lines: Uint32Array;
  readonly flat: ChangeColumns;
  readonly cum: ChangeColumns;
  readonly moves: readonly Move[];
}

/** The verdicts about the cum of the rows of a flame graph. */
export interface CumVerdicts extends RowVerdicts {
  readonly moves: readonly Move[];
}

/** The verdicts about the rows of a table. */
export interface TableVerdicts {
  readonly flat: RowVerdicts;
  readonly cum: RowVerdicts;
  readonly moves: readonly Move[];
}
