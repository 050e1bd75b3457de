import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import type { ProfileKind } from '../captureTypes';
import { fullDiskError, isDiskFull } from '../failures/diskFailure';
import { inSlices } from '../timeSlices';
import { NotRegularError, readRegular, TooLargeError } from '../../common/regularFile';
import { type FSWatcher, watch } from 'node:fs';
import { rename } from 'node:fs/promises';

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
  return (await unzipped(file, maxBytes, signal))?.includes(PARALLEL) ?? false;
}

/** The total of a CPU profile, in nanoseconds; undefined if it cannot be read. Throws the signal's reason on abort. */
export async function cpuNanosIn(file: string, maxBytes: number, signal: AbortSignal): Promise<number | undefined> {
  const bytes = await unzipped(file, maxBytes, signal);
  if (!bytes) return undefined;
  // Most windows never need it.
  const { decodeProfile } = await import('../../profile/wire/decode');
  try {
    const { sampleTypes, values } = decodeProfile(bytes);
    const type = sampleTypes.findIndex(({ type: name, unit }) => name === 'cpu' && unit === 'nanoseconds');
    return type < 0 ? undefined : values[type].reduce((sum, value) => sum + value, 0);
  } catch {
    return undefined;
  }
}

/** In bytes. A larger profile is not searched. */
const MAX_UNZIPPED = 1 << 26;

/** The bytes of a profile; undefined if it cannot be read. */
async function unzipped(file: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  try {
    return await promisify(gunzip)(await readRegular(file, maxBytes, signal), { maxOutputLength: MAX_UNZIPPED });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function* noProfile(name: string, kind: ProfileKind, output: string): Steps<CaptureError> {
  const isReason = (line: string) => (/^testing: can't (?:start|write) /.test(line) ? line : undefined);
  const printed = yield* findInLines(output, isReason, { having: "testing: can't " });
  const unbuilt = 'a program that was built without this kind cannot write it: profile it with wall first, then measure again';
  // Of the other kinds, package testing writes the profiles.
  const reason = printed ?? (kind === 'wall' ? unbuilt : 'check that its TestMain calls m.Run and os.Exit');
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

/**
 * Keeps the cpu profile of a program apart from that of a child that the program starts with its own arguments: such
 * a child creates, and empties, the file of the same name. So the program's file is renamed as soon as it exists; the
 * program writes on, since it has the file open. Where open files cannot be renamed (Windows), nothing changes.
 */
export class OwnProfile {
  private readonly watcher: FSWatcher | undefined;
  private renaming: Promise<boolean> | undefined;

  /** @param file the absolute path of the profile, which does not exist yet */
  constructor(private readonly file: string) {
    try {
      this.watcher = watch(dirname(file), { persistent: false }, (_, name) => this.follow(name));
      // Without a watch, such as at the system's limit of watches, the file keeps its name.
      this.watcher.on('error', () => undefined);
    } catch {
      this.watcher = undefined;
    }
  }

  /** Call after the run. Gives the program's file its name back, in place of a file that a child made. */
  async restore(): Promise<void> {
    this.watcher?.close();
    // A missing file is reported when it is read.
    if (await this.renaming) await rename(this.own, this.file).catch(() => undefined);
  }

  private get own(): string {
    return `${this.file}.own`;
  }

  private follow(name: string | null): void {
    if (name !== basename(this.file) || this.renaming) return;
    this.renaming = rename(this.file, this.own).then(() => true, () => false);
    this.watcher?.close();
  }
}
