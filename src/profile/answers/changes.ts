/** A change that chance explains, one that it does not, and one that went to other code below the same caller. */
export const NOISE = 0;
export const FIRM_CHANGE = 1;
export const MOVED = 2;

/**
 * Where a change went. `other`: that function changed as much the other way. `elsewhere`: the function itself costs the
 * same, but below other lines or callers. `below`: so did several functions that this one calls, or itself.
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
  /** Samples of equal weight; Infinity where everything is counted. */
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
