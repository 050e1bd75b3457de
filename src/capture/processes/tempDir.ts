import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endStrays, markOf } from './detachedProcesses';

/** A process id is unique only on one machine (or container), so folder names contain a hash of the host's name. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const PREFIX = `linecost-${MACHINE}-`;

/** Names of the folders that this process uses; not paths, which differ after git or Go resolves symbolic links. */
const active = new Set<string>();

export interface TempDir {
  readonly path: string;
  /** Never rejects. */
  remove(): Promise<void>;
}

/** Removes the folders that ended processes left, then makes a new one under `root`. Throws the system's error. */
export async function makeTempDir(root: string = tmpdir()): Promise<TempDir> {
  await removeLeftovers(root);
  const path = await mkdtemp(join(root, `${PREFIX}${process.pid}-`));
  active.add(basename(path));
  return {
    path,
    remove: async () => {
      await remove(path).catch(() => undefined);
      active.delete(basename(path));
    },
  };
}

/**
 * Removes folders whose process has ended, or that this process no longer uses, and ends the programs that still run
 * from them. Resolves to the number of removed folders; never rejects.
 */
export async function removeLeftovers(root: string = tmpdir()): Promise<number> {
  const names = await readdir(root).catch(() => []);
  const leftovers = names.filter((name) => isTempDir(name) && isLeftover(join(root, name)));
  const removals = await Promise.allSettled(leftovers.map((name) => endAndRemove(join(root, name))));
  return removals.filter(({ status }) => status === 'fulfilled').length;
}

/** Whether a folder has the name of a temporary folder of Linecost on this machine. */
export function isTempDir(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Whether the process of a temporary folder has ended, or no longer uses it. */
export function isLeftover(folder: string): boolean {
  const pid = Number(/^(\d+)-/.exec(basename(folder).slice(PREFIX.length))?.[1] ?? 0);
  if (pid === process.pid) return !active.has(basename(folder));
  return pid > 0 && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function endAndRemove(folder: string): Promise<void> {
  await endStrays(markOf(folder));
  await remove(folder);
}

async function remove(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
  try {
    await rm(folder, options);
  } catch {
    // Go writes its module cache read-only; a benchmark may do the same with its own folders.
    await makeWritable(folder);
    await rm(folder, options);
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(entries.filter((each) => each.isDirectory()).map((each) => makeWritable(join(folder, each.name))));
}
