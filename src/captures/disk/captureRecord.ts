import {
  type Checks, isFinite, isFlag, isPair, isText, listOf, oneOf, optional, recordOf, shape, where,
} from '../../profile/common/shapes';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import type { TurnsChange } from '../../profile/answers/changes';
import type { FunctionSetup, SetupLines } from '../../profile/answers/flame';
import type { FigurePair } from '../../bench/cutOff';
import type { ExactMemory } from '../../bench/exactMemory';
import type { CodePlace, Misfit } from '../../bench/misfit';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { isMeasuredFleet, type MeasuredFleet } from '../../fleet/measuredFleet';
import type { LoadResult } from '../../live/load/loadResult';
import { type AnsweredRequests, isAnsweredRequests } from './answeredRequests';
import { type Conditions, isConditions } from './conditions';
import { isLoadResult } from './serviceLoad';
import { isMeasuredCode, knownCode, type MeasuredCode } from './measuredCode';

/** A capture as stored on disk, without the bytes of its profiles. */
export interface CaptureRecord {
  /** Sortable by time; also the folder's name. */
  readonly id: string;
  readonly title: string;
  /** What was measured, if not exactly `target`: an endpoint, or one case of a benchmark. */
  readonly subject?: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  /**
   * The place of the capture among the others, if the clock was set back since an earlier one: a time after that of the
   * earlier one. Unset if `capturedAt` is its place.
   */
  readonly sortedAt?: number;
  /** Empty if the results were measured without profiles. */
  readonly profiles: readonly StoredProfile[];
  readonly results: readonly BenchmarkResult[];
  /** Names of the sub-benchmarks that share the profiles, if they were not timed and so have no results. */
  readonly untimedCases?: readonly string[];
  readonly target?: { readonly file: string; readonly name: string };
  readonly module?: { readonly modulePath: string; readonly moduleDir: string };
  /** Testing frames that call the measured code; the flame graph starts below them. */
  readonly startBelow?: readonly string[];
  /** The benchmark's setup lines at the time of the capture. */
  readonly setup?: SetupLines;
  /** The benchmark's kind of loop, if its source shows it. */
  readonly loop?: BenchmarkLoop;
  /** Why the results and the profiles do not measure the benchmark's operations. */
  readonly misfit?: Misfit;
  /** Whether the sources changed during the build, so that lines in the profiles may not match `sources.json`. */
  readonly linesMayBeOff?: boolean;
  /** The units that `go test` measures but the benchmark reports itself, as printed: see namedAsReported. */
  readonly reportedUnits?: readonly string[];
  /** The conditions of the measurement: Go, machine, flags, commit. */
  readonly conditions?: Conditions;
  /** What tells the measured code from that of other captures. */
  readonly code?: MeasuredCode;
  /** The results in the standard format, for benchstat. */
  readonly output?: string;
  /** The comparison with the program of an earlier capture. */
  readonly turns?: MeasuredInTurns;
  /** The git revision that was measured, if it was not the workspace's own files. */
  readonly revision?: MeasuredRevision;
  /**
   * The environment that the user chose for this capture alone, beside that of the settings: `GOGC=off -race`. Its
   * program is not the one that Measure Again compares with.
   */
  readonly chosenEnvironment?: string;
  /**
   * The id of the capture whose stored program was measured again for this one, in turns with that of `turns.base`;
   * that capture may have been deleted since. Unset if the program was built for this capture.
   */
  readonly stage?: string;
  /**
   * Whether the user pinned the capture: no limit deletes it or its program, and its benchmark is measured against this
   * program, unless a baseline of the benchmark is set.
   */
  readonly isPinned?: boolean;
  /** Why its program could not be stored, as a sentence; unset if it was. */
  readonly noProgram?: string;
  /** The suite that the capture is part of. */
  readonly suite?: MeasuredSuite;
  /** Where the profile was fetched, if it is of a running program. */
  readonly fetched?: FetchedFrom;
  /** The saved service that was profiled, with all kinds of profiles of the same time. */
  readonly service?: MeasuredService;
  /** The question to a store of a fleet's profiles that the profile answers. */
  readonly fleet?: MeasuredFleet;
  /** The program that was run and measured, if it is one of its own. */
  readonly program?: MeasuredProgram;
  /** What its program did when. */
  readonly timeline?: StoredTimeline;
}

