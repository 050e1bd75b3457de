import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { endStrays, markOf } from './detachedProcesses';

/** A process id is unique only on one machine (or container), so folder names contain a hash of the host's name. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const PREFIX = `linecost-${MACHINE}-`;

/** Limit in bytes for a path in a note. */
const MAX_PATH = 4096;

/** Names of the folders that this process uses; not paths, which differ after git or Go resolves symbolic links. */
const active = new Set<string>();

export interface TempDir {
  readonly path: string;
  /** Never rejects. */
  remove(): Promise<void>;
}

/**
 * Removes the folders that ended processes left, then makes a new one under `root`. Throws the system's error.
 * @param notes the folder for a note with the path, unless it is `root`: the next window looks for leftovers there
 */
export async function makeTempDir(root: string = tmpdir(), notes: string = tmpdir()): Promise<TempDir> {
  await removeLeftovers(root);
  // Not awaited: a second call must never see a folder of this process that is not yet active, and remove it.
  const path = mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
  const name = basename(path);
  active.add(name);
  const stopWatching = removeAtExit(path);
  const note = join(notes, name);
  if (note !== path) await writeFile(note, path, { flag: 'wx' }).catch(() => undefined);
  return {
    path,
    remove: async () => {
      await remove(path).catch(() => undefined);
      if (note !== path) await rm(note, { force: true }).catch(() => undefined);
      active.delete(name);
      stopWatching();
    },
  };
}

/**
 * Removes folders whose process has ended, or that this process no longer uses, also those that a note names, and ends
 * the programs that still run from them. Resolves to the number of removed folders; never rejects.
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
  const noted = await notedFolder(folder);
  if (noted !== undefined) await endAndRemove(noted);
  else await endStrays(markOf(folder));
  await remove(folder);
}

/** The folder that a file names, if the file is a note of makeTempDir. */
async function notedFolder(note: string): Promise<string | undefined> {
  const isSmallFile = await lstat(note).then((each) => each.isFile() && each.size <= MAX_PATH, () => false);
  const folder = isSmallFile ? await readFile(note, 'utf8').catch(() => '') : '';
  const isNamed = isAbsolute(folder) && folder !== note && basename(folder) === basename(note);
  return isNamed && (await lstat(folder).then((each) => each.isDirectory(), () => false)) ? folder : undefined;
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

const folders = new Set<string>();
let isWatching = false;

/** Removes a folder when this process exits, unless the returned function was called before. */
function removeAtExit(folder: string): () => void {
  folders.add(folder);
  if (!isWatching) {
    isWatching = true;
    process.on('exit', removeAll);
  }
  return () => folders.delete(folder);
}

function removeAll(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next window removes it.
    }
  }
}
