import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueSuffix } from './ownerInName';

/** Suffix of a file that is still being written. */
export const UNFINISHED = '.new';
const TRIES = 5;

/** Replaces a file atomically: readers see the old data or the new, and the last of two writers wins. */
export async function writeWhole(file: string, data: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${uniqueSuffix()}${UNFINISHED}`;
  try {
    await writeFileNamed(unfinished, data, file);
    await renameWhenFree(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes a file. The system's error for a failed write, as on a full disk, has no path, so `name` is added to it. */
export async function writeFileNamed(file: string, data: string | Uint8Array, name = file): Promise<void> {
  try {
    await writeFile(file, data);
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof Error && syscall === 'write') error.message = `${message} '${name}'`;
    throw error;
  }
}

/** Renames a file, with retries on Windows, where a file that another process reads cannot be replaced. */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isInUse = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (process.platform !== 'win32' || !isInUse || tries === TRIES) throw error;
      await delay(20 * tries);
    }
  }
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
}
