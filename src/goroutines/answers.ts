/** Types of what is known of goroutine dumps; pages may import them. */

/** A line of a stack. A remark, such as `...12 frames elided...`, has no file. */
export interface StackFrame {
  readonly function: string;
  /** As printed; empty if there is none. */
  readonly file: string;
  /** 1-based; 0 without a file. */
  readonly line: number;
}

/** A label set, such as `req="a b"`; a number of goroutines have it. */
export interface LabelCount {
  readonly text: string;
  readonly count: number;
}

/** What became of the goroutines of a group between two dumps. */
export interface GroupChange {
  readonly before: number;
  /** The longest wait before, in minutes; 0 if it was not printed. */
  readonly longestBefore: number;
  /** Unset if goroutines have no numbers that both dumps share. */
  readonly moves?: GroupMoves;
}

/**
 * Goroutines of a group by what they did between two dumps: `before - left - wentOn + came + arrived` are there now.
 */
export interface GroupMoves {
  readonly came: number;
  readonly left: number;
  /** In both dumps in this group. */
  readonly same: number;
  /** Those of `same` that wait since before the first dump. */
  readonly stuck: number;
  /** In both dumps, before in another group. */
  readonly arrived: number;
  /** In both dumps, now in another group. */
  readonly wentOn: number;
  /** The first ids of each kind. */
  readonly stuckIds: readonly number[];
  readonly cameIds: readonly number[];
  readonly leftIds: readonly number[];
}

/** Goroutines with the same stack and the same state. */
export interface GroupRow {
  /** Identifies the stack and state, also in another text. */
  readonly key: string;
  readonly count: number;
  /** `chan receive`, `running`; of a race `previous write`; empty if the text has no states. */
  readonly state: string;
  /** The longest time that one of them waits, in minutes; 0 if it is not printed. */
  readonly longestWait: number;
  /** The number of those that are locked to a thread. */
  readonly locked: number;
  /** The first ids; empty if the text has none. */
  readonly ids: readonly number[];
  /** The most frequent label sets, and the number of all. */
  readonly labels: readonly LabelCount[];
  readonly labelSets: number;
  /** Leaf first. */
  readonly frames: readonly StackFrame[];
  readonly createdBy?: StackFrame;
  /** The index of the frame that names the group: the first outside of the standard library; -1 without frames. */
  readonly nameFrame: number;
  /** Whether the program ended, or a panic was printed, in this goroutine. */
  readonly isCrash: boolean;
  /** Whether they belong to the runtime, or only wait for work. */
  readonly isIdle: boolean;
  /** Whether Go has found that they can never go on. */
  readonly isLeaked: boolean;
  /** The first line of the message above the goroutine, in the view of all dumps. */
  readonly title?: string;
  /** The goroutines by service, if the dumps of several are shown together. */
  readonly services?: readonly LabelCount[];
  /** In a comparison, where `count` is that of the later dump. */
  readonly change?: GroupChange;
}

export interface StateCount {
  readonly state: string;
  readonly count: number;
}

/** One dump of a text, such as a panic with its goroutines. A log may have several. */
export interface DumpHead {
  /** `panic: boom`, `DATA RACE`, `11 goroutines`. */
  readonly title: string;
  /** The message above the goroutines, possibly of several lines; empty if there is none. */
  readonly message: string;
  /** Whether its goroutines are those that a test, program or service leaks. */
  readonly isOfLeaks: boolean;
  readonly goroutines: number;
  /** See `isIdle`. */
  readonly idle: number;
  /** The total that the text states, if that differs from `goroutines`: the text is cut off. */
  readonly stated?: number;
  /** The most frequent first. */
  readonly states: readonly StateCount[];
  /** Whether goroutines have states. */
  readonly hasStates: boolean;
  /** How the goroutines differ from those of the dump before; unset without a comparison. */
  readonly comparison?: DumpComparison;
}

/**
 * Whether two dumps are of one process, so that a number means the same goroutine: `process` if it is known,
 * `assumed` if nothing speaks against it, `other` if not; `counts` if a dump has no numbers.
 */
export type Identity = 'process' | 'assumed' | 'other' | 'counts';

export interface DumpComparison {
  /** The worst, if several services are compared. */
  readonly identity: Identity;
  readonly before: number;
  readonly after: number;
  /** The time between both dumps, in milliseconds; unset if it is not known. */
  readonly elapsed?: number;
  /** Unset if no goroutine can be told from others. */
  readonly moves?: {
    readonly came: number;
    readonly left: number;
    readonly stayed: number;
    /** Those of the `stayed` that did not move since before the first dump. */
    readonly stuck: number;
  };
}

/** What a text contains. */
export interface DumpSummary {
  /** In the order of the text; at most MAX_HEADS. */
  readonly dumps: readonly DumpHead[];
  readonly dumpCount: number;
  /** All dumps together. */
  readonly all: DumpHead;
}

/** Limit for the dumps in a summary. */
export const MAX_HEADS = 1000;

/** Which groups of a comparison are shown: those that have goroutines that did so, or as a whole grew or shrank. */
export const CHANGES = ['grew', 'shrank', 'came', 'left', 'stayed', 'stuck'] as const;
export type Change = (typeof CHANGES)[number];

/** Which goroutines are shown. */
export interface DumpFilter {
  /** The index of a dump; unset: all. */
  readonly dump?: number | undefined;
  /** Part of a function, file, state, label, or the number of a goroutine; empty: no filter. */
  readonly text: string;
  /** Unset: every state. */
  readonly state?: string | undefined;
  readonly hidesIdle: boolean;
  /** Of a comparison; unset: every group. */
  readonly change?: Change | undefined;
}

/** A range of the groups. */
export interface GroupsParams extends DumpFilter {
  readonly from: number;
  readonly limit: number;
}

export interface GroupsAnswer {
  /** The number of groups, and of goroutines, that match. */
  readonly count: number;
  readonly goroutines: number;
  /** How many goroutines would match too if idle ones were not hidden. */
  readonly hidden: number;
  readonly groups: readonly GroupRow[];
}
