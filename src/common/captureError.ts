export type CaptureFailure =
  | 'goNotFound'
  | 'goPathInvalid'
  | 'compile'
  | 'noMatch'
  | 'sameName'
  | 'earlyFlags'
  | 'failed'
  | 'panicked'
  | 'skipped'
  | 'timedOut'
  | 'killed'
  | 'noProfile'
  | 'tooLarge'
  | 'diskFull'
  | 'programGone'
  | 'badAddress'
  | 'unreachable'
  | 'httpStatus'
  | 'profilerInUse'
  | 'notAProfile'
  | 'badTrace'
  | 'badCommand'
  | 'toolNotFound'
  | 'closed';

/** A place in the source: an absolute path, 1-based line and column. */
export interface FailureLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A failure, as one sentence for the user. A cancelled capture throws the signal's reason instead. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  constructor(
    readonly failure: CaptureFailure,
    message: string,
    /** The failure's place in the source. */
    readonly location?: FailureLocation,
    /** The tool's output, for the output channel. */
    readonly detail?: string,
    /** A second place that the message names. */
    readonly otherLocation?: FailureLocation,
  ) {
    super(message);
  }
}

export function isCaptureError(error: unknown): error is CaptureError {
  return error instanceof CaptureError;
}
