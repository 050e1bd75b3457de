import { statfs } from 'node:fs/promises';
import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';

/** The operating systems' messages, as Go prints them. */
const MESSAGES = ['no space left on device', 'not enough space on the disk', 'disk quota exceeded'];
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const ADVICE = 'free some space, or set GOTMPDIR in linecost.go.env to a folder on another disk';

/**
 * The failure for a full disk, from the output of tools; undefined if the output does not report one.
 * @param prefix only lines that start with it are read, because a test may print the same words
 */
export function* fullDisk(output: string, prefix = ''): Steps<CaptureError | undefined> {
  const withPrefix = (line: string) => (line.startsWith(prefix) ? line : undefined);
  for (const words of MESSAGES) {
    const line = yield* findInLines(output, withPrefix, { having: words });
    if (line !== undefined) return fullDiskError(line.trim(), output);
  }
  return undefined;
}

/** With fewer free bytes than this, writing a file may fail. */
const MIN_BYTES = 1 << 14;

/** Whether fewer than `minBytes` bytes are free on the folder's disk; false if the system does not report them. */
export async function isDiskFull(folder: string, minBytes = MIN_BYTES): Promise<boolean> {
  const stats = await statfs(folder).catch(() => undefined);
  return stats !== undefined && stats.blocks > 0 && stats.bavail * stats.bsize < minBytes;
}

/** If less is free after a failed build, the disk was full; by then, Go has deleted the file that did not fit. */
const MIN_BUILD_BYTES = 1 << 20;

/**
 * The failure of a build whose disk is full, instead of what Go reports: without space in its cache, for example, Go
 * cannot find its own packages. Returns `failure` if no disk is full.
 * @param temp the folder for temporary files
 * @param cache the folder of Go's build cache
 */
export async function fullBuildDisk(failure: CaptureError, temp: string, cache: string): Promise<CaptureError> {
  const { detail = '', message } = failure;
  const isReported = failure.failure === 'diskFull';
  const isOfCache = isReported ? cache !== '' && message.includes(cache) : await isDiskFull(cache, MIN_BUILD_BYTES);
  if (!isOfCache) return isReported || (await isDiskFull(temp)) ? fullDiskError(temp, detail) : failure;
  const advice = 'free some space, or set GOCACHE in linecost.go.env to a folder on another disk';
  return new CaptureError('diskFull', `The disk of Go's build cache is full (${cache}): ${advice}.`, undefined, detail);
}

/** The failure for a full disk, from the system's error; undefined for another error. */
function fullDiskOf(error: unknown, folder: string): CaptureError | undefined {
  if (!(error instanceof Error) || !CODES.has((error as NodeJS.ErrnoException).code)) return undefined;
  return fullDiskError(folder, error.message);
}

export function fullDiskError(where: string, detail: string): CaptureError {
  return new CaptureError('diskFull', `The disk for temporary files is full (${where}): ${ADVICE}.`, undefined, detail);
}

const TEMP_ADVICE = 'set GOTMPDIR in linecost.go.env to a folder that can be written to';

/** The CaptureError for a worktree whose temporary folder cannot be made in `root`. */
export function worktreeTempFailure(error: unknown, root: string, revision: string): CaptureError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const words = `${revision} needs a temporary folder, and ${root} cannot be written to (${code}): ${TEMP_ADVICE}.`;
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
  const message = `${subject} ${reason}, or ${TEMP_ADVICE}.`;
  return new CaptureError('failed', message, undefined, error.message);
}
