import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { GoTestFiles } from './goTestArgs';
import type { RunResult } from '../../common/processes/runProcess';
import { isRegular, openRegular, type RegularFile } from '../../common/regularFile';
import { isNotBuilt, joinOutput } from '../failures/runFailure';
import { inSlices } from '../timeSlices';

/** The build ID is near the start of a program: `go tool buildid` reads as many bytes. */
const HEAD_BYTES = 32 << 10;
const PIECE_BYTES = 1 << 20;
/** The build ID that the go command sets, in a note of ELF files or in the text of others; not one from -ldflags. */
const BUILD_ID = /(?:Go\0\0|Go build ID: ")[\w-]{20}(?:\/[\w-]{20})+/;

/**
 * A copy of the test binary, for runs by `go test`, which checks the sources each time. If they have changed, it builds
 * again or fails; without the copy, later kinds of profiles would measure another program than the first.
 */
export class BinaryCopy {
  private constructor(
    private readonly binary: string,
    private readonly copy: string,
    private readonly identity: string,
  ) {}

  static async make({ binary, program }: GoTestFiles): Promise<BinaryCopy> {
    const identity = await identityOf(binary);
    await mkdir(dirname(program), { recursive: true });
    await copyFile(binary, program, constants.COPYFILE_FICLONE);
    return new BinaryCopy(binary, program, identity);
  }

  /** Whether this run of `go test` has used the binary that was copied. */
  async isCurrent(result: RunResult, signal: AbortSignal): Promise<boolean> {
    if (await inSlices(isNotBuilt(joinOutput(result)), signal)) return false;
    if ((await identityOf(this.binary)) === this.identity) return true;
    // `go test` may touch or rewrite a binary that is up to date.
    return areSameProgram([this.binary, this.copy], signal);
  }
}

/** Moves the test binary to the place of the program that is measured. */
export async function moveBinary({ binary, program }: GoTestFiles): Promise<void> {
  await mkdir(dirname(program), { recursive: true });
  await rename(binary, program);
}

async function identityOf(file: string): Promise<string> {
  const stats = await lstat(file).catch(() => undefined);
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/**
 * Whether two files are the same program: they have the same Go build ID, which depends on all that was compiled, or,
 * without one, the same bytes. False if a file is missing, or the measured program has replaced it by something that is
 * not a regular file. Throws the signal's reason on abort.
 */
export async function areSameProgram(files: readonly [string, string], signal: AbortSignal): Promise<boolean> {
  const opened = await Promise.all(files.map((file) => openRegular(file).catch(() => undefined)));
  try {
    const [a, b] = opened;
    if (!a || !b || a.size !== b.size) return false;
    const head = await equalPiece(a, b, 0, HEAD_BYTES);
    if (!head) return false;
    if (BUILD_ID.test(head.toString('latin1'))) return true;
    for (let at = head.length; at < a.size; at += PIECE_BYTES) {
      signal.throwIfAborted();
      if (!(await equalPiece(a, b, at, PIECE_BYTES))) return false;
    }
    return true;
  } finally {
    await Promise.all(opened.map((file) => file?.handle.close()));
  }
}

/** The bytes that two files have in common from an offset on, at most `length`; undefined if they differ there. */
async function equalPiece(a: RegularFile, b: RegularFile, at: number, length: number): Promise<Buffer | undefined> {
  const [left, right] = await Promise.all(
    [a, b].map(async ({ handle }) => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    }),
  );
  return left.equals(right) ? left : undefined;
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

/**
 * Replaces `to` by a hard link to `from`, or by a copy if a link is not possible, for example to another file system.
 * Throws the system's error.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
}
