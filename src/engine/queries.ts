import type { LineAddresses } from '../profile/assembly/lineAddresses';
import type { BlockQuestion } from '../profile/lines/blockCosts';
import type { CutStacks } from '../profile/lines/cutStacks';
import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';
import type { ValueType } from '../profile/model';
import type { ProgramFacts } from '../profile/sums/programFacts';
import type { FunctionToFind } from '../profile/lines/functionSource';
import type { PgoProblem } from '../profile/export/pgoProblem';
import type { CountedAllocations } from '../profile/refine/allocationCorrections';
import type { PerWork } from '../profile/text/relativeUnits';
import type { BaseOptions } from '../profile/refine/subtractBase';
import type { UnknownFields } from '../profile/refine/withoutFields';
import type { MovedFile } from '../profile/refine/moveLines';
import type { GraphReport } from '../profile/answers/graph';
import type { FunctionsQuestion } from '../profile/changes/wholeChanges';
import type { FileChanges, FunctionChange, TurnsChanges } from '../profile/answers/changes';
import type {
  BackgroundWork, BlockCost, FileCharges, FileCosts, FileSamples, HotLines, HotLineView, HottestCertainty, LineCall,
  LineDetail,
} from '../profile/answers/lines';
import type {
  FewSamples, PathCalls, PathView, Peek, PeekView, TableOptions, TableView, TableWindow,
} from '../profile/answers/table';
import type { Refinement } from '../profile/answers/refinement';
import type { MomentFacts } from '../profile/answers/held';
import type {
  FlameTree, FlameView, FlameWindow, FrameSource, LineFrame, SourceLine, StackView,
} from '../profile/answers/flame';
import type { LabelTotals, LabelView } from '../profile/answers/labels';
import type { CompiledSources, FunctionCorrections } from '../sources/lineMatching/misfiledFunctions';
import type { BenchmarkQueries } from './benchmarkQueries';
import type { TextQueries } from './textQueries';

/** Identifies a loaded profile. Never reused. */
export type ProfileId = number;

/** Facts about a loaded profile that most views need. */
export interface ProfileSummary {
  readonly id: ProfileId;
  readonly sampleTypes: readonly ValueType[];
  readonly defaultSampleType: number;
  /** For each sample type, the total that percentages refer to, in the type's unit; see profileTotal. */
  readonly totals: readonly number[];
  /** For each sample type, the value of one sample: see sampleWeight. */
  readonly weights?: readonly (number | undefined)[];
  /** For each sample type, the sum of the samples without a stack; unset if all have one: see stacklessSums. */
  readonly stackless?: readonly number[];
  readonly sampleCount: number;
  readonly functionCount: number;
  /** Nanoseconds since the epoch; 0 if unknown. */
  readonly timeNanos: number;
  readonly durationNanos: number;
  /** For each sample type, the sum of its values; set if the profile is a difference: see isOverInterval. */
  readonly sums?: readonly number[];
  /** Between samples, in the unit of the period's type: bytes in a heap profile; 0 if unknown. */
  readonly period: number;
  /** The profile's comments. */
  readonly comments: readonly string[];
}

/** What a capture asks about a profile, together with its load. */
export interface CaptureQuestion {
  /** The sources of a program that was built here; the profile is corrected by them first, see findMisfiled. */
  readonly sources?: CompiledSources | undefined;
  readonly isBenchmark?: boolean;
}

/** What a capture must know before its first costs are shown. */
export interface CaptureFacts {
  /** What was wrong; unset if nothing was, or the sources are not known. */
  readonly corrections?: FunctionCorrections;
  /** How the benchmark loops; unset if the stacks do not show it. */
  readonly loop?: BenchmarkLoop;
  /** The files with samples, as named in the profile; unset if it is not corrected yet, or has very many. */
  readonly files?: readonly string[];
  /** Set if the profile has samples, but none in a file of the module. */
  readonly lacksOwnCode?: true;
  /** Set if a stack starts a process: it has os.StartProcess, which os/exec calls. */
  readonly startsProcess?: true;
}

/** The summary of a profile when it is loaded. */
export interface LoadedSummary extends ProfileSummary {
  /** Set if a capture asked for it. */
  readonly facts?: CaptureFacts;
}

