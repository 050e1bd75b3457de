import { constants } from 'node:fs';
import { copyFile, lstat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CaptureError } from '../captureError';
import type { GoTestFiles } from './goTestArgs';
import type { RunResult } from '../processes/runProcess';
import { isRegular, openRegular } from './regularFile';
import { isNotBuilt, joinOutput } from '../failures/runFailure';
import { inSlices } from '../timeSlices';

const PIECE_BYTES = 1 << 20;

/**
 * A copy of the test binary. `go test` checks the sources each time it runs. If they have changed, it builds again or
 * fails; without the copy, later kinds of profiles would measure another program than the first.
 */
export class BinaryCopy {
  private constructor(
    private readonly binary: string,
    private readonly copy: string,
    private readonly identity: string,
  ) {}

  static async make({ binary, copy }: GoTestFiles): Promise<BinaryCopy> {
    const identity = await identityOf(binary);
    await copyFile(binary, copy, constants.COPYFILE_FICLONE);
    return new BinaryCopy(binary, copy, identity);
  }

  /** Whether this run of `go test` has used the binary that was copied. */
  async isCurrent(result: RunResult, signal: AbortSignal): Promise<boolean> {
    if (await inSlices(isNotBuilt(joinOutput(result)), signal)) return false;
    if ((await identityOf(this.binary)) === this.identity) return true;
    // `go test` may touch or rewrite a binary that is up to date.
    return haveSameBytes([this.binary, this.copy], signal);
  }
}

async function identityOf(file: string): Promise<string> {
  const stats = await lstat(file).catch(() => undefined);
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/**
 * Whether two files have the same bytes; false if a file is missing, or the measured program has replaced it by
 * something that is not a regular file. Compares piece by piece, which is faster than digests. Throws the signal's
 * reason on abort.
 */
export async function haveSameBytes(files: readonly [string, string], signal: AbortSignal): Promise<boolean> {
  const opened = await Promise.all(files.map((file) => openRegular(file).catch(() => undefined)));
  try {
    const [a, b] = opened;
    if (!a || !b || a.size !== b.size) return false;
    const pieces = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)] as const;
    for (let at = 0; at < a.size; at += PIECE_BYTES) {
      signal.throwIfAborted();
      const [left, right] = await Promise.all([
        a.handle.read(pieces[0], 0, PIECE_BYTES, at),
        b.handle.read(pieces[1], 0, PIECE_BYTES, at),
      ]);
      if (left.bytesRead !== right.bytesRead) return false;
      if (pieces[0].compare(pieces[1], 0, left.bytesRead, 0, left.bytesRead) !== 0) return false;
    }
    return true;
  } finally {
    await Promise.all(opened.map((file) => file?.handle.close()));
  }
}

/** Throws CaptureError if the program of a test is gone, because it may remove or replace itself. */
export async function checkProgram(program: string, name: string): Promise<void> {
  if (await isRegular(program)) return;
  throw new CaptureError('failed', `The program of ${name} no longer exists: does it remove or replace its own files?`);
}

/** PATH as `go test` sets it for the test binary: with GOROOT/bin in front. */
export function withGoOnPath(env: Readonly<Record<string, string>>, goroot: string): Readonly<Record<string, string>> {
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [join(goroot, 'bin'), env[name] ?? ''].join(delimiter) };
}
