import type { FlameTree, FlameView, FlameWindow, LineFrame, SourceLine } from '../../profile/answers/flame';
import type { DrawnGraph } from '../../profile/answers/graph';
import type { LabelTotals } from '../../profile/answers/labels';
import type { FewSamples, PathCalls, Peek, TableWindow } from '../../profile/answers/table';
import {
  countUpTo, isCount, isFinite, isFlag, isPositive, isText, listOf, oneOf, optional, shape, where,
} from '../../profile/common/shapes';
import type { ValueType } from '../../profile/model';
import { MAX_CALLS, MAX_FRAMES, MAX_LABELS, MAX_PATH, MAX_ROWS, MAX_SVG_LENGTH } from './messageLimits';
import { type Ask, order, orderOfState, question } from './pageProtocol';
import { areSavedRefinements, isRefinement, type RefineState } from './refineState';

/**
 * The page with flame graph, top, call graph and peek. The version of its state is the id of the profile that
 * questions are about. Names from profiles travel as text only.
 */

export type { ValueType };

/** A call tree as the page requests it: `from` is a function's name, or the state's `startAt`. */
export type TreeRequest = Omit<FlameTree, 'from' | 'setup'> & { readonly from?: string };

/** A window as the page requests it. */
export type FlameRequest = Omit<FlameView, keyof FlameTree> & TreeRequest;

/** How much of a call graph to show. */
export interface CallGraphOptions {
  /** The maximum number of functions; 0 for all. */
  readonly nodeCount: number;
  /** Whether a function has one node per call path. */
  readonly callTree: boolean;
  /** pprof's `trim`: false shows all functions and calls, regardless of their number and size. */
  readonly trim: boolean;
}

/** The tabs of a page. */
export type TabId = 'flame' | 'top' | 'graph' | 'peek';

/** What to select in a tab: the full name of a function, or in the flame graph a line. */
export type ToSelect = string | SourceLine;

/** Where the flame graph starts: at the benchmark, or with all stacks. */
export type FlameStart = 'measured' | 'everything';

/** The two captures of a comparison. */
export interface ComparisonState {
  /** What the comparison says, in one sentence: see comparisonSentence. */
  readonly head: string;
  /** The names of the two: `14:05`, `BenchmarkJoin 14:05` or `cpu.pprof`. */
  readonly now: string;
  readonly before: string;
  /** Set if the two are environments or benchmarks, whose names say more than `now` and `before`. */
  readonly areSides?: true;
  /** The unit of what is compared; ends in `/op` if costs per operation are. */
  readonly unit: string;
  /** Set if totals are compared whose growth may be more work. */
  readonly isGrowthUnjudged?: true;
  /** Sentences on how the two are compared, and on what is known of their work. */
  readonly remarks: readonly string[];
  readonly normalize: boolean;
}

/** A profile of the capture that is shown. */
export interface Sibling {
  readonly id: number;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
  readonly sampleTypes: readonly ValueType[];
}

/** What the page says of the time of a program's run. Profiles are named by the ids of siblings. */
export interface RunTimeState {
  /** The CPU or wall profile of the whole run, and of its last seconds; unset without one. */
  readonly whole?: number;
  readonly recent?: number;
  /** The CPU profile of a time that the user chose. */
  readonly chosen?: { readonly profile: number; readonly label: string };
  /** The time that the shown profile is of, in seconds; unset if it is of the whole run, or of another kind. */
  readonly shown?: TimeRange;
  /** The time that it is compared with. */
  readonly against?: TimeRange;
  /** `4 s of 2 min measured`: how much of that time the profile covers, if not all of it. */
  readonly measured?: string;
  /** Set if a service was watched: which figures there are, and what is known of it. */
  readonly watch?: WatchState;
  /** Whether a time can be chosen: there are pieces of the CPU profile. */
  readonly canChoose: boolean;
}

/** A time in seconds. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** What the page says of a service that is watched, or was. */
export interface WatchState {
  /** Moments, in seconds, from which on it is not comparable with before, and why, as a sentence. */
  readonly breaks: readonly { readonly at: number; readonly text: string }[];
  /** What grows now, as text with the place that it names; empty if nothing does. */
  readonly grows: readonly GrowthRow[];
}

