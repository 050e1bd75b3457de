import * as vscode from 'vscode';
import type { EntryKind, SourceFileSystem } from '../sources/disk/fileSystem';
import { MAX_READ_BYTES } from '../sources/disk/maxReadBytes';
import { SourceResolver } from '../sources/resolve/sourceResolver';
import { uriOf } from '../ui/fileUri';
import type { SourceHost } from '../documents/sources';

/** The files of the workspace folders, which may be on a server. There are no others: no GOROOT, no module cache. */
const workspaceFiles: SourceFileSystem = {
  kind: async (path) => {
    const { type = vscode.FileType.Unknown } = (await statOf(path)) ?? {};
    if (type & vscode.FileType.File) return 'file';
    return type & vscode.FileType.Directory ? 'folder' : undefined;
  },
  list: async (folder) => {
    if (!isInWorkspace(folder)) return 'missing';
    try {
      const entries = await vscode.workspace.fs.readDirectory(uriOf(folder));
      return new Map(entries.flatMap(([name, type]): [string, EntryKind][] => {
        const kind = kindOf(type);
        return kind ? [[name, kind]] : [];
      }));
    } catch {
      return 'missing';
    }
  },
  read: async (path) => {
    const size = (await statOf(path))?.size ?? Infinity;
    if (size > MAX_READ_BYTES) return undefined;
    return vscode.workspace.fs.readFile(uriOf(path)).then((bytes) => new TextDecoder().decode(bytes), () => undefined);
  },
  realpath: async (path) => ((await statOf(path)) ? path : undefined),
};

/** Finds sources in the workspace only. */
export const workspaceSources: SourceHost = {
  resolver: async (options) => {
    const noGo = { goroot: '', gomodcache: '', gopath: '' };
    return SourceResolver.create({ ...options, ...noGo, fs: workspaceFiles, platform: 'linux' });
  },
  outside: async () => ({
    // The resolver finds no file outside the workspace, and the user may open any file.
    mayOpen: async () => true,
    allow: async () => undefined,
    textOf: async () => undefined,
  }),
};

async function statOf(path: string): Promise<vscode.FileStat | undefined> {
  if (!isInWorkspace(path)) return undefined;
  return vscode.workspace.fs.stat(uriOf(path)).then((stat) => stat, () => undefined);
}

function isInWorkspace(path: string): boolean {
  return vscode.workspace.getWorkspaceFolder(uriOf(path)) !== undefined;
}

function kindOf(type: vscode.FileType): EntryKind | undefined {
  if (type & vscode.FileType.SymbolicLink) return 'link';
  if (type & vscode.FileType.File) return 'file';
  return type & vscode.FileType.Directory ? 'folder' : undefined;
}