/** What a program did when: times are in milliseconds since it began, or since a service began to be watched. */
export interface StoredTimeline {
  /** A file with figures, gzipped: the runtime's own, see RuntimeFiguresReader; of a service, see WatchFigures. */
  readonly figures?: string;
  /** Pieces of the CPU profile, in the order of time. */
  readonly pieces: readonly StoredPiece[];
  /** Set if a service was watched. */
  readonly watch?: StoredWatch;
}

/** A part of the CPU profile, a whole profile by itself. */
export interface StoredPiece extends TimeSpan, NamedFile {
  /** How much of the time was measured, in milliseconds, if not all of it. */
  readonly measured?: number;
}

/** What is known of a service that was watched. */
export interface StoredWatch {
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  /** In the order of time. */
  readonly moments: readonly StoredMoment[];
  /** Moments from which on the service is not comparable with before, such as a restart. */
  readonly breaks: readonly StoredBreak[];
  /** What grew at the last moment. */
  readonly grows: readonly StoredGrowth[];
}

/** A line that held more and more, or goroutines at one that became more and more. */
export interface StoredGrowth {
  readonly kind: 'heap' | 'goroutine';
  readonly function: string;
  /** As in the profile. */
  readonly file: string;
  readonly line: number;
  /** Bytes or goroutines, and in how many milliseconds. */
  readonly by: number;
  readonly millis: number;
}

/** The profiles of a moment. */
export interface StoredMoment {
  readonly at: number;
  /** Files. */
  readonly heap?: string;
  readonly goroutine?: string;
}

export interface StoredBreak {
  readonly at: number;
  /** A sentence: `api restarted.` */
  readonly text: string;
}

/** A time of a program, in milliseconds since it began. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A program that Linecost built and ran. */
export interface MeasuredProgram {
  /** `caddy`. */
  readonly name: string;
  /** Absolute path of the file with its function main. */
  readonly file: string;
  /** Its arguments as the user typed them; unset for none. */
  readonly args?: string;
  /** The name of the launch configuration by which it was run, if it was. */
  readonly launch?: string;
  /** How it ended, after its name: `exited with code 0 after 12 s`; unset while it runs. */
  readonly ended?: string;
}

/** The address from which the profile of a running program can be fetched again. */
export interface FetchedFrom {
  /** Without credentials and possible secrets, as in `RecentAddresses`. */
  readonly address: string;
  /** How long the program was measured, if the user chose it. */
  readonly seconds?: number;
  /** The process that served the profile, if it is known: it ran on this machine. */
  readonly process?: ServedBy;
}

/** A process of this machine that served a profile. */
export interface ServedBy {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** How many processors it may use at once; unset if unknown. */
  readonly processors?: number;
}

/** A saved service, as it was when it was profiled. */
export interface MeasuredService {
  /** The id of its ServiceTarget. */
  readonly target: string;
  readonly name: string;
  /** Those whose profiles the capture has. */
  readonly instances: readonly MeasuredInstance[];
  /** How long its CPU profile and its differences were taken, in seconds. */
  readonly seconds: number;
  /** The load under which it was profiled. */
  readonly load?: LoadResult;
  /** Sentences on what the capture lacks, and why. */
  readonly notes?: readonly string[];
  /** The id of the capture of several instances that this one of one instance was made from. */
  readonly partOf?: string;
}

/** One process of a service. */
export interface MeasuredInstance {
  /** The value of the label `instance` of its samples, if the service has several. */
  readonly name: string;
  /** Without credentials and possible secrets. */
  readonly address: string;
  /** The process, if it is known: it ran on this machine. */
  readonly process?: ServedBy;
}

/** All benchmarks of a file, a package or a module, measured one after the other. */
export interface MeasuredSuite {
  /** `bytes_test.go`, `package lib`, `module app`. */
  readonly name: string;
  /** Milliseconds since the epoch; tells the suites of one name apart. */
  readonly startedAt: number;
}

/** A git revision that was built in a separate folder. */
export interface MeasuredRevision {
  /** The whole hash. */
  readonly commit: string;
  /** As shown: `abc1234`, `v1.2.0`. */
  readonly name: string;
}

/**
 * A comparison with the program of an earlier capture: both programs were measured in turns, and the record's `results`
 * come from these turns.
 */
