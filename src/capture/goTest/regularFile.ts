import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

const PIECE_BYTES = 4 << 20;

export interface RegularFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** What a program has written is not a file whose bytes can be read: a link, a pipe, a device, a folder. */
export class NotRegularError extends Error {}

/** The file has more bytes than may be read. */
export class TooLargeError extends Error {
  constructor(readonly size: number) {
    super(`The file has ${size} bytes.`);
  }
}

/** Opens a file that a program has written, and nothing else. Throws NotRegularError, or the system's error. */
export async function openRegular(path: string): Promise<RegularFile> {
  // Without waiting: a pipe may have no other end.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotRegularError(error.message) : error;
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new NotRegularError(path);
    return { handle, size: found.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export async function isRegular(path: string): Promise<boolean> {
  return lstat(path).then((found) => found.isFile(), () => false);
}

/**
 * The bytes of a file that a program has written. Throws NotRegularError, TooLargeError, the system's error, or the
 * signal's reason.
 */
export async function readRegular(path: string, mostBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const { handle, size } = await openRegular(path);
  try {
    if (size > mostBytes) throw new TooLargeError(size);
    const bytes = roomFor(size);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(PIECE_BYTES, size - at), at);
      signal.throwIfAborted();
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await handle.close();
  }
}

function roomFor(size: number): Uint8Array {
  try {
    return new Uint8Array(size);
  } catch (error) {
    if (error instanceof RangeError) throw new TooLargeError(size);
    throw error;
  }
}
