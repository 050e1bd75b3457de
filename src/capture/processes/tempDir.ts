import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endStrays, markOf } from './strays';

/** Process ids mean something on their own machine (or container) only, so its name is part of the folder's. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const PREFIX = `linecost-${MACHINE}-`;

/** Folders of this process that are in use. */
const active = new Set<string>();

/**
 * Gives `body` a new folder under `root` and removes it afterwards, whatever happens. Folders that earlier runs left
 * behind because they crashed are removed first.
 */
export async function withTempDir<T>(body: (folder: string) => Promise<T>, root: string = tmpdir()): Promise<T> {
  await removeLeftovers(root);
  const folder = await mkdtemp(join(root, `${PREFIX}${process.pid}-`));
  active.add(folder);
  try {
    return await body(folder);
  } finally {
    await remove(folder).catch(() => undefined);
    active.delete(folder);
  }
}

/**
 * Removes folders whose process is gone, or that this process no longer uses, and ends programs that still run for
 * them. Resolves to how many; never rejects.
 */
export async function removeLeftovers(root: string = tmpdir()): Promise<number> {
  const names = await readdir(root).catch(() => []);
  const left = names.filter((name) => name.startsWith(PREFIX)).filter((name) => isLeftover(join(root, name), name));
  const removals = await Promise.allSettled(left.map((name) => endAndRemove(join(root, name))));
  return removals.filter(({ status }) => status === 'fulfilled').length;
}

function isLeftover(folder: string, name: string): boolean {
  const pid = Number(/^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] ?? 0);
  if (pid === process.pid) return !active.has(folder);
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
    // Go writes its module cache read-only, and so may a benchmark its own folders.
    await makeWritable(folder);
    await rm(folder, options);
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(entries.filter((each) => each.isDirectory()).map((each) => makeWritable(join(folder, each.name))));
}
