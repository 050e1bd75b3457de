/**
 * At the outermost frame of the function so named, which is the root then; or just below the outermost frame of one of
 * several (of a test harness, whose goroutines start in different places) under a root with a name of its own.
 */
export type StackStart = string | NamedStart;

export interface NamedStart {
  readonly name: string;
  readonly below: readonly string[];
  /**
   * Path of the module under test. Goroutines that it started have no frame of the harness: their stacks start at their
   * outermost frame of the module, below `net/http.(*conn).serve` or `sync.(*WaitGroup).Go.func1`. Unset: they are left
   * out.
   */
  readonly module?: string;
}

/** Lines of a benchmark that prepare what it measures. */
export interface SetupLines {
  /** The benchmark's name without its package; function literals in it are meant as well. */
  readonly function: string;
  /** The last element of its file's name. */
  readonly file: string;
  /** First and last line of each stretch, 1-based. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

/** How stacks become a call tree. */
export interface StackView {
  /** Where stacks start; stacks without such a frame are left out. Unset: stacks are whole. */
  readonly from?: StackStart;
  /**
   * A function that calls itself, over others too, stands once on a path: where it stands first. What it does further
   * down belongs to it there; what called it again is cut out of the stack: f;g;f;h counts as f;h.
   */
  readonly collapseRecursion?: boolean;
  /** Stacks begin below the frames of Go's test harness and start-up; the harness' own costs are the root's flat. */
  readonly hideHarness?: boolean;
  /** With `hideHarness`: what is called from these lines belongs to what called the benchmark. */
  readonly setup?: SetupLines;
}

/** Which call tree a flame graph shows: what the numbers of its frames depend on. */
export interface FlameTree extends StackView {
  /** With a function for `from`: its callers too, as rows above it. */
  readonly callers?: boolean;
}

/** Which part of the call tree a flame graph shows. Ids are those of FlameWindow.id. */
export interface FlameView extends FlameTree {
  /** Frame zoomed to; 0 is the root ("all", or `from`). */
  readonly root: number;
  /** Zoom into root's "smaller frames": show only its children from this rank on. 0: all children. */
  readonly restFrom: number;
  /** CSS pixels at hand, and the least width that gets a frame of its own. */
  readonly width: number;
  readonly minWidth: number;
  readonly maxFrames: number;
  /** RE2, case-insensitive, on function names; empty: no search. */
  readonly search: string;
  /** Frames that only pass on to one other, and have no flat of their own, are folded into that one. */
  readonly foldWrappers?: boolean;
}

/** Frames that only pass on to the frame of a row, and are folded into it. */
export interface FoldedFrames {
  readonly row: number;
  readonly count: number;
  /** Indexes into `names`: the outermost ones, outermost first; not more than a few. */
  readonly names: readonly number[];
}

/**
 * A window on the call tree: the zoomed frame with its ancestors, and all below it that is wide enough.
 * Columns of equal length; row 0 is the outermost ancestor ("all" or `from`), parents come before children,
 * children by size descending. With callers, row 0 is the function between them and what it calls: all of it, its
 * recursive calls included, with the figures that Top has.
 */
export interface FlameWindow {
  readonly total: number;
  readonly unit: string;
  /** Part of all samples, by size, that the tree holds: less than 1 where stacks without its start are left out. */
  readonly covered: number;
  readonly id: Uint32Array;
  /** Row of the parent; row 0 points to itself. For a caller, the row that it calls. */
  readonly parent: Uint32Array;
  /** Index into `names`. */
  readonly name: Uint32Array;
  /** Index into `files`. */
  readonly file: Uint32Array;
  /** 1-based hottest line of the frame (largest cum); 0 where unknown. */
  readonly line: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|, what widths stand for; more than |cum| where values have both signs. */
  readonly size: Float64Array;
  /** 1 where the frame was inlined into its caller. */
  readonly inlined: Uint8Array;
  /** 1 for a caller of the function in row 0: it stands above what its `parent` is. */
  readonly caller: Uint8Array;
  /** 0 for a frame; for a "smaller frames" row, how many frames it stands for (itself plus all below). */
  readonly rest: Uint32Array;
  /** For a "smaller frames" row: rank of the first child it stands for (its `id` is the parent's). */
  readonly restFrom: Uint32Array;
  /** 1 where the frame (or, for a "smaller frames" row, one under it) matches the search. */
  readonly matched: Uint8Array;
  readonly folded: readonly FoldedFrames[];
  /** Row of the frame zoomed to. */
  readonly zoomed: number;
  /** Whether the profile has values below 0: it is a difference. */
  readonly signed: boolean;
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** Part of `total` under matching frames, each sample once, over the whole tree; frames that match. */
  readonly matchedValue: number;
  readonly matchedFrames: number;
  /** What is wrong with the search pattern, in one sentence. */
  readonly searchError?: string;
}

/** Where a flame graph's frame stands in the source. */
export interface FrameSource {
  readonly function: string;
  readonly file: string;
  /** 1-based hottest line; 0 where unknown. */
  readonly line: number;
}
