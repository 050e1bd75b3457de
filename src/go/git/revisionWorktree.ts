import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { fullDiskError, isDiskFull, worktreeTempFailure } from '../failures/diskFailure';
import { makeTempDir, type TempDir } from '../processes/tempDir';
import { gitReason, type Repository, runGit } from './gitCommand';
import { forgetTree, noteTree, removeLeftWorktrees, removeTree } from './leftWorktrees';
import type { Revision } from './revisions';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { withFolderRenamed } from '../../profile/wire/renameFiles';
import type { GoTestBuild } from '../captureTypes';

/** Time limit for the checkout; git may download large files. */
const CHECKOUT_MS = 600_000;
/** If less is free after a failed checkout, the disk was full; git has deleted the checkout's files by then. */
const MIN_FREE_BYTES = 1 << 20;

/**
 * The files of a revision in a temporary folder. The folder is a detached worktree, so that the user's files, index,
 * branches and stash stay as they are. If this process is killed, the worktree is removed when the next one is added to
 * the repository, or when a window starts and reads its note.
 */
export class RevisionTree {
  private constructor(
    /** Absolute, without symbolic links. */
    readonly folder: string,
    private readonly repository: Repository,
    private readonly dir: TempDir,
    private readonly notes: string,
  ) {}

  /**
   * @param folders `root` for temporary files, `notes` for the notes of worktrees in use
   * @throws CaptureError, or the signal's reason on abort
   */
  static async add(
    repository: Repository,
    { hash, abbreviated }: Revision,
    folders: { readonly root: string; readonly notes: string },
  ): Promise<RevisionTree> {
    const { place } = repository;
    const { root, notes } = folders;
    place.signal.throwIfAborted();
    const dir = await makeTempDir(root).catch((error: unknown) => {
      throw worktreeTempFailure(error, root, abbreviated);
    });
    let tree: RevisionTree | undefined;
    try {
      tree = new RevisionTree(await realpath(dir.path), repository, dir, notes);
      await noteTree(notes, { folder: tree.folder, commonDir: repository.commonDir });
      // makeTempDir has removed the folders of killed processes by now.
      await removeLeftWorktrees(repository);
      const added = await runGit(place, ['worktree', 'add', '--detach', tree.folder, hash], CHECKOUT_MS);
      if (added.exitCode === 0) return tree;
      if (await isDiskFull(root, MIN_FREE_BYTES)) throw fullDiskError(root, added.stderr);
      const reason = `git cannot check out ${abbreviated}: ${gitReason(added)}.`;
      throw new CaptureError('failed', reason, undefined, added.stderr);
    } catch (error) {
      await (tree ?? dir).remove();
      throw error;
    }
  }

  /** The path of a folder of the repository in this worktree. */
  folderOf(inside: string): string {
    return join(this.folder, inside);
  }

  /** Removes the files, the repository's entry and the note. Never rejects. */
  async remove(): Promise<void> {
    await removeTree(this.repository, this.folder, basename(this.dir.path));
    await this.dir.remove();
    await forgetTree(this.notes, this);
  }
}

/** A worktree of a revision, and the folder of the same files in the workspace. */
interface FolderPair {
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
export function buildInWorkspace<T extends Pick<GoTestBuild, 'texts' | 'otherFiles' | 'moduleDir'>>(
  build: T,
  folders: FolderPair,
): T {
  const moved = (files: ReadonlyMap<string, string>) => {
    return new Map([...files].map(([path, value]) => [inWorkspace(path, folders), value]));
  };
  const [texts, otherFiles] = [build.texts, build.otherFiles].map(moved);
  return { ...build, texts, otherFiles, moduleDir: inWorkspace(build.moduleDir, folders) };
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
