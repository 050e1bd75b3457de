import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';

export type EntryKind = 'file' | 'folder' | 'link';

/** All that finding a source file needs of a disk. No function throws, whatever the path looks like. */
export interface SourceFileSystem {
  /** What stands at the path, links followed; undefined: nothing, or something that is neither file nor folder. */
  kind(path: string): Promise<'file' | 'folder' | undefined>;
  /** Name → kind of a folder's entries, links not followed. `unreadable`: there, but not to be listed. */
  list(folder: string): Promise<ReadonlyMap<string, EntryKind> | 'missing' | 'unreadable'>;
  /** A small text file (go.mod, go.work, modules.txt); undefined where it cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** The path without links, in the spelling of the disk; undefined where there is nothing. */
  realpath(path: string): Promise<string | undefined>;
}

/** A go.mod or modules.txt past this size is not one that Go has written. */
const MAX_READ_BYTES = 1 << 19;

export function nodeFileSystem(): SourceFileSystem {
  return {
    kind: (path) => orUndefined(async () => kindOf(await stat(path))),
    list,
    read: (path) =>
      orUndefined(async () => ((await stat(path)).size > MAX_READ_BYTES ? undefined : readFile(path, 'utf8'))),
    realpath: (path) => orUndefined(() => realpath(path)),
  };
}

async function list(folder: string): Promise<Map<string, EntryKind> | 'missing' | 'unreadable'> {
  try {
    const entries = new Map<string, EntryKind>();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const kind = kindOf(entry);
      if (kind) entries.set(entry.name, kind);
    }
    return entries;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? 'unreadable' : 'missing';
  }
}

function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): 'file' | 'folder' | undefined;
function kindOf(entry: Dirent): EntryKind | undefined;
function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind | undefined {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : undefined;
}

async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
