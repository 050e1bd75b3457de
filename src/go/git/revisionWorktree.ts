import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { fullDiskError, isDiskFull } from '../failures/fullDisk';
import { worktreeTempFailure } from '../failures/tempFolderFailure';
import { makeTempDir, type TempDir } from '../processes/tempDir';
import { gitReason, runGit } from './gitCommand';
import { removeLeftWorktrees, removeTree } from './leftWorktrees';
import type { Repository } from './repository';
import type { Revision } from './revisions';
import { forgetTree, noteTree } from './worktreeNotes';

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
