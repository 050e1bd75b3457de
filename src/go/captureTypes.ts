/** What src/go returns to its callers: bytes and texts, never an interpreted profile. */

import type { GitState } from './gitState';

export type ProfileKind = 'cpu' | 'memory' | 'mutex' | 'block' | 'wall' | 'trace';

export const PROFILE_KINDS: readonly ProfileKind[] = ['cpu', 'memory', 'mutex', 'block', 'wall', 'trace'];

/** The profiles that `go tool trace` makes of an execution trace. */
export type TraceKind = 'network' | 'sync' | 'syscall' | 'scheduler';

/** What can be measured of a program that runs on its own. */
export type ProgramKind = ProfileKind | 'goroutine' | 'leaks';

/** The kinds that are written in pieces while the program runs. */
export type PieceKind = 'cpu' | 'wall';

export const PIECE_KINDS: readonly PieceKind[] = ['cpu', 'wall'];

export const PROGRAM_KINDS: readonly ProgramKind[] = ['cpu', 'memory', 'mutex', 'block', 'wall', 'goroutine', 'leaks', 'trace'];

export type TestKind = 'benchmark' | 'test' | 'example' | 'fuzz';

/** A Go function that `go test` can run, found in a file's text. Lines are 1-based. */
export interface TestFunction {
  readonly kind: TestKind;
  readonly name: string;
  readonly line: number;
  /** 1-based line of the closing brace. */
  readonly endLine: number;
}

/** How to call Go, resolved from the settings of Linecost and of the Go extension. */
export interface GoEnvironment {
  /** An absolute path, or a name to look up on PATH. */
  readonly goBinary: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** For the go commands that build or list packages, for example `-tags=integration`. */
  readonly buildFlags: readonly string[];
  /** Arguments to the test binary, for example `-v`, without the flags that Linecost sets itself or drops. */
  readonly testArgs: readonly string[];
  /** Flags in linecost.go.testFlags that are left out: `-trace`. */
  readonly leftOut?: readonly string[];
}

export interface GoTestRequest {
  /** Absolute folder of the package. */
  readonly packageDir: string;
  readonly target: { readonly kind: TestKind; readonly name: string };
  readonly kinds: readonly ProfileKind[];
  /** The unit in which results of `turn` also have the CPU time of an operation, if Go and the system allow it. */
  readonly cpuTimeUnit?: string;
  /** Runs only the cases of a benchmark that this part of a -bench pattern matches: `size=1/fast`. */
  readonly casePattern?: string;
  /** The value of -benchtime: `1s`, `100x`; undefined for Go's default. */
  readonly benchtime?: string;
  readonly count?: number;
  /** Profiles for as long as the benchmark is timed, instead of repeating the iterations of the timed run. */
  readonly byDuration?: boolean;
  /** Bytes between sampled allocations; 1 records every allocation; undefined for the runtime's default. */
  readonly memProfileRate?: number;
  /** Samples a second of the CPU profile of a benchmark, if Go and the system allow it; undefined for Go's 100. */
  readonly cpuRate?: number | undefined;
  /** Called after a run whose wall profile was not sampled as usual, with what wallSamplingText says. */
  readonly onWallSampled?: (said: string) => void;
  /** Called if the system's timer is too slow for `cpuRate`. The CPU profile then has 100 samples a second. */
  readonly onSlowTimer?: () => void;
  /** Time limit for each run of the program, in seconds; 0 means no limit. */
  readonly timeoutSeconds: number;
  /** Reads a benchmark's results from its output; if unset, no run repeats an earlier run's number of iterations. */
  readonly resultsOf?: (output: string) => Promise<readonly IterationCount[]>;
  /** Size limit for a profile on disk, in bytes; undefined for no limit. */
  readonly maxProfileBytes?: number;
  /** Absolute folders. The texts of compiled files below them are read. */
  readonly sourceFolders?: readonly string[];
  /** Absolute path in an existing folder. After the build, the program is linked or copied there if possible. */
  readonly programFile?: string;
  /** Called with the reason if that is not possible. */
  readonly onNoProgram?: (error: unknown) => void;
  /** Absolute path of the program of an earlier capture, which `turn` runs alternately with the new program. */
  readonly earlierProgram?: string;
  /** Variables of the program's runs alone, beside those of `go.env`: the build does not see them. */
  readonly runVariables?: Readonly<Record<string, string>>;
  /** Called before each profiled or timed run; the result is called with the run's standard output as it arrives. */
  readonly onRun?: () => (text: string) => void;
  readonly go: GoEnvironment;
}

