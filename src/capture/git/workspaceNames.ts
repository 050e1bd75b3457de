import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { withFolderRenamed } from '../../profile/wire/renameFiles';
import type { GoTestBuild } from '../contracts';

/** Two absolute folders: of the revision's worktree, and of the same files in the workspace. */
export interface FolderPair {
  readonly tree: string;
  readonly top: string;
}

/** A path in the worktree as a path in the workspace; others stay. */
export function inWorkspace(path: string, { tree, top }: FolderPair): string {
  const rest = path.slice(tree.length);
  return path.startsWith(tree) && /^(?:$|[/\\])/.test(rest) ? top + rest : path;
}

/** The build with the workspace's paths. */
export function buildInWorkspace(build: GoTestBuild, folders: FolderPair): GoTestBuild {
  const texts = new Map([...build.texts].map(([path, text]) => [inWorkspace(path, folders), text]));
  return { ...build, texts, moduleDir: inWorkspace(build.moduleDir, folders) };
}

/** A gzipped profile with the workspace's file names, gzipped again; as it is if it cannot be read. */
export async function profileInWorkspace(bytes: Uint8Array, { tree, top }: FolderPair): Promise<Uint8Array> {
  try {
    const raw = await promisify(gunzip)(bytes);
    // Go writes file names with slashes, on Windows too.
    const [from, to] = [tree, top].map((folder) => folder.replaceAll('\\', '/'));
    return await promisify(gzip)(withFolderRenamed(raw, from, to), { level: constants.Z_BEST_SPEED });
  } catch {
    // The engine says what is wrong with it.
    return bytes;
  }
}
