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

/** Goroutines with the same stack and the same state. */
export interface GroupRow {
  /** Identifies the group among all groups of the text. */
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

/** Which goroutines are shown. */
export interface DumpFilter {
  /** The index of a dump; unset: all. */
  readonly dump?: number | undefined;
  /** Part of a function, file, state, label, or the number of a goroutine; empty: no filter. */
  readonly text: string;
  /** Unset: every state. */
  readonly state?: string | undefined;
  readonly hidesIdle: boolean;
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
