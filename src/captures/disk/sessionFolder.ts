import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { OWNER, ownerState } from './ownerInName';

const PREFIX = 'linecost-unsaved-';

/** The names of the folders that this process uses. */
const inUse = new Set<string>();

/** Makes a temporary folder for the captures of this session. Throws the system's error. */
export async function makeSessionFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${OWNER}-`));
  inUse.add(basename(folder));
  return folder;
}

/** Returns when the folder is removed, because a process that ends does not wait. Never throws. */
export function removeSessionFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // removeAbandonedFolders tries again at the next start.
  }
  inUse.delete(basename(folder));
}

/** Removes the folders that ended processes left. Never rejects. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const abandoned = names.filter((name) => name.startsWith(PREFIX) && isAbandoned(name));
  await Promise.allSettled(abandoned.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

/** A folder with the id of this process that it does not use is of an earlier process with the same id. */
function isAbandoned(name: string): boolean {
  const owner = ownerState(name);
  return owner === 'gone' || (owner === 'self' && !inUse.has(name));
}
