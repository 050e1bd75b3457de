/** What capture gives to the rest of the house: bytes and words, never an interpretation of a profile. */

export type ProfileKind = 'cpu' | 'memory' | 'mutex' | 'block';

export const PROFILE_KINDS: readonly ProfileKind[] = ['cpu', 'memory', 'mutex', 'block'];

export type TestKind = 'benchmark' | 'test' | 'example' | 'fuzz';

/** A Go function that `go test` can run, found in a file's text. Lines are 1-based. */
export interface TestFunction {
  readonly kind: TestKind;
  readonly name: string;
  readonly line: number;
  /** 1-based line of the closing brace. */
  readonly endLine: number;
}

/** How to call Go: settings of Linecost, and where those are unset of the Go extension, already resolved. */
export interface GoEnvironment {
  /** An absolute path, or a name to be found on PATH. */
  readonly goBinary: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** Added to `go test -c`, for example `-tags=integration`. */
  readonly buildFlags: readonly string[];
  /** Arguments to the test binary, for example `-v`, already without flags that Linecost sets itself. */
  readonly testArgs: readonly string[];
}

export interface GoTestRequest {
  /** Absolute folder of the package. */
  readonly packageDir: string;
  readonly target: { readonly kind: TestKind; readonly name: string };
  readonly kinds: readonly ProfileKind[];
  /** As -benchtime takes it: `1s`, `100x`; undefined: go's own default. */
  readonly benchtime?: string;
  readonly count?: number;
  /** Bytes between sampled allocations; 1 records every allocation; undefined: the runtime's default. */
  readonly memProfileRate?: number;
  /** Seconds for one kind's run; 0: none. */
  readonly timeoutSeconds: number;
  /** Reads a benchmark's results in what it has printed; without it, no run has a fixed number of iterations. */
  readonly resultsOf?: (output: string) => Promise<readonly IterationCount[]>;
  /** A profile with more bytes on disk is not read; undefined: any is. */
  readonly mostProfileBytes?: number;
  /** Absolute folders: the texts of compiled files below them are read. */
  readonly sourceFolders?: readonly string[];
  /** Absolute path in a folder that exists: the program is left there once it is built, where that is possible. */
  readonly programFile?: string;
  readonly go: GoEnvironment;
}

/** What tells of a benchmark's result line how often it ran what. */
export interface IterationCount {
  /** Names of the sub-benchmarks with slashes between; empty where there is none. */
  readonly subName: string;
  readonly iterations: number;
}

export interface CapturedProfile {
  readonly kind: ProfileKind;
  /** The file that the test binary wrote, gzip as it is. */
  readonly bytes: Uint8Array;
  /** Iterations of each result of a benchmark that ran a fixed number of them, as `-benchtime=Nx` asks. */
  readonly iterations?: readonly number[];
}

/** What was built, and of what. */
export interface GoTestBuild {
  readonly importPath: string;
  /** Module path and root of the package's module; empty outside of a module. */
  readonly modulePath: string;
  readonly moduleDir: string;
  /** Texts that were compiled, by absolute path: of the files below the request's folders, up to a limit. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sources changed during each build: what was compiled may differ from `texts`. */
  readonly linesMayBeOff: boolean;
}

export type CaptureFailure =
  | 'goNotFound'
  | 'compile'
  | 'noMatch'
  | 'failed'
  | 'panicked'
  | 'skipped'
  | 'timedOut'
  | 'killed'
  | 'noProfile'
  | 'tooLarge'
  | 'diskFull'
  | 'badTarget'
  | 'unreachable'
  | 'httpStatus'
  | 'notAProfile'
  | 'closed';

/** One sentence for the user, where it happened, and what the tool said. Cancelling throws an AbortError instead. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  constructor(
    readonly failure: CaptureFailure,
    message: string,
    /** Where the tool pointed to: an absolute path, 1-based line and column. */
    readonly location?: { readonly file: string; readonly line: number; readonly column: number },
    /** The tool's own words, for the output channel. */
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** Told by its name: the bundle that measures has a class of its own. */
export function isCaptureError(error: unknown): error is CaptureError {
  return error instanceof Error && error.name === 'CaptureError';
}
