import type { LineAddresses } from '../profile/assembly/lineAddresses';
import type { BenchmarkLoop } from '../profile/lines/benchmarkLoop';
import type { ValueType } from '../profile/model';
import type { SoughtFunction } from '../profile/lines/functionSource';
import type { BaseOptions } from '../profile/refine';
import type { MovedFile } from '../profile/refine/moveLines';
import type { GraphReport } from '../profile/answers/graph';
import type { FileCosts, HotLines, HotLineView, LineDetail } from '../profile/answers/lines';
import type { PathCalls, PathView, Peek, PeekView, TableOptions, TableView, TableWindow } from '../profile/answers/table';
import type { Refinement } from '../profile/answers/refinement';
import type { FlameTree, FlameView, FlameWindow, FrameSource } from '../profile/answers/flame';
import type { LabelTotals, LabelView } from '../profile/answers/labels';

/** Names a profile that the worker holds. Never reused within one worker. */
export type ProfileId = number;

/** What a tab may know of a loaded profile without asking again. */
export interface ProfileSummary {
  readonly id: ProfileId;
  readonly sampleTypes: readonly ValueType[];
  readonly defaultSampleType: number;
  /** Sum of |value| for each sample type, in the type's unit. */
  readonly totals: readonly number[];
  readonly sampleCount: number;
  readonly functionCount: number;
  /** Nanoseconds since the epoch; 0 where unknown. */
  readonly timeNanos: number;
  readonly durationNanos: number;
  /** What its makers said of it. */
  readonly comments: readonly string[];
}

/** Where bytes come from: a path that the worker reads itself, or bytes that are handed over (not copied). */
export type ProfileSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** A profile as it is compared: where the lines of its files stand in the sources shown (unset: where they stood). */
export interface Placed {
  readonly profile: ProfileId;
  readonly moved?: readonly MovedFile[];
  /** Operations of a benchmark that the values are divided by; unset: none. */
  readonly operations?: number;
}

/** How to make a profile of others: `base` is taken away first, what is left is refined. */
export interface Derivation extends Placed {
  readonly base?: Required<BaseOptions> & Placed;
  /** All but its granularity: a derived profile keeps its lines. */
  readonly refinement: Refinement;
}

/** What became of a derivation. */
export interface DerivedSummary extends ProfileSummary {
  /** Fields of the refinement for which there was nothing in the profile. */
  readonly unmatched: readonly (keyof Refinement)[];
}

/** File formats that a profile can be written in: see exportProfile. */
export type ExportFormat = 'pprof' | 'folded' | 'speedscope' | 'callgrind' | 'dot';

/** What is to be written where. */
export interface ExportAsked {
  readonly profile: ProfileId;
  /** The one that formats of a single figure have, and others show first. */
  readonly sampleType: number;
  /** The one that made the profile: formats of a graph follow it in what makes a node, and what a figure is. */
  readonly refinement: Refinement;
  readonly format: ExportFormat;
  /** Absolute. */
  readonly path: string;
}

/** Which profiles are to be added up, and where the sum goes. */
export interface MergeAsked {
  /** In the order in which pprof would be given them. */
  readonly sources: readonly ProfileSource[];
  /** Absolute. */
  readonly path: string;
}

/** Reports of `go tool pprof` that are texts to read. */
export type PprofReport = 'traces' | 'tags' | 'tree' | 'raw' | 'comments';

/** Which of them is to be made, of what a derivation would make. */
export interface TextAsked extends Derivation {
  readonly sampleType: number;
  readonly report: PprofReport;
}

/** How a call graph is to be drawn. */
export interface GraphAsked {
  /** The one that made the profile; its granularity tells how frames are put together. */
  readonly refinement: Refinement;
  /** pprof's `nodecount`; 0: all. */
  readonly nodeCount: number;
  /** Whether what is reached on several paths stays apart. */
  readonly callTree: boolean;
  /** pprof's `trim`: whether light nodes and edges are left out, and `nodeCount` holds. */
  readonly trim: boolean;
}

/** Whose table is looked at. */
export interface TableAsked {
  readonly profile: ProfileId;
  readonly sampleType: number;
  readonly options: TableOptions;
}

/** Every question that a tab can ask the worker: name → [parameters, answer]. */
export interface Queries {
  load: [{ readonly source: ProfileSource }, ProfileSummary];
  unload: [{ readonly profile: ProfileId }, void];
  /** Gives a derivation a number to be asked by, see Engine.derive; it is made when first asked about. */
  derive: [{ readonly profile: ProfileId; readonly of: Derivation }, void];
  summary: [{ readonly profile: ProfileId }, DerivedSummary];
  /** How the benchmark in the profile loops; undefined: its stacks do not tell. */
  benchmarkLoop: [{ readonly profile: ProfileId }, BenchmarkLoop | undefined];
  /** Writes the profile to a file. */
  export: [ExportAsked, void];
  /** Writes the sum of several profiles to a file, see mergeFiles. */
  merge: [MergeAsked, void];
  /** What `go tool pprof` prints, to the byte. */
  pprofText: [TextAsked, string];
  /** File names in the profile whose last path element is `basename` (either slash). */
  filesNamed: [{ readonly profile: ProfileId; readonly basename: string }, readonly string[]];
  /** All file names of the profile with samples; for working out prefixes. */
  files: [{ readonly profile: ProfileId }, readonly string[]];
  /** Costs of several of the profile's files, in the order asked; a file without samples gives empty columns. */
  fileCosts: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    readonly FileCosts[],
  ];
  /** The heaviest lines, heaviest first. */
  hotLines: [HotLineView & { readonly profile: ProfileId; readonly sampleType: number }, HotLines];
  /** What samples add up to by the keys and values of their labels. */
  labels: [LabelView & { readonly profile: ProfileId; readonly sampleType: number }, LabelTotals];
  lineDetail: [
    {
      readonly profile: ProfileId;
      readonly sampleType: number;
      readonly file: string;
      readonly line: number;
      readonly limit: number;
    },
    LineDetail | undefined,
  ];
  /** Where a line went in the program: see LineAddresses. */
  lineAddresses: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly file: string; readonly line: number },
    LineAddresses,
  ];
  flame: [FlameView & { readonly profile: ProfileId; readonly sampleType: number }, FlameWindow];
  frameSource: [
    FlameTree & { readonly profile: ProfileId; readonly sampleType: number; readonly frame: number },
    FrameSource | undefined,
  ];
  /** pprof's call graph; besides what `go tool pprof -dot` writes, to the byte: node 3 is `N4` there. */
  callGraph: [
    GraphAsked & { readonly profile: ProfileId; readonly sampleType: number },
    { readonly report: GraphReport; readonly dot: string },
  ];
  /** Where to look first in a function, see functionSource. */
  functionSource: [
    SoughtFunction & { readonly profile: ProfileId; readonly sampleType: number },
    FrameSource | undefined,
  ];
  /** A stretch of the rows of `go tool pprof -top`. */
  table: [TableView & TableAsked, TableWindow];
  /** All its rows as text, whatever stretch is asked for. */
  tableText: [TableView & TableAsked, string];
  /** What comes next on a path of calls. */
  pathCalls: [PathView & TableAsked, PathCalls];
  /** At most `limit` callers and callees of the function, or of whatever a row is called. */
  peek: [PeekView & TableAsked, Peek];
}

export type QueryName = keyof Queries;
export type QueryParams<N extends QueryName> = Queries[N][0];
export type QueryAnswer<N extends QueryName> = Queries[N][1];
