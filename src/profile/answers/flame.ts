import type { CumJudgements } from './changes';

/**
 * Where stacks start: at the outermost frame of the function with this name, which becomes the root; or, for a
 * NamedStart, just below the outermost frame of one of several functions, under a root with its own name.
 */
export type StackStart = string | NamedStart;

export interface NamedStart {
  /** The name of the root, unless it is MODULE_CODE. */
  readonly name: string;
  /** Names of the functions, for example those of package testing, whose goroutines start at different functions. */
  readonly below: readonly string[];
  /**
   * Path of the module under test. The stacks of goroutines that the module started contain none of the functions in
   * `below`. They begin at the module's outermost frame in the call tree, without callers such as
   * `net/http.(*conn).serve` or `sync.(*WaitGroup).Go.func1`. Unset: these stacks are left out.
   */
  readonly module?: string;
}

/** The root of a NamedStart that has stacks of goroutines that the module started: it is not the named function. */
export const MODULE_CODE = 'code of this module';

/** The lines of a function that prepare the measured code. */
export interface FunctionSetup {
  /** The name without the package: `BenchmarkX`, `(*suite).bench`. Function literals in the function count too. */
  readonly function: string;
  /** Base name of the function's file. */
  readonly file: string;
  /** First and last line of each stretch, 1-based. */
  readonly lines: readonly (readonly [first: number, last: number])[];
  /**
   * The stretches that run while the benchmark's timer is on: once per round, which is one call of the benchmark. Unset
   * in captures of earlier versions.
   */
  readonly timed?: readonly (readonly [first: number, last: number])[];
  /** The stretches that may run once per operation, with the timer stopped. Unset in captures of earlier versions. */
  readonly repeated?: readonly (readonly [first: number, last: number])[];
}

/** The setup lines of a benchmark. */
export interface SetupLines extends FunctionSetup {
  /** The helpers to which the benchmark passes its `*testing.B`. */
  readonly helpers?: readonly FunctionSetup[];
}

/** How stacks become a call tree. */
export interface StackView {
  /** Where stacks start; stacks without this start are left out. Unset: whole stacks. */
  readonly from?: StackStart;
  /** A recursive function appears once on a path, at its outermost frame: f;g;f;h counts as f;h. */
  readonly collapseRecursion?: boolean;
  /** Stacks start below the testing frames and Go's start-up frames, whose flat becomes the root's flat. */
  readonly hideTestingFrames?: boolean;
  /** With `hideTestingFrames`: the cost of calls from these lines is added to the root's flat. */
  readonly setup?: SetupLines;
}

/** Which call tree a flame graph shows. Frame ids are valid for one FlameTree. */
export interface FlameTree extends StackView {
  /** If `from` is a function: also show its callers, as rows above it. */
  readonly callers?: boolean;
}

/** Which part of the call tree a flame graph shows. Ids are as in FlameWindow.id. */
export interface FlameView extends FlameTree {
  /** The frame zoomed to; 0 is the root ("all", or `from`). */
  readonly root: number;
  /** Zoom into the root's "smaller frames": show only its children from this rank on. 0: all children. */
  readonly restFrom: number;
  /** The available width, in CSS pixels. */
  readonly width: number;
  /** The minimum width of a frame, in CSS pixels. */
  readonly minWidth: number;
  /** The maximum number of rows. */
  readonly maxFrames: number;
  /** RE2, case-insensitive, on function names; empty: no search. */
  readonly search: string;
  /** Fold frames without flat that call only one other frame into that frame. */
  readonly foldWrappers?: boolean;
  /** Whether to answer with `fewSamples` even if they have to be computed first. */
  readonly awaitSamples?: boolean;
}

/** The frames that are folded into the frame of a row. */
export interface FoldedFrames {
  readonly row: number;
  readonly count: number;
  /** Indexes into FlameWindow.names: the outermost of the folded frames, outermost first; not always all of them. */
  readonly names: readonly number[];
}

/**
 * A window of the call tree: the zoomed frame with its ancestors, and all frames below it that are wide enough.
 * Columns of equal length; row 0 is the outermost ancestor ("all" or `from`), parents come before children,
 * children by size descending. With callers, row 0 is the function between callers and callees; its figures include
 * recursive calls, as in Top.
 */
export interface FlameWindow {
  readonly total: number;
  readonly unit: string;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  /** The fraction of all samples, by size, that the tree contains; less than 1 if it leaves out stacks. */
  readonly covered: number;
  readonly id: Uint32Array;
  /** Row of the parent; 0 for row 0. For a caller, the row that it calls. */
  readonly parent: Uint32Array;
  /** Index into `names`. */
  readonly name: Uint32Array;
  /** Index into `files`. */
  readonly file: Uint32Array;
  /** 1-based hottest line of the frame (largest cum); 0 if unknown. */
  readonly line: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|, which determines the width; more than |cum| if values have both signs. */
  readonly size: Float64Array;
  /** 1 if the frame was inlined into its caller. */
  readonly inlined: Uint8Array;
  /** 1 for a caller of the function in row 0; it is drawn above its `parent`. */
  readonly caller: Uint8Array;
  /** 0 for a frame; for a "smaller frames" row, the number of frames that it stands for, all levels included. */
  readonly rest: Uint32Array;
  /** For a "smaller frames" row: rank of the first child that it stands for (the row's `id` is its parent's). */
  readonly restFrom: Uint32Array;
  /** 1 if the frame (or, for a "smaller frames" row, one under it) matches the search. */
  readonly matched: Uint8Array;
  readonly folded: readonly FoldedFrames[];
  /**
   * How many samples the row's cum rests on, if they are so few that it is mostly chance (see fewSamplesInSteps);
   * otherwise, and for a "smaller frames" row, 0. Empty if that is not known; unset if it has not been computed.
   */
  readonly fewSamples?: Uint32Array;
  /** Set in a difference of costs per operation. */
  readonly changes?: CumJudgements;
  /** Row of the zoomed frame. */
  readonly zoomed: number;
  /** Whether the figures are changes, or some of them may be negative. */
  readonly signed: boolean;
  /** Set if all figures are increases between two moments, so that they have signs although none is negative. */
  readonly increases?: boolean;
  /** Whether the positive values are the costs now, and the negative ones those before, as in a comparison. */
  readonly compared: boolean;
  /** The names of the two costs if they are not those now and before; set by the page. */
  readonly sides?: { readonly now: string; readonly before: string };
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** Size of all samples in the whole tree that have a matching frame; each sample counts once. */
  readonly matchedValue: number;
  /** The number of matching frames in the whole tree. */
  readonly matchedFrames: number;
  /** The error of an invalid search pattern, in one sentence. */
  readonly searchError?: string;
}

/** The source of a frame in a flame graph. */
export interface FrameSource {
  readonly function: string;
  readonly file: string;
  /** 1-based hottest line; 0 if unknown. */
  readonly line: number;
}

/** A line of a file as named in the profile; 1-based. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** The frame that has most of a line's cost: see lineFrame in profile/flame. */
export interface LineFrame {
  /** As FlameWindow.id. */
  readonly frame: number;
  readonly function: string;
}

/** Sets the file of the measured function at the root of its stacks, because samples do not contain it. */
export function withRootFile(window: FlameWindow, from: StackStart | undefined, file: string | undefined): FlameWindow {
  const isMeasured = typeof from === 'object' && window.names[window.name[0]] !== MODULE_CODE;
  if (!isMeasured || file === undefined) return window;
  window.file[0] = window.files.length;
  window.line[0] = 0;
  return { ...window, files: [...window.files, file] };
}
