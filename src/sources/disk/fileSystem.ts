import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { MAX_READ_BYTES } from './maxReadBytes';

export type EntryKind = 'file' | 'folder' | 'link';

/** The file system operations for finding sources. No function throws, whatever the path. */
export interface SourceFileSystem {
  /** The kind of the entry at the path, following links; undefined if there is neither a file nor a folder. */
  kind(path: string): Promise<'file' | 'folder' | undefined>;
  /** Name → kind of a folder's entries, not following links. `unreadable`: it exists but cannot be listed. */
  list(folder: string): Promise<ReadonlyMap<string, EntryKind> | 'missing' | 'unreadable'>;
  /** A small text file (go.mod, go.work, modules.txt); undefined if it is too large or cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** The path without links, spelled as on the disk; undefined if it does not exist. */
  realpath(path: string): Promise<string | undefined>;
}


/** The options of a SourceResolver that finds sources on this machine's disk. */
export function thisMachine() {
  return { fs: nodeFileSystem(), platform: process.platform, home: homedir() };
}

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