/** A package main to build and run. */
export interface GoProgramRequest
  extends Pick<GoTestRequest, 'packageDir' | 'sourceFolders' | 'programFile' | 'onNoProgram' | 'runVariables' | 'go'> {
  /** Absolute path of the file with its function main. */
  readonly mainFile: string;
  /** Whether leaked goroutines are to be found: Go 1.26 compiles its library once more for it. */
  readonly findsLeaks?: boolean;
  /** Whether it is built without the agent, because it serves its profiles itself. */
  readonly isPlain?: boolean;
}

/** The parts of a benchmark's result that the runs need. */
export interface IterationCount {
  /** Names of the sub-benchmarks, joined by slashes; empty for the benchmark itself. */
  readonly subName: string;
  readonly iterations: number;
  readonly values: readonly { readonly value: number; readonly unit: string }[];
}

/** How many operations a profile has, and how its run differs from the timed run. */
export interface ProfiledRun {
  /** Iterations of each result; unset if the number was not fixed, or results may be missing. */
  readonly iterations?: readonly number[];
  /** Set if the run was repeated until it had lasted long enough, as the timed run. */
  readonly byDuration?: ByDuration;
}

/** A run whose number of iterations was not fixed. */
export interface ByDuration {
  /** Iterations of all rounds; unset if unknown. */
  readonly operations?: number;
}

/** The time of an operation in a profiled run and in the timed run, in nanoseconds. */
export interface SlowerRun {
  readonly profiled: number;
  readonly timed: number;
}

export interface CapturedProfile extends ProfiledRun {
  readonly kind: ProfileKind;
  /** Which of the profiles it is that were made of an execution trace; unset for other kinds. */
  readonly waits?: TraceKind;
  /** The execution trace from which it was made, if it is kept. */
  readonly trace?: Uint8Array;
  /** The file that the test binary wrote, still gzipped; an execution trace as it is. */
  readonly bytes: Uint8Array;
  /** What the run printed, for all its iterations: the time and the allocated bytes. Unset without results. */
  readonly run?: { readonly timedNanos: number; readonly allocatedBytes: number };
}

/** A built test binary and its sources. */
export interface GoTestBuild {
  readonly importPath: string;
  /** The module path; empty outside of a module. */
  readonly modulePath: string;
  /** Absolute root folder of the module; empty outside of a module. */
  readonly moduleDir: string;
  /**
   * Texts of the compiled files below the request's folders, by absolute path; without vendored files, and incomplete
   * for large programs.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** Hashes of the user's own files of the program that are neither Go nor assembly, by absolute path. */
  readonly otherFiles: ReadonlyMap<string, string>;
  /** Whether no file of the user's own is missing in `texts` and `otherFiles`. */
  readonly areTextsComplete: boolean;
  /** Whether the sources changed during every build, so that `texts` may differ from what was compiled. */
  readonly linesMayBeOff: boolean;
  /** `go1.26.8`. */
  readonly goVersion: string;
  /** The value of `go env GOEXPERIMENT`; empty if there are no experiments. */
  readonly goExperiment: string;
  /** See testEnvironment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The flags that the user chose for the build and the test binary, including benchtime and count. */
  readonly flags: readonly string[];
  readonly git?: GitState;
  /** Whether the program equals the request's `earlierProgram`, byte for byte. */
  readonly isEarlierProgram: boolean;
}

/** A program that was built with Linecost's agent, and its sources. */
export interface GoProgramBuild extends Omit<GoTestBuild, 'isEarlierProgram'> {
  /** The program's name: `caddy`. */
  readonly title: string;
  /** Whether the program can take CPU profiles of itself meanwhile. */
  readonly sharesCpuProfile: boolean;
  /** Those of the packages `plugin`, `runtime/pprof`, `runtime/trace` and `net/http/pprof` that are in it. */
  readonly uses: ReadonlySet<string>;
}
