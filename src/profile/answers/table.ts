import type { Granularity, Refinement } from './refinement';

/** How a report prints values. */
export interface ValueFormat {
  /** What percentages relate to, in `unit`. */
  readonly total: number;
  readonly unit: string;
  /** The unit to print in. */
  readonly outputUnit: string;
  /** Values are divided by this before they are printed. */
  readonly divideBy: number;
}

/** What tells nodes apart in a table, and what becomes of their sums: pprof's options of these names. */
export type TableOptions = Pick<Refinement, 'granularity' | 'mean' | 'drop_negative' | 'divide_by' | 'unit'>;

/** What a table is of, and how its values are printed: all in one unit, as pprof would choose it. */
export interface TableFormat extends ValueFormat {
  readonly granularity: Granularity;
  /** Whether the unit to print in is one that the user asked for. */
  readonly isUnitAsked: boolean;
}

/** Nodes by their names. Columns of equal length, as in all that follows. */
export interface NodeColumns {
  /** A node's number: the same for the same profile and granularity. */
  readonly node: Uint32Array;
  /** As pprof prints it: address, function, place. */
  readonly name: readonly string[];
  /** The function's name alone; empty where nodes are not told apart by functions, or have none. */
  readonly function: readonly string[];
  /** A file that the node stands in; empty where unknown. */
  readonly file: readonly string[];
  /** 1-based; 0 where nodes are not told apart by lines. */
  readonly line: Uint32Array;
}

/** Columns that a table is sorted by. */
export type TableColumn = 'flat' | 'sum' | 'cum' | 'name';

/** Which rows are wanted, and in which order. */
export interface TableView {
  readonly sort: TableColumn;
  /** `size`: the largest first, whatever the sign, as pprof sorts. Names know no sizes: they ascend then. */
  readonly direction: 'size' | 'descending' | 'ascending';
  /** RE2, case-insensitive, on names; empty: all rows. */
  readonly search: string;
  /** The first row that is wanted, and how many at most. */
  readonly from: number;
  readonly limit: number;
  /** A function (or what a row is called) whose row is looked for; empty: none. */
  readonly find: string;
}

/** A stretch of the rows of `go tool pprof -top`. */
export interface TableWindow extends TableFormat, NodeColumns {
  /** Rows that the search leaves, and all there are. */
  readonly count: number;
  readonly allCount: number;
  /** Whether there are negative figures. */
  readonly hasNegative: boolean;
  /** The largest |flat| and |cum| of all rows. */
  readonly mostFlat: number;
  readonly mostCum: number;
  readonly from: number;
  readonly flat: Float64Array;
  /** Flat of the row and of all that come before it where rows are sorted by flat, whatever else is asked for. */
  readonly sum: Float64Array;
  readonly cum: Float64Array;
  /** The first row that is called as was asked; -1: none. */
  readonly found: number;
  /** What is wrong with the search pattern, in one sentence. */
  readonly searchError?: string;
}

/** Who called, or what was called. */
export type CallDirection = 'callers' | 'callees';

/** A path of calls: a row's node, then one after the other what called it, or what it called. */
export interface PathView {
  readonly direction: CallDirection;
  readonly path: readonly number[];
  /** The first of the calls that is wanted, and how many at most. */
  readonly from: number;
  readonly limit: number;
}

/** What comes next on a path of calls, the heaviest first. */
export interface PathCalls extends NodeColumns {
  /** How many there are. */
  readonly count: number;
  readonly from: number;
  /** Sum of the samples with the path and this call behind it somewhere in their stacks, each sample once. */
  readonly value: Float64Array;
  /** The part of `value` in stacks that end here; of callees only. */
  readonly flat: Float64Array;
  /** 1 where all these calls are inlined. */
  readonly inlined: Uint8Array;
  /** 1 where the path goes on. */
  readonly more: Uint8Array;
}

export interface PeekView {
  /** A function's name, or what a row is called. */
  readonly name: string;
  /** At most so many callers, and so many callees. */
  readonly limit: number;
}

/** A node between what called it and what it called, as `go tool pprof -peek` shows it. */
export interface PeekBlock {
  readonly node: number;
  readonly name: string;
  readonly function: string;
  readonly file: string;
  /** 1-based; 0 where nodes are not told apart by lines. */
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  readonly callers: PathCalls;
  readonly callees: PathCalls;
}

/** All nodes of a function, the one with the most flat first. */
export interface Peek extends TableFormat {
  readonly blocks: readonly PeekBlock[];
  /** Blocks that are left out. */
  readonly more: number;
}