export interface MeasuredInTurns {
  /** The earlier capture, which may have been deleted since. */
  readonly base: {
    readonly id: string;
    readonly capturedAt: number;
    /** The name of the git revision that it measured. */
    readonly revision?: string;
  };
  /** What the two are called if they are not the code now and before. */
  readonly sides?: Sides;
  /** Results of the earlier program, one per round and case, named as those of the new one. */
  readonly before: readonly BenchmarkResult[];
  /** The number of rounds requested. */
  readonly wanted: number;
  /** Why fewer rounds were run. */
  readonly stopped?: 'cancelled' | 'failed';
  /** Whether the two programs are the same, byte for byte. */
  readonly isSameProgram?: boolean;
  /** Sentences on what limits the verdict: a busy machine, another Go version. */
  readonly notes: readonly string[];
  /** The figures that changed significantly, if a single case was measured. */
  readonly changes?: readonly TurnsChange[];
  /** See timeVariation; unset if it is unknown. */
  readonly timeVaries?: number;
  /** The exact memory figures of both programs, if a single case was measured and both are known. */
  readonly exact?: readonly FigurePair[];
  /**
   * Profiles of the earlier program, taken in turns with those of the record: lines are compared with these. Unset if
   * those of the earlier capture were taken in turns, or there are no others.
   */
  readonly profiles?: readonly StoredProfile[];
}

/** The names of two environments of the same code, benchmarks of one program, stages of the code, or services. */
export interface Sides {
  readonly kind: 'environments' | 'benchmarks' | 'stages' | 'services';
  /** `GOGC=off`, `BenchmarkNew`, `BenchmarkX/new`, `Use a strings.Builder`. */
  readonly now: string;
  /** `GOGC=100`, `BenchmarkOld`, `BenchmarkX/old`, `First version`. */
  readonly before: string;
}

/** What two sides of a comparison are called. */
export type SideNames = Pick<Sides, 'now' | 'before'>;

/** A file in the folder of a capture. */
export interface NamedFile {
  readonly fileName: string;
}

export interface StoredProfile extends NamedFile {
  readonly label: string;
  /**
   * The total of its default sample type; unset until the profile has been read. `isChange` is set if it is that of a
   * difference between two moments.
   */
  readonly total?: { readonly type: string; readonly unit: string; readonly value: number; readonly isChange?: true };
  /** All of its sample types; unset until the profile has been read. */
  readonly sampleTypes?: readonly { readonly type: string; readonly unit: string }[];
  /** Iterations of each result, if the benchmark ran with `-benchtime=Nx`. */
  readonly iterations?: readonly number[];
  /** Set if the benchmark ran by duration: the iterations of all its rounds, if they were counted. */
  readonly byDuration?: { readonly operations?: number };
  /** Set if an operation took more than twice as long as without the profile: both times, in nanoseconds. */
  readonly slower?: { readonly profiled: number; readonly timed: number };
  /** Why the profile does not fit the run in which it was taken. */
  readonly misfit?: Misfit;
  /** What an operation of its benchmark allocates; set if every allocation was recorded. */
  readonly exactMemory?: ExactMemory;
  /** The time that a CPU profile is of, if it is not of the whole run. */
  readonly time?: TimeSpan;
  /** When a profile of a program was taken, in milliseconds since it began; unset for sums of pieces. */
  readonly takenAt?: number;
  /** The requests in the profile's time, if the service was under load. */
  readonly requests?: AnsweredRequests;
}

