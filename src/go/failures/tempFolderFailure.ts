import { CaptureError } from '../../common/captureError';
import { fullDiskOf } from './fullDisk';

const ADVICE = 'set GOTMPDIR in linecost.go.env to a folder that can be written to';

/** The CaptureError for a worktree whose temporary folder cannot be made in `root`. */
export function worktreeTempFailure(error: unknown, root: string, revision: string): CaptureError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const words = `${revision} needs a temporary folder, and ${root} cannot be written to (${code}): ${ADVICE}.`;
  return fullDiskOf(error, root) ?? new CaptureError('failed', words, undefined, message);
}

/** The folder for temporary files. */
export interface TempRoot {
  readonly path: string;
  /** Whether GOTMPDIR sets the folder. */
  readonly isChosen: boolean;
}

/** The CaptureError for a full disk or an unusable folder for temporary files; else the error itself. */
export function tempFailure(error: unknown, { path: root, isChosen }: TempRoot): unknown {
  const full = fullDiskOf(error, root);
  if (full !== undefined) return full;
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall !== 'mkdtemp') return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'does not exist: create it',
    ENOTDIR: 'is not a folder: rename it',
    EROFS: 'is on a read-only disk: make it writable',
  };
  const subject = isChosen ? `GOTMPDIR is ${root}, which` : `The folder for temporary files, ${root},`;
  const reason = reasons[code] ?? `cannot be written to (${code}): change its permissions`;
  const message = `${subject} ${reason}, or ${ADVICE}.`;
  return new CaptureError('failed', message, undefined, error.message);
}
