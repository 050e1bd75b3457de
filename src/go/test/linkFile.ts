import { constants } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';

/**
 * Replaces `to` by a hard link to `from`, or by a copy if a link is not possible, for example to another file system.
 * Throws the system's error.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
}