/** A capture as read from disk. */
export interface StoredCapture extends CaptureRecord {
  /** Absolute paths, in the order of `profiles`. */
  readonly profilePaths: readonly string[];
  /** Texts of the sources at the time of the capture, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

// JavaScript has no dates outside this range.
const isTime = where(isFinite, (value) => Math.abs(value) <= 8.64e15);
const isFigureText = oneOf(null, 'NaN', 'Infinity', '-Infinity');
const isFigure = (value: unknown): value is number | string | null => isFinite(value) || isFigureText(value);
const isRange = where(listOf(isFinite), ({ length }) => length === 2);
const FUNCTION_SETUP = {
  function: isText,
  file: isText,
  lines: listOf(isRange),
  timed: optional(listOf(isRange)),
  repeated: optional(listOf(isRange)),
} satisfies Checks<FunctionSetup>;
const isSetup = shape({
  ...FUNCTION_SETUP,
  helpers: optional(listOf(shape(FUNCTION_SETUP))),
} satisfies Checks<SetupLines>);
const isMisfit = shape({
  text: isText,
  place: optional(shape({ file: isText, line: isFinite } satisfies Checks<CodePlace>)),
  sign: optional(isText),
} satisfies Checks<Misfit>);
const isResult = shape({
  name: isText,
  baseName: isText,
  subName: isText,
  procs: isFinite,
  iterations: isFinite,
  values: listOf(shape({ value: isFigure, unit: isText })),
  config: recordOf(isText),
  line: isFinite,
  cpuNanos: optional(isFinite),
  misfit: optional(isMisfit),
} satisfies Checks<BenchmarkResult>);
/** A file name in the capture's folder, never a path that leads out of it. */
const isFileName = where(isText, (value) => /^[^/\\:\0]+$/.test(value) && !/^\.+$/.test(value));
const TIME = { from: isFinite, to: isFinite } satisfies Checks<TimeSpan>;
const isTimeline = shape({
  figures: optional(isFileName),
  pieces: listOf(shape({ ...TIME, fileName: isFileName, measured: optional(isFinite) } satisfies Checks<StoredPiece>)),
  watch: optional(shape({
    beganAt: isTime,
    moments: listOf(shape({
      at: isFinite, heap: optional(isFileName), goroutine: optional(isFileName),
    } satisfies Checks<StoredMoment>)),
    breaks: listOf(shape({ at: isFinite, text: isText } satisfies Checks<StoredBreak>)),
    grows: listOf(shape({
      kind: oneOf('heap', 'goroutine'), function: isText, file: isText, line: isFinite, by: isFinite, millis: isFinite,
    } satisfies Checks<StoredGrowth>)),
  } satisfies Checks<StoredWatch>)),
} satisfies Checks<StoredTimeline>);
const isProfile = shape({
  label: isText,
  fileName: isFileName,
  total: optional(shape({ type: isText, unit: isText, value: isFinite, isChange: optional(isFlag) })),
  sampleTypes: optional(listOf(shape({ type: isText, unit: isText }))),
  iterations: optional(listOf(isFinite)),
  byDuration: optional(shape({ operations: optional(isFinite) })),
  slower: optional(shape({ profiled: isFinite, timed: isFinite })),
  misfit: optional(isMisfit),
  exactMemory: optional(shape({ bytes: isFinite, allocations: isFinite } satisfies Checks<ExactMemory>)),
  time: optional(shape(TIME)),
  takenAt: optional(isFinite),
  requests: optional(isAnsweredRequests),
} satisfies Checks<StoredProfile>);
const isTurnsChange = shape({ type: isText, isIncrease: isFlag, evidence: isText } satisfies Checks<TurnsChange>);
const isSides = shape({
  kind: oneOf('environments', 'benchmarks', 'stages', 'services'),
  now: isText,
  before: isText,
} satisfies Checks<Sides>);
const isMeasuredInTurns = shape({
  base: shape({ id: isText, capturedAt: isFinite, revision: optional(isText) }),
  sides: optional(isSides),
  before: listOf(isResult),
  wanted: isFinite,
  stopped: optional(oneOf('cancelled', 'failed')),
  isSameProgram: optional(isFlag),
  notes: listOf(isText),
  changes: optional(listOf(isTurnsChange)),
  timeVaries: optional(isFinite),
  exact: optional(listOf(shape({ unit: isText, before: isFinite, now: isFinite } satisfies Checks<FigurePair>))),
  profiles: optional(listOf(isProfile)),
} satisfies Checks<MeasuredInTurns>);
const isServedBy = shape({
  pid: isFinite,
  startedAt: isTime,
  processors: optional(isFinite),
} satisfies Checks<ServedBy>);
const isFetched = shape({
  address: isText,
  seconds: optional(isFinite),
  process: optional(isServedBy),
} satisfies Checks<FetchedFrom>);
const isInstance = shape({
  name: isText,
  address: isText,
  process: optional(isServedBy),
} satisfies Checks<MeasuredInstance>);
const isService = shape({
  target: isText,
  name: isText,
  instances: listOf(isInstance),
  seconds: isFinite,
  load: optional(isLoadResult),
  notes: optional(listOf(isText)),
  partOf: optional(isText),
} satisfies Checks<MeasuredService>);
const PROGRAM = {
  name: isText,
  file: isText,
  args: optional(isText),
  launch: optional(isText),
  ended: optional(isText),
} satisfies Checks<MeasuredProgram>;
const isRecord = shape({
  id: isText,
  title: isText,
  subject: optional(isText),
  capturedAt: isTime,
  sortedAt: optional(isTime),
  profiles: listOf(isProfile),
  results: listOf(isResult),
  untimedCases: optional(listOf(isText)),
  target: optional(shape({ file: isText, name: isText })),
  module: optional(shape({ modulePath: isText, moduleDir: isText })),
  startBelow: optional(listOf(isText)),
  setup: optional(isSetup),
  loop: optional(oneOf('b.N', 'b.Loop')),
  misfit: optional(isMisfit),
  linesMayBeOff: optional(isFlag),
  reportedUnits: optional(listOf(isText)),
  conditions: optional(isConditions),
  code: optional(isMeasuredCode),
  output: optional(isText),
  turns: optional(isMeasuredInTurns),
  revision: optional(shape({ commit: isText, name: isText } satisfies Checks<MeasuredRevision>)),
  chosenEnvironment: optional(isText),
  stage: optional(isText),
  isPinned: optional(isFlag),
  noProgram: optional(isText),
  suite: optional(shape({ name: isText, startedAt: isFinite } satisfies Checks<MeasuredSuite>)),
  fetched: optional(isFetched),
  service: optional(isService),
  fleet: optional(isMeasuredFleet),
  program: optional(shape(PROGRAM)),
  timeline: optional(isTimeline),
} satisfies Checks<CaptureRecord>);

/** The file whose presence makes a folder a capture. */
export function recordPath(folder: string, id: string): string {
  return join(folder, id, 'run.json');
}

/**
 * The version of `run.json`; format.md lists the changes. Another version of Linecost may read or write a record,
 * so every change that an earlier one would misread gets a new number.
 */
const FORMAT_VERSION = 2;

/** The text of `run.json`. JSON has no NaN and no infinity, so these figures are stored as strings. */
export function recordText(record: CaptureRecord): string {
  return JSON.stringify({ formatVersion: FORMAT_VERSION, ...record }, (_, value: unknown) => {
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}

/**
 * Parses the `run.json` of a capture; `newer` if a newer version of Linecost wrote it, undefined if it is damaged,
 * belongs to another capture, or has neither profiles nor results.
 */
function parseRecord(text: string, id: string): CaptureRecord | 'newer' | undefined {
  const { formatVersion = 1, ...stored } = Object(parseJson(text)) as Record<string, unknown>;
  if (isFinite(formatVersion) && Number(formatVersion) > FORMAT_VERSION) return 'newer';
  const value = formatVersion === 1 ? upgraded(stored) : stored;
  if (!isRecord(value)) return undefined;
  const { code, ...rest } = value as unknown as CaptureRecord;
  const record = { ...rest, ...(code && { code: knownCode(code) }) };
  const isEmpty = record.profiles.length === 0 && record.results.length === 0;
  return record.id === id && !isEmpty ? withFigures(record) : undefined;
}

/** A record of version 1 as one of version 2. */
function upgraded({ again, ...stored }: Record<string, unknown>): Record<string, unknown> {
  return { ...stored, ...(again !== undefined && { turns: again }) };
}

/** Converts the figures that `recordText` stored as strings back to numbers. */
function withFigures(record: CaptureRecord): CaptureRecord {
  const { results, turns } = record;
  const lists = [results, turns?.before ?? []];
  if (lists.every((list) => list.every(({ values }) => values.every(({ value }) => isFinite(value))))) return record;
  const numbered = (list: readonly BenchmarkResult[]) => list.map((result) => ({
    ...result,
    // Earlier versions stored null for NaN and infinity.
    values: result.values.map(({ value, unit }) => ({ value: value === null ? NaN : Number(value), unit })),
  }));
  const earlier = turns && { turns: { ...turns, before: numbered(turns.before) } };
  return { ...record, results: numbered(results), ...earlier };
}

/** Parses `sources.json`; empty if it is damaged, since the profiles are useful without it. */
export function parseSources(text: string): Map<string, string> {
  const value = parseJson(text);
  return new Map(Array.isArray(value) ? value.filter(isPair) : []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a capture's record; undefined if there is no such capture, or its record is unreadable. */
export async function readRecord(folder: string, id: string): Promise<CaptureRecord | undefined> {
  const record = await readAnyRecord(folder, id);
  return record === 'newer' ? undefined : record;
}

/** Like readRecord; `newer` if a newer version of Linecost stored the capture. */
export async function readAnyRecord(folder: string, id: string): Promise<CaptureRecord | 'newer' | undefined> {
  const text = await readFile(recordPath(folder, id), 'utf8').catch(() => '');
  return parseRecord(text, id);
}

/** Sorts captures: newest first. */
export function placeOf({ capturedAt, sortedAt }: CaptureRecord): number {
  return sortedAt ?? capturedAt;
}

/** Whether a name is valid as the id of a capture: it does not lead out of the folder, nor start with a dot. */
export function isId(name: string): boolean {
  return !name.startsWith('.') && !/[/\\\0]/.test(name);
}
