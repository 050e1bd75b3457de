import type { ValueType } from '../../profile/model';
import type { TableView } from '../../profile/answers/table';
import type { QuestionName, Questions, TreeRequest } from './questions';
import type { RefineState, SavedRefinement } from './refineState';

/**
 * Messages between the host and the page: one union for each direction. Questions and their answers are in
 * questions.ts. Every message about a profile carries its id; every question carries a request number, so that late
 * answers are dropped. Names from profiles travel as text only.
 */

export type { ValueType };

/**
 * A question about the state's profile. Each question gets an answer or a failure, unless it is cancelled, or the host
 * shows another profile by then.
 */
export type Ask<N extends QuestionName = QuestionName> = {
  [K in N]: {
    readonly kind: 'ask';
    readonly question: K;
    readonly profile: number;
    readonly request: number;
    readonly params: Questions[K][0];
  };
}[N];

export type Answer<N extends QuestionName = QuestionName> = {
  [K in N]: {
    readonly kind: 'answer';
    readonly question: K;
    readonly profile: number;
    readonly request: number;
    readonly answer: Questions[K][1];
  };
}[N];

/** Cancels a request whose answer the page no longer needs. */
export interface Cancel {
  readonly kind: 'cancel';
  readonly request: number;
}

export interface Failure {
  readonly kind: 'failed';
  readonly question: QuestionName;
  readonly profile: number;
  readonly request: number;
  readonly message: string;
  /** The invalid field of the refinement. */
  readonly field?: string;
}

/** The tabs of a page. */
export type TabId = 'flame' | 'top' | 'graph' | 'peek';

/** Where the flame graph starts: at the benchmark, or with all stacks. */
export type FlameStart = 'measured' | 'everything';

/** A capture in a comparison. */
export interface ComparedTotal {
  /** `14:05`, `BenchmarkJoin 14:05` or `cpu.pprof`. */
  readonly name: string;
  /** In the comparison's unit. */
  readonly total: number;
  /** The total as it was measured; set if `total` is scaled. */
  readonly scaledFrom?: number;
  /** What is known of the work: `3.92s in 5s = 0.8 of 2 processors, GC 12%`. Unset for benchmarks. */
  readonly work?: string;
}

/** The two captures of a comparison. */
export interface ComparisonState {
  readonly now: ComparedTotal;
  readonly before: ComparedTotal;
  /** The unit of the totals; ends in `/op` if costs per operation are compared. */
  readonly unit: string;
  /** The change of the benchmark's result: `1465 → 1615 ns/op (10.2 % slower)`. */
  readonly result?: string;
  /** Set if chance explains the change of the total. */
  readonly isNoise?: boolean;
  /** `shown` if figures are shares of each total, `offered` if totals of unknown amounts of work are compared. */
  readonly shares?: 'shown' | 'offered';
  /** `another process than before: 5 s old now, 40 s before`; unset if unknown. */
  readonly process?: string;
  /** Sentences on what else is known of the two. */
  readonly remarks?: readonly string[];
  readonly normalize: boolean;
}

/** A profile of the capture that is shown. */
export interface Sibling {
  readonly id: number;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
  readonly sampleTypes: readonly ValueType[];
}

/** The whole state of a page: the answer to `ready`, sent again when it changes. */
export interface PageState {
  /** undefined if nothing is loaded; `notice` has the reason. */
  readonly profile?: {
    /** The profile that questions are about: a derived profile if it is refined or compared. */
    readonly id: number;
    /** The captured profile, one of `siblings`. */
    readonly captured: number;
    /** Identifies the profile's capture or file, even after a reload. */
    readonly capture: string;
    /** For example `BenchmarkJoin`. */
    readonly title: string;
    readonly sampleTypes: readonly ValueType[];
    readonly sampleType: number;
    readonly totals: readonly number[];
    /** For example `812 samples`. */
    readonly samples: string;
    readonly durationNanos: number;
    /** For each sample type, the sum of its values; set if the profile is a difference between two moments. */
    readonly sums?: readonly number[];
    /** The profiles of the same capture, the active one included. */
    readonly siblings: readonly Sibling[];
    /** The benchmark (`BenchmarkJoin`): the flame graph can start there, without the testing frames above it. */
    readonly startAt?: string;
    readonly comparison?: ComparisonState;
    /** The number of operations that costs are divided by; unset if they are not per operation, or are compared. */
    readonly operations?: number;
    /** Whether tables show costs only as percentages of the total. */
    readonly inPercent?: boolean;
  };
  /** The user's last choice for each kind of profile (the label of a sibling). */
  readonly starts?: Readonly<Record<string, FlameStart>>;
  readonly refine?: RefineState;
  readonly notice?: { readonly text: string; readonly action?: string };
}

export type HostMessage =
  | { readonly kind: 'state'; readonly state: PageState }
  | Answer
  | Failure
  /** Asks the page for a `saveSvg` of the visible flame graph. */
  | { readonly kind: 'exportSvg' }
  /** Shows a tab; with `focus`, it also takes the keyboard focus, and with `select`, it shows that function. */
  | { readonly kind: 'showTab'; readonly tab: TabId; readonly focus: boolean; readonly select?: string };

export type PageMessage =
  | { readonly kind: 'ready' }
  | Ask
  | Cancel
  /** Shows one of the siblings under one of its sample types. */
  | { readonly kind: 'setSampleType'; readonly profile: number; readonly sampleType: number }
  /** Stores where the flame graph starts for a kind of profile (the label of a sibling). */
  | { readonly kind: 'keepStart'; readonly of: string; readonly start: FlameStart }
  /** Whether the comparison scales the profile to the baseline's total (`-normalize`). */
  | { readonly kind: 'setNormalize'; readonly normalize: boolean }
  /** Opens the source of a frame; the tree is that of the window that showed the frame. */
  | (TreeRequest & { readonly kind: 'openSource'; readonly profile: number; readonly frame: number })
  /** Opens the source of a function; the file distinguishes functions with the same name. */
  | {
      readonly kind: 'openFunction';
      readonly profile: number;
      readonly function: string;
      readonly file?: string;
      /** 1-based; unset for the function's hottest line. */
      readonly line?: number;
    }
  | { readonly kind: 'copy'; readonly text: string }
  /** Saves a picture where the user chooses; `name` is the proposed file name. */
  | { readonly kind: 'saveSvg'; readonly name: string; readonly svg: string }
  /** Copies all rows of a view of the table. */
  | { readonly kind: 'copyTable'; readonly profile: number; readonly view: TableView }
  /** Replaces the list of saved refinements. */
  | { readonly kind: 'saveRefinements'; readonly saved: readonly SavedRefinement[] }
  /** Runs the action of the state's notice. */
  | { readonly kind: 'noticeAction' };