/** `heap grew 5 of 5 intervals: +14 MiB in 2 min at cache.go:88`. */
export interface GrowthRow {
  readonly text: string;
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** Rows of figures; see RUNTIME_FIGURES for the columns, and of a service WATCH_FIGURES. */
export interface FigureRows {
  /** Differs when the rows before have been replaced, too. */
  readonly version: number;
  /** The number of the first row. */
  readonly from: number;
  /** In seconds since the program began. */
  readonly times: readonly number[];
  /** NaN or null where there is no figure. */
  readonly columns: readonly (readonly (number | null)[])[];
  /** Whether more rows will come. */
  readonly isLive: boolean;
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
    /** For each sample type, the value of one sample: see sampleWeight. */
    readonly weights?: readonly (number | undefined)[];
    /** For each sample type, the sum of the samples without a stack; unset if all have one. */
    readonly stackless?: readonly number[];
    /** For example `812 samples`. */
    readonly samples: string;
    /** How sure the profile is, with the number of samples (see shortSamplesText); unset if that is not known. */
    readonly sure?: string;
    readonly durationNanos: number;
    /** For each sample type, the sum of its values; set if the profile is a difference between two moments. */
    readonly sums?: readonly number[];
    /** The profiles of the same capture, the active one included. */
    readonly siblings: readonly Sibling[];
    /** The benchmark (`BenchmarkJoin`): the flame graph can start there, without the testing frames above it. */
    readonly startAt?: string;
    readonly comparison?: ComparisonState;
    /** What the load tool reported if the service was profiled under load: see loadText. */
    readonly load?: string;
    /** Sentences for a tooltip: how the requests in the profile are known, and why some failed. */
    readonly loadDetails?: readonly string[];
    /** The number of operations that costs are divided by; unset if they are not per operation, or are compared. */
    readonly operations?: number;
    /** Whether tables show costs only as percentages of the total. */
    readonly inPercent?: boolean;
    /** `taken at 12.3 s`, of a program's heap. */
    readonly taken?: string;
    /** Set if it is known what the program did when. */
    readonly runTime?: RunTimeState;
  };
  /** The user's last choice for each kind of profile (the label of a sibling). */
  readonly starts?: Readonly<Record<string, FlameStart>>;
  readonly refine?: RefineState;
  readonly notice?: { readonly text: string; readonly action?: string };
}

interface ProfilePageTypes {
  readonly state: PageState;
  readonly events: {
    /** Asks the page for the order `saveSvg` of the visible flame graph. */
    readonly exportSvg: undefined;
    /**
     * Shows a tab; with `focus`, it also takes the keyboard focus, and with `select`, it shows that function, or in the
     * flame graph that line.
     */
    readonly showTab: { readonly tab: TabId; readonly focus: boolean; readonly select?: ToSelect };
  };
}

const STACKS = {
  /** A function's name, or the state's `startAt`. */
  from: optional(isText),
  collapseRecursion: optional(isFlag),
  hideTestingFrames: optional(isFlag),
};
const TREE = { ...STACKS, callers: optional(isFlag) };
const isFlameRequest = shape({
  ...TREE,
  root: isCount,
  restFrom: isCount,
  width: isPositive,
  minWidth: isPositive,
  maxFrames: countUpTo(MAX_FRAMES),
  search: isText,
  foldWrappers: optional(isFlag),
  awaitSamples: optional(isFlag),
});
const isTableView = shape({
  sort: oneOf('flat', 'sum', 'cum', 'name'),
  direction: oneOf('firm', 'size', 'descending', 'ascending'),
  search: isText,
  find: isText,
  from: isCount,
  limit: countUpTo(MAX_ROWS),
});
const isPathView = shape({
  direction: oneOf('callers', 'callees'),
  path: where(listOf(isCount, MAX_PATH), (path) => path.length > 0),
  from: isCount,
  limit: countUpTo(MAX_ROWS),
});
const isTimeRange = shape({ from: isFinite, to: isFinite });
/** Callers and callees of each of 20 blocks in Peek. */
const MAX_VIEWS = 40;