/** The source of a profile: a file that the worker reads, or bytes that are transferred to the worker. */
export type ProfileSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** A profile with its lines mapped to the shown sources, and its values divided for costs per operation. */
export interface AdaptedProfile {
  readonly profile: ProfileId;
  /** Its lines that have moved in the shown sources; unset if none have moved. */
  readonly moved?: readonly MovedFile[];
  /** The number of operations, requests or seconds to divide values by; unset if values are not divided. */
  readonly operations?: number;
  /** With `operations`: what they are, as the suffix of units; by default `/op`. */
  readonly per?: PerWork;
  /** With `operations`: corrects sampled allocations. */
  readonly allocations?: CountedAllocations;
  /** Whether values are shares of the profile's total; in a comparison, both profiles'. */
  readonly shares?: boolean;
}

/** How to derive a profile: subtract `base` first, then refine. */
export interface Derivation extends AdaptedProfile {
  readonly base?: Required<BaseOptions> & AdaptedProfile & {
    /** What running the two programs in turns showed; unset if they did not run in turns. */
    readonly turns?: TurnsChanges;
    /** Whether the two are of the same benchmark or endpoint. Otherwise they must have a function in common. */
    readonly isSameSubject?: boolean;
  };
  /** The refinement's granularity is ignored: a derived profile keeps its lines. */
  readonly refinement: Refinement;
}

/** The summary of a derived profile. */
export interface DerivedSummary extends ProfileSummary {
  /** Fields of the refinement that matched nothing. */
  readonly unmatched: readonly (keyof Refinement)[];
}

/** File formats for exporting a profile: see exportToFile. */
export type ExportFormat = 'pprof' | 'folded' | 'speedscope' | 'callgrind' | 'dot' | 'html';

/** The profile and the file of an export. */
export interface ExportParams {
  readonly profile: ProfileId;
  /** The sample type to export. pprof and speedscope files have all sample types; speedscope shows this one first. */
  readonly sampleType: number;
  /** The refinement that made the profile; it determines the nodes and figures of graph formats. */
  readonly refinement: Refinement;
  readonly format: ExportFormat;
  /** Set if the format is `html`. */
  readonly page?: PageToWrite;
  /** Absolute. */
  readonly path: string;
}

/** An HTML page to write around a profile. */
export interface PageToWrite {
  /** The folder of the page's bundle, `standalone.js` and `standalone.css`, and of `THIRD_PARTY_NOTICES.txt`. */
  readonly folder: string;
  /** The JSON of the page's ExportedPage; see protocol/exportedPage. */
  readonly content: string;
}

/** The profiles to merge, and the file of the result. */
export interface MergeParams {
  /** In the order of pprof's arguments. */
  readonly sources: readonly ProfileSource[];
  /** Absolute. */
  readonly path: string;
}

/** A profile of one instance of a service, as it was fetched. */
export interface FetchedPart {
  readonly bytes: Uint8Array;
  /** The same profile, fetched earlier: it is subtracted. */
  readonly before?: Uint8Array;
  /** The value of the label `instance` that its samples get; unset for none. */
  readonly instance?: string;
}

/** Profiles of one kind, of the instances of a service. */
export interface FetchedParts {
  readonly parts: readonly FetchedPart[];
  /** Whether each must be a difference between two moments: others count since the start of their program. */
  readonly isDelta: boolean;
  /** The beginning of the names of the sample types that stay, such as `alloc_`; unset for all. */
  readonly types?: string;
}

/** A sum of profiles, by a number that its caller never uses again. */
export type SumId = number;

/** The sum of the profiles of a service. */
export interface SummedParts {
  /** Gzipped; undefined if none of the parts could be used. */
  readonly bytes: Uint8Array | undefined;
  /** By part. */
  readonly facts: readonly PartFacts[];
}

export interface PartFacts {
  /**
   * Why the part is not in the sum: its program was `restarted` between the two, is of another `build`, it counts
   * since the `start` of the program instead of a difference, or cannot be read.
   */
  readonly problem?: 'restarted' | 'build' | 'start' | { readonly unreadable: string };
  /** Of the program; empty if unknown. */
  readonly buildId: string;
  /** Nanoseconds since the epoch by the clock of the service; 0 if unknown. */
  readonly timeNanos: number;
  readonly sampleCount: number;
}

/** Reports of `go tool pprof` that are plain text. */
export type PprofReport = 'traces' | 'tags' | 'tree' | 'raw' | 'comments';

