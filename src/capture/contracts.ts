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
  /** Absolute path in a folder that exists: the program that was measured is left there, where that is possible. */
  readonly programFile?: string;
  readonly go: GoEnvironment;
}

export type GoTestStage =
  | { readonly kind: 'building' }
  | { readonly kind: 'measuring'; readonly profile: ProfileKind }
  | { readonly kind: 'reading'; readonly profile: ProfileKind };

export interface GoTestEvents {
  stage(stage: GoTestStage): void;
  /** A kind's profile is there; those asked for after it are still measured. */
  captured(profile: CapturedProfile): void;
  /** The tools' own output as it comes, commands run first as `$ go test …` lines. */
  output(text: string): void;
}

export interface CapturedProfile {
  readonly kind: ProfileKind;
  /** The file that the test binary wrote, gzip as it is. */
  readonly bytes: Uint8Array;
}

export interface GoTestOutcome {
  /** Standard output of the run whose figures are shown: that of the kind which disturbs least (cpu first). */
  readonly output: string;
  readonly importPath: string;
  /** Module path and root of the package's module; empty outside of a module. */
  readonly modulePath: string;
  readonly moduleDir: string;
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