export const PROFILE_PAGE = {
  questions: {
    flame: question<FlameWindow>()(isFlameRequest),
    /** The frame that has most of a line's cost; undefined if no frame of the tree has any. */
    lineFrame: question<LineFrame | undefined>()(shape({ ...STACKS, file: isText, line: isCount })),
    callGraph: question<DrawnGraph>()(shape({ nodeCount: isCount, callTree: isFlag, trim: isFlag })),
    /** Refines everything that is shown; the next state has the result. */
    refine: question<undefined>()(isRefinement),
    /** The labels to choose from, as if no labels were chosen. */
    labels: question<LabelTotals>()(shape({ search: isText, limit: countUpTo(MAX_LABELS), key: optional(isText) })),
    /** A range of rows of the table of functions. */
    table: question<TableWindow>()(isTableView),
    /** Of the same rows: which figures rest on few samples; undefined if that is not known. */
    fewSamples: question<FewSamples | undefined>()(isTableView),
    /** The callers or callees of a function of the table, along a path. */
    pathCalls: question<PathCalls>()(isPathView),
    /** Which figures of the same calls rest on few samples, for each view; undefined if that is not known. */
    fewCallSamples: question<readonly FewSamples[] | undefined>()(shape({ views: listOf(isPathView, MAX_VIEWS) })),
    /** Which figures of these nodes of the table rest on few samples; undefined if that is not known. */
    fewNodeSamples: question<FewSamples | undefined>()(shape({ nodes: listOf(isCount, MAX_VIEWS) })),
    /** A function with its callers and callees. */
    peek: question<Peek>()(shape({ name: isText, limit: countUpTo(MAX_CALLS) })),
    /** Functions to choose from. */
    suggest: question<TableWindow>()(isTableView),
    /** The rows of the runtime's figures from one on; undefined if the capture has none. */
    figures: question<FigureRows | undefined>()(shape({ version: isCount, from: isCount })),
    /** Whether a function, or a row with this name, has samples. */
    knows: question<boolean>()(shape({ name: isText })),
  },
  orders: {
    /** Shows one of the siblings under one of its sample types. */
    setSampleType: order(shape({ profile: isCount, sampleType: isCount })),
    /** Shows the profile of a time, in seconds, compared with another one if given; if unset, that of the whole run. */
    chooseTime: order(shape({ time: optional(isTimeRange), against: optional(isTimeRange) })),
    /** Opens the source of a line that grows. */
    openGrowth: order(shape({ function: isText, file: isText, line: isCount })),
    /** Stores where the flame graph starts for a kind of profile (the label of a sibling). */
    keepStart: order(shape({ of: isText, start: oneOf('measured', 'everything') })),
    /** Whether the comparison scales the profile to the baseline's total (`-normalize`). */
    setNormalize: order(shape({ normalize: isFlag })),
    /** Opens the source of a frame; the tree is that of the window that showed the frame. */
    openSource: orderOfState(shape({ ...TREE, frame: isCount })),
    /**
     * Opens the source of a function; the file distinguishes functions with the same name. Lines are 1-based; without
     * one, the function's hottest line.
     */
    openFunction: orderOfState(shape({ function: isText, file: optional(isText), line: optional(isCount) })),
    /** Says that the flame graph has no frame of a line in the stacks that start at `from`. */
    sayHidden: order(shape({ ...STACKS, file: isText, line: isCount })),
    copy: order(shape({ text: isText })),
    /** Saves a picture where the user chooses; `name` is the proposed file name. */
    saveSvg: order(shape({
      name: isText,
      svg: where(isText, (svg) => svg.length <= MAX_SVG_LENGTH && svg.startsWith('<?xml ')),
    })),
    /** Copies all rows of a view of the table. */
    copyTable: orderOfState(shape({ view: isTableView })),
    /** Replaces the list of saved refinements. */
    saveRefinements: order(shape({ saved: areSavedRefinements })),
    /** Runs the action of the state's notice. */
    noticeAction: order(),
  },
  types: undefined as ProfilePageTypes | undefined,
};

export type ProfileQuestion<N extends keyof typeof PROFILE_PAGE.questions = keyof typeof PROFILE_PAGE.questions> =
  Ask<typeof PROFILE_PAGE, N>;
