import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { withFolderRenamed } from '../../profile/wire/renameFiles';
import type { GoTestBuild } from '../captureTypes';

/** A worktree of a revision, and the folder of the same files in the workspace. */
export interface FolderPair {
  /** Absolute folder of the worktree. */
  readonly tree: string;
  /** Absolute folder in the workspace. */
  readonly top: string;
}

/** Converts a path in the worktree to the path in the workspace; returns other paths unchanged. */
export function inWorkspace(path: string, { tree, top }: FolderPair): string {
  const rest = path.slice(tree.length);
  return path.startsWith(tree) && /^(?:$|[/\\])/.test(rest) ? top + rest : path;
}

/** The build with the workspace's paths. */
export function buildInWorkspace(build: GoTestBuild, folders: FolderPair): GoTestBuild {
  const texts = new Map([...build.texts].map(([path, text]) => [inWorkspace(path, folders), text]));
  return { ...build, texts, moduleDir: inWorkspace(build.moduleDir, folders) };
}

/** Moves the file names in a gzipped profile to the workspace's folder; returns an unreadable profile unchanged. */
export async function profileInWorkspace(bytes: Uint8Array, { tree, top }: FolderPair): Promise<Uint8Array> {
  try {
    const raw = await promisify(gunzip)(bytes);
    // Go writes file names with slashes, on Windows too.
    const [from, to] = [tree, top].map((folder) => folder.replaceAll('\\', '/'));
    return await promisify(gzip)(withFolderRenamed(raw, from, to), { level: constants.Z_BEST_SPEED });
  } catch {
    // The engine reports what is wrong with the profile.
    return bytes;
  }
}
