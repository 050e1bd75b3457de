import { loopOf, operationsOf } from '../bench/operations';
import type {
  FetchedFrom, MeasuredInTurns, MeasuredProgram, MeasuredService, ServedBy, StoredProfile, StoredTimeline,
} from './disk/captureStore';
import type { MeasuredFleet } from '../fleet/measuredFleet';
import type { SideNames } from './disk/captureRecord';
import type { Conditions } from './disk/conditions';
import type { Misfit } from '../bench/misfit';
import type { BenchmarkResult } from '../bench/parseOutput';
import type { CaptureFacts, ProfileSummary } from '../engine/queries';
import type { SetupLines } from '../profile/answers/flame';
import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';
import { PER_OPERATION, PER_REQUEST, type PerWork } from '../profile/text/relativeUnits';
import { typeCalled } from '../profile/text/sampleTypeNames';
import type { ModuleHint } from '../sources/workspace/modules';

/** A profile loaded in the engine. */
export interface LoadedProfile
  extends Pick<StoredProfile, 'iterations' | 'byDuration' | 'slower' | 'misfit' | 'exactMemory' | 'time' | 'takenAt' | 'requests'>,
  Omit<CaptureFacts, 'corrections'> {
  readonly summary: ProfileSummary;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
}

/** The Go function that was measured. */
export interface CaptureTarget {
  /** Absolute path of its file. */
  readonly file: string;
  readonly name: string;
}

/** A loaded capture, or a profile file opened as a capture: profiles, results and the sources at that time. */
export interface Capture {
  readonly id: string;
  /** `BenchmarkJoin`, `localhost:6060 heap`, `cpu.pprof`. */
  readonly title: string;
  /** Milliseconds since the epoch; 0 or less if unknown. */
  readonly capturedAt: number;
  /** Identifies what was measured, so that captures of the same subject are compared. If unset, see subjectOf. */
  readonly subject?: string;
  /** How the benchmark loops, according to its source text. */
  readonly loop?: BenchmarkLoop;
  /** Why the results and the profiles do not measure the benchmark's operations. */
  readonly misfit?: Misfit;
  readonly profiles: readonly LoadedProfile[];
  /** Those of the earlier program that were taken in turns with `profiles`; see MeasuredInTurns. */
  readonly earlierProfiles?: readonly LoadedProfile[];
  readonly results: readonly BenchmarkResult[];
  /** Names of the sub-benchmarks that share the profiles, if they were not timed and so have no results. */
  readonly untimedCases?: readonly string[];
  readonly target?: CaptureTarget;
  readonly module?: ModuleHint;
  /** The testing frames directly above the measured code; the flame graph can start below them. */
  readonly startBelow?: readonly string[];
  /** The lines of a benchmark's setup; the flame graph can leave them out. */
  readonly setup?: SetupLines;
  /** Set if the sources changed during the build, so the profile's lines may not be those of `sources`. */
  readonly linesMayBeOff?: boolean;
  readonly conditions?: Conditions;
  /** Where the profile was fetched, if it is of a running program. */
  readonly fetched?: FetchedFrom;
  /** The saved service that was profiled. */
  readonly service?: MeasuredService;
  /** The question to a store of a fleet's profiles that the profile answers. */
  readonly fleet?: MeasuredFleet;
  /** The program that was run and measured, if it is one of its own. */
  readonly program?: MeasuredProgram;
  /** What its program did when. */
  readonly timeline?: StoredTimeline;
  /** Set if this is a time of another capture, which that is compared with: what the two times are called. */
  readonly sides?: SideNames;
  /** The results of an earlier program that was measured in turns with the program of this capture. */
  readonly turns?: MeasuredInTurns;
  /** The captured text of the workspace's files, by absolute path. Grows while the files are read. */
  readonly sources: Map<string, string>;
}

/** A profile of a capture under one sample type. */
export interface Viewed {
  readonly capture: Capture;
  /** One of the capture's profiles, not derived. */
  readonly profile: LoadedProfile;
  /** Index into profile.summary.sampleTypes. */
  readonly sampleType: number;
}

/** Why a profile says nothing of the operations of its benchmark; undefined if nothing is known to be wrong. */
export function misfitOf(capture: Pick<Capture, 'misfit'>, { misfit }: Pick<LoadedProfile, 'misfit'>): Misfit | undefined {
  return misfit ?? capture.misfit;
}

/**
 * The operations in a benchmark's profile, or about how many requests a service answered in the profile's time;
 * undefined for other profiles, if the operations are not known exactly, and if the profile does not fit its run.
 */
export function operationsOfProfile(capture: Capture, profile: LoadedProfile): number | undefined {
  if (!isBenchmark(capture)) return profile.requests?.count;
  if (misfitOf(capture, profile)) return undefined;
  const { iterations, byDuration } = profile;
  return byDuration ? byDuration.operations : operationsOf(iterations, loopOf(capture));
}

/** How much time the costs of a store's answer are of, in seconds; undefined if it is not known, and for others. */
export function secondsOf({ fleet }: Pick<Capture, 'fleet'>): number | undefined {
  return fleet?.seconds;
}

/** The suffix of the units of costs per operation or request. */
export function perWorkOf({ requests }: Pick<LoadedProfile, 'requests'>): PerWork {
  return requests ? PER_REQUEST : PER_OPERATION;
}

/** The subject: `/p/x_test.go#BenchmarkX`, `http://host/debug/pprof/heap`; undefined for a profile file. */
export function subjectOf({ subject, target }: Pick<Capture, 'subject' | 'target'>): string | undefined {
  return subject ?? (target && `${target.file}#${target.name}`);
}

/** The only process behind the profiles of a service, if it is known. */
export function servingProcessOf({ fetched, service }: Pick<Capture, 'fetched' | 'service'>): ServedBy | undefined {
  const [first, ...others] = service?.instances ?? [];
  return fetched?.process ?? (others.length === 0 ? first?.process : undefined);
}

/** The capture's subject, or its id if it has none. */
export function identityOf(capture: Pick<Capture, 'id' | 'subject' | 'target'>): string {
  return subjectOf(capture) ?? capture.id;
}

export function isBenchmark<T extends Pick<Capture, 'target'>>(
  capture: T,
): capture is T & { readonly target: CaptureTarget } {
  return capture.target?.name.startsWith('Benchmark') === true;
}

/** The profile with the largest total of its default sample type. */
export function largestProfile(profiles: readonly LoadedProfile[]): LoadedProfile {
  const totalOf = ({ summary: { totals, defaultSampleType } }: LoadedProfile) => totals[defaultSampleType];
  return profiles.reduce((largest, each) => (totalOf(each) > totalOf(largest) ? each : largest));
}

/** The index of the sample type with this name; the default sample type if there is none. */
export function sampleTypeNamed({ summary }: LoadedProfile, name: string | undefined): number {
  const named = typeCalled(summary.sampleTypes, name);
  return named >= 0 ? named : summary.defaultSampleType;
}
