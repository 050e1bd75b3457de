import type { TableJudgements } from './changes';
import type { Granularity, Refinement } from './refinement';

/** How a report prints values. */
export interface ValueFormat {
  /** The value that is 100 %, in `unit`. */
  readonly total: number;
  readonly unit: string;
  /** The unit to print in. */
  readonly outputUnit: string;
  /** Values are divided by this before they are printed. */
  readonly divideBy: number;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
}

/** The options that determine the nodes and values of a table, named as in pprof. */
export type TableOptions = Pick<Refinement, 'granularity' | 'mean' | 'drop_negative' | 'divide_by' | 'unit'>;

/** The granularity of a table and the format of its values, which all have one unit, chosen as in pprof. */
export interface TableFormat extends ValueFormat {
  readonly granularity: Granularity;
  /** Whether the user chose the output unit. */
  readonly isUnitChosen: boolean;
}

/** Names and positions of nodes, as columns of equal length. */
export interface NodeColumns {
  /** A node's number, which is stable for a profile and granularity. */
  readonly node: Uint32Array;
  /** As pprof prints it: address, function, position. */
  readonly name: readonly string[];
  /** The function's name alone; empty if unknown, or if the granularity has no functions. */
  readonly function: readonly string[];
  /** A file of the node; empty if unknown. */
  readonly file: readonly string[];
  /** 1-based; 0 if the granularity has no lines. */
  readonly line: Uint32Array;
}

/** Columns by which a table can be sorted. */
export type TableColumn = 'flat' | 'sum' | 'cum' | 'name';

/** Which rows to return, and in which order. */
export interface TableView {
  readonly sort: TableColumn;
  /**
   * `size`: by absolute value, largest first, as in pprof; names in ascending order. `firm`: in a table with judgements
   * on flat and cum, firm changes of the sorted column first, each part by `size`; otherwise as `size`.
   */
  readonly direction: 'firm' | 'size' | 'descending' | 'ascending';
  /** RE2 pattern for names, case-insensitive; empty: all rows. */
  readonly search: string;
  /** The index of the first row. */
  readonly from: number;
  /** The maximum number of rows. */
  readonly limit: number;
  /** The name of a function or row to find; empty: none. */
  readonly find: string;
}

/** A window of the rows of `go tool pprof -top`. */
export interface TableWindow extends TableFormat, NodeColumns {
  /** The number of rows that match the search. */
  readonly count: number;
  /** The number of all rows. */
  readonly allCount: number;
  /** Whether there are negative figures. */
  readonly hasNegative: boolean;
  /** The largest |flat| of all rows. */
  readonly maxFlat: number;
  /** The largest |cum| of all rows. */
  readonly maxCum: number;
  readonly from: number;
  readonly flat: Float64Array;
  /** The sum of flat up to and including the row, in pprof's order (by flat), whatever the view's order. */
  readonly sum: Float64Array;
  readonly cum: Float64Array;
  /** Set in a difference of costs per operation. */
  readonly changes?: TableJudgements;
  /** The index of the row that `find` names; -1: none. */
  readonly found: number;
  /** The error of an invalid search pattern, in one sentence. */
  readonly searchError?: string;
}

/** For each row of a window: 1 if its figure rests on so few samples that it is mostly chance, otherwise 0. */
export interface FewSamples {
  readonly flat: Uint8Array;
  readonly cum: Uint8Array;
}

export type CallDirection = 'callers' | 'callees';

/** A path of calls: the node of a row, then its caller (or callee), the caller's caller, and so on. */
export interface PathView {
  readonly direction: CallDirection;
  /** Numbers of nodes, as in NodeColumns.node; the row's node first. */
  readonly path: readonly number[];
  /** The index of the first call to return. */
  readonly from: number;
  /** The maximum number of calls. */
  readonly limit: number;
}

/** The next callers (or callees) on a path of calls, heaviest first. */
export interface PathCalls extends NodeColumns {
  /** The number of calls, including those outside the window. */
  readonly count: number;
  readonly from: number;
  /** The sum of the samples whose stack contains the path and this call; each sample counts once. */
  readonly value: Float64Array;
  /** The part of `value` in stacks whose leaf is this callee; 0 for callers. */
  readonly flat: Float64Array;
  /** 1 if the call is inlined in every stack. */
  readonly inlined: Uint8Array;
  /** 1 if the path continues. */
  readonly hasMore: Uint8Array;
  /** Judgements on `flat` and `value` (the call's cum); set in a difference of costs per operation. */
  readonly changes?: TableJudgements;
}

export interface PeekView {
  /** The name of a function or row. */
  readonly name: string;
  /** The maximum number of callers, and of callees. */
  readonly limit: number;
}

/** A node with its callers and callees, as in `go tool pprof -peek`. */
export interface PeekBlock {
  readonly node: number;
  readonly name: string;
  readonly function: string;
  readonly file: string;
  /** 1-based; 0 if the granularity has no lines. */
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  readonly callers: PathCalls;
  readonly callees: PathCalls;
}

/** The nodes of a function, by flat descending. */
export interface Peek extends TableFormat {
  readonly blocks: readonly PeekBlock[];
  /** Judgements on the blocks; set in a difference of costs per operation. */
  readonly changes?: TableJudgements;
  /** The number of blocks left out. */
  readonly moreBlocks: number;
}
