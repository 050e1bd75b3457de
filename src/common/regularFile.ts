import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

const PIECE_BYTES = 4 << 20;

export interface RegularFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** Whether a link that leads to a regular file counts as one. */
type Links = 'follow' | 'refuse';

/** The path is not a regular file but a link, a pipe, a device or a folder. */
export class NotRegularError extends Error {}

/** The file is larger than the limit. */
export class TooLargeError extends Error {
  constructor(readonly size: number) {
    super(`The file has ${size} bytes.`);
  }
}

/** Opens a regular file. Throws NotRegularError, or the system's error. */
export async function openRegular(path: string, links: Links = 'refuse'): Promise<RegularFile> {
  // O_NONBLOCK, because opening a pipe would wait for its other end.
  const noLinks = links === 'refuse' ? constants.O_NOFOLLOW ?? 0 : 0;
  const flags = constants.O_RDONLY | noLinks | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotRegularError(error.message) : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotRegularError(path);
    return { handle, size: stats.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether the path is a regular file; false if it does not exist. */
export async function isRegular(path: string): Promise<boolean> {
  return lstat(path).then((stats) => stats.isFile(), () => false);
}

/**
 * Reads a regular file. Throws NotRegularError, TooLargeError, the system's error, or the signal's
 * reason on abort.
 */
export async function readRegular(
  path: string, maxBytes: number, signal: AbortSignal, links?: Links,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const { handle, size } = await openRegular(path, links);
  try {
    if (size > maxBytes) throw new TooLargeError(size);
    const bytes = allocate(size);
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

function allocate(size: number): Uint8Array {
  try {
    return new Uint8Array(size);
  } catch (error) {
    if (error instanceof RangeError) throw new TooLargeError(size);
    throw error;
  }
}
