import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import type { ProfileKind } from '../captureTypes';
import { fullDiskError, isDiskFull } from '../failures/fullDisk';
import { inSlices } from '../timeSlices';
import { NotRegularError, readRegular, TooLargeError } from './regularFile';

/** Describes the profile that a run of the test binary should have written. */
export interface WrittenProfile {
  /** The name of the benchmark or test. */
  readonly name: string;
  readonly kind: ProfileKind;
  readonly file: string;
  /** Everything that the run printed. */
  readonly output: string;
}

/** Reads a profile of the test binary. Throws CaptureError, the system's error, or the signal's reason on abort. */
export async function readProfileFile(
  { name, kind, file, output }: WrittenProfile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const bytes = await readRegular(file, maxBytes, signal);
    // Go does not report that a cpu profile was cut short by a full disk.
    if (await isDiskFull(dirname(file))) throw fullDiskError(file, output);
    if (bytes.length > 0) return bytes;
  } catch (error) {
    if (error instanceof TooLargeError) throw tooLarge(name, kind, error.size, maxBytes);
    if (error instanceof NotRegularError) throw notRegular(name, kind, output);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  throw await inSlices(noProfile(name, kind, output), signal);
}

/** The function in which RunParallel runs the body of a benchmark; it is the outermost of its stacks. */
const PARALLEL = 'testing.(*B).RunParallel.func1';

/** Whether a profile has samples of RunParallel; false if it cannot be read. Throws the signal's reason on abort. */
export async function namesParallel(file: string, maxBytes: number, signal: AbortSignal): Promise<boolean> {
  try {
    const bytes = await promisify(gunzip)(await readRegular(file, maxBytes, signal), { maxOutputLength: MAX_UNZIPPED });
    return bytes.includes(PARALLEL);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** In bytes. A larger profile is not searched. */
const MAX_UNZIPPED = 1 << 26;

function* noProfile(name: string, kind: ProfileKind, output: string): Steps<CaptureError> {
  const isReason = (line: string) => (/^testing: can't (?:start|write) /.test(line) ? line : undefined);
  const printed = yield* findInLines(output, isReason, { having: "testing: can't " });
  const reason = printed ?? 'check that its TestMain calls m.Run and os.Exit';
  return new CaptureError('noProfile', `${name} ran, but wrote no ${kind} profile: ${reason}.`, undefined, output);
}

function notRegular(name: string, kind: ProfileKind, output: string): CaptureError {
  const message = `${name} ran, but its ${kind} profile is not a regular file: check what its TestMain does.`;
  return new CaptureError('noProfile', message, undefined, output);
}

function tooLarge(name: string, kind: ProfileKind, bytes: number, maxBytes: number): CaptureError {
  const limit = Number.isFinite(maxBytes) ? `, and linecost.limits.memory allows ${megabytes(maxBytes)}` : '';
  const advice = 'raise that limit, or profile fewer iterations (linecost.profile.benchtime)';
  const message = `The ${kind} profile of ${name} takes ${megabytes(bytes)} on disk${limit}: ${advice}.`;
  return new CaptureError('tooLarge', message);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;
}