/** The parameters of a text report about a derived profile. */
export interface PprofTextParams extends Derivation {
  readonly sampleType: number;
  readonly report: PprofReport;
}

/** How to draw a call graph. */
export interface GraphParams {
  /** The refinement that made the profile; its granularity determines which frames are one node. */
  readonly refinement: Refinement;
  /** pprof's `nodecount`: 0 for all, -1 for pprof's default. */
  readonly nodeCount: number;
  /** Whether a function has one node per call path. */
  readonly callTree: boolean;
  /** pprof's `trim`: whether light nodes and edges are left out, and `nodeCount` applies. */
  readonly trim: boolean;
}

/** The table that a query is about. */
export interface TableParams {
  readonly profile: ProfileId;
  readonly sampleType: number;
  readonly options: TableOptions;
}

/** What an instance of a service sent at a moment. */
export interface MomentPart {
  readonly instance: string;
  readonly bytes: Uint8Array;
}

/** Every query to the worker: name → [parameters, answer]. */
export interface Queries extends BenchmarkQueries, TextQueries {
  /** Loads a profile, and answers what a capture must know before its first costs are shown. */
  load: [{ readonly source: ProfileSource; readonly capture?: CaptureQuestion }, LoadedSummary];
  /**
   * Corrects what Go's profiler recorded wrong, see findMisfiled. Call before any other query about the profile.
   * Answers undefined if nothing was wrong.
   */
  correctFunctions: [
    { readonly profile: ProfileId; readonly sources: CompiledSources },
    FunctionCorrections | undefined,
  ];
  unload: [{ readonly profile: ProfileId }, void];
  /** Registers a derived profile under its id; the first query about it makes the profile. See Engine.derive. */
  derive: [{ readonly profile: ProfileId; readonly of: Derivation }, void];
  summary: [{ readonly profile: ProfileId }, DerivedSummary];
  /** What the profile shows of the program as a whole. */
  programFacts: [{ readonly profile: ProfileId }, ProgramFacts];
  /** Costs in stacks that are deeper than Go records; undefined if there are none. */
  cutStacks: [{ readonly profile: ProfileId }, CutStacks | undefined];
  /** Why go build cannot use the profile; undefined if it can. */
  pgoProblem: [{ readonly profile: ProfileId }, PgoProblem | undefined];
  /** Writes the profile to a file. */
  export: [ExportParams, void];
  /** Writes the sum of several profiles to a file, see mergeFiles. */
  merge: [MergeParams, void];
  /**
   * The sum of several profiles as a .pb.gz, see mergeFiles; each is refined before. Those of the same time have no sum
   * of durations: see mergeOfSameTime. The sum is without the fields that are `unknown`.
   */
  mergedBytes: [
    & Pick<MergeParams, 'sources'>
    & Pick<Refinement, 'ignore' | 'hide' | 'labels' | 'taghide'>
    & { readonly areOfSameTime?: boolean; readonly unknown?: UnknownFields },
    Uint8Array,
  ];
  /** Like `mergedBytes`, of what the instances of a service sent: see sumOfParts. */
  serviceProfile: [FetchedParts, SummedParts];
  /**
   * Adds a profile to a sum that the worker keeps until `takeSum` or `dropSum`: memory is that of the sum and of
   * one profile. Answers why it was left out if it cannot be read. If this fails, the sum is gone.
   */
  addToSum: [
    { readonly sum: SumId; readonly isFirst: boolean; readonly source: ProfileSource },
    { readonly unreadable?: string },
  ];
  /**
   * The sum as a .pb.gz, without the fields that are `unknown`; undefined if no profile could be read. Those of several
   * have no sum of durations: see mergeOfSameTime.
   */
  takeSum: [{ readonly sum: SumId; readonly unknown?: UnknownFields }, Uint8Array | undefined];
  dropSum: [{ readonly sum: SumId }, void];
  /** What profiles of one kind and one moment have, one of each instance, and their sum as a .pb.gz. */
  readMoment: [{ readonly parts: readonly MomentPart[] }, MomentFacts & { readonly bytes: Uint8Array }];
  /** The exact text that `go tool pprof` prints. */
  pprofText: [PprofTextParams, string];
  /** Like `files`, but only names whose last path element is `basename` (after a slash or a backslash). */
  filesNamed: [{ readonly profile: ProfileId; readonly basename: string }, readonly string[]];
  /** The files with samples, for finding common prefixes; if there are very many, an evenly spread part of them. */
  files: [{ readonly profile: ProfileId }, readonly string[]];
  /** The costs of several files of the profile, in the given order; a file without samples has empty columns. */
  fileCosts: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    readonly FileCosts[],
  ];
  /** The costs of blocks of lines in one file, in the given order: see blockCosts. */
  blockCosts: [BlockQuestion & { readonly profile: ProfileId }, readonly BlockCost[]];
  /**
   * The samples behind the costs of files; undefined if the profile does not show how many samples there are, or its
   * figures are not plain sums (`mean`, `drop_negative`, `divide_by`).
   */
  fileSamples: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    readonly FileSamples[] | undefined,
  ];
  /**
   * Which lines of files changed; undefined if the profile is not a difference of costs per operation, or its figures
   * are not plain sums.
   */
  fileChanges: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    readonly FileChanges[] | undefined,
  ];
  /** Undefined for costs other than CPU time. */
  backgroundWork: [{ readonly profile: ProfileId; readonly sampleType: number }, BackgroundWork | undefined];
  /** The calls from lines of these files: see lineCalls. */
  lineCalls: [{ readonly profile: ProfileId; readonly files: readonly string[] }, readonly LineCall[]];
  /**
   * What functions of a file cost as a whole, now and before; undefined if the profile is not a difference that keeps
   * the samples of both profiles, or its figures are not plain sums.
   */
  functionChanges: [FunctionsQuestion & { readonly profile: ProfileId }, readonly FunctionChange[] | undefined];
  /** The heaviest lines, heaviest first. */
  hotLines: [HotLineView & { readonly profile: ProfileId; readonly sampleType: number }, HotLines];
  /** What the lines of these files cause. The cost of other files is charged to their callers in these. */
  fileCharges: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    FileCharges,
  ];
  /** How sure the hottest lines are; undefined if the profile does not show how many samples there are. */
  hottestCertainty: [
    Pick<HotLineView, 'files' | 'loops'> & { readonly profile: ProfileId; readonly sampleType: number },
    HottestCertainty | undefined,
  ];
  /** Totals by label key and value. */
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
  /** The addresses of a line in the program. */
  lineAddresses: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly file: string; readonly line: number },
    LineAddresses,
  ];
  flame: [FlameView & { readonly profile: ProfileId; readonly sampleType: number }, FlameWindow];
  frameSource: [
    FlameTree & { readonly profile: ProfileId; readonly sampleType: number; readonly frame: number },
    FrameSource | undefined,
  ];
  /** The frame of a call tree that has most of a line's cost; undefined if none has any. */
  lineFrame: [
    StackView & SourceLine & { readonly profile: ProfileId; readonly sampleType: number },
    LineFrame | undefined,
  ];
  /** pprof's call graph, and its DOT, escaped for a layout, in which node 3 is `N4`. */
  callGraph: [
    GraphParams & { readonly profile: ProfileId; readonly sampleType: number },
    { readonly report: GraphReport; readonly dot: string },
  ];
  /** The line to open for a function, see functionSource. */
  functionSource: [
    FunctionToFind & { readonly profile: ProfileId; readonly sampleType: number },
    FrameSource | undefined,
  ];
  /** A range of the rows of `go tool pprof -top`. */
  table: [TableView & TableParams, TableWindow];
  /** Of the rows that `table` answers; undefined if the figures do not show on how many samples they rest. */
  fewSamples: [TableView & TableParams, FewSamples | undefined];
  /** All rows of the table as text; `from` and `limit` are ignored. */
  tableText: [TableView & TableParams, string];
  /** The callers or callees at the end of a path of calls. */
  pathCalls: [PathView & TableParams, PathCalls];
  /** Like `fewSamples`, for the calls that `pathCalls` answers for each view. */
  fewCallSamples: [{ readonly views: readonly PathView[] } & TableParams, readonly FewSamples[] | undefined];
  /** Like `fewSamples`, for these nodes. */
  fewNodeSamples: [{ readonly nodes: readonly number[] } & TableParams, FewSamples | undefined];
  /** At most `limit` callers and `limit` callees of a function, or of each table row with the function's name. */
  peek: [PeekView & TableParams, Peek];
}

export type QueryName = keyof Queries;
export type QueryParams<N extends QueryName> = Queries[N][0];
export type QueryAnswer<N extends QueryName> = Queries[N][1];
