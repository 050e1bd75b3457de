import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { fullDiskError, isDiskFull } from '../failures/diskFailure';
import { gitReason, type Repository, runGit } from './gitCommand';
import type { Revision } from './revisions';

/** Time limit for the checkout; git may download large files. */
const CHECKOUT_MS = 600_000;
/** If less is free after a failed checkout, the disk was full. */
const MIN_FREE_BYTES = 1 << 20;

/**
 * Writes the files of a revision below `folder`, with an index of its own. Nothing in the repository changes, not even
 * its list of worktrees, so that a process that is killed leaves only the folder.
 * @param folder absolute path of an existing folder
 * @returns the folder with the files
 * @throws CaptureError, or the signal's reason on abort
 */
export async function writeRevisionFiles(
  { place, top }: Repository,
  { hash, abbreviated }: Pick<Revision, 'hash' | 'abbreviated'>,
  folder: string,
): Promise<string> {
  const workTree = join(folder, 'tree');
  await mkdir(workTree);
  const { stdout } = await runGit({ ...place, cwd: top }, ['rev-parse', '--absolute-git-dir']);
  const separate = { gitDir: stdout.trim(), workTree, indexFile: join(folder, 'index') };
  const options = ['-c', 'core.sparseCheckout=false', '-c', 'core.splitIndex=false'];
  const written = await runGit(
    { ...place, cwd: workTree, separate },
    [...options, 'read-tree', '--reset', '-u', '--end-of-options', hash],
    CHECKOUT_MS,
  );
  if (written.exitCode === 0) return workTree;
  if (await isDiskFull(folder, MIN_FREE_BYTES)) throw fullDiskError(folder, written.stderr);
  const reason = `git cannot write the files of ${abbreviated}: ${gitReason(written)}.`;
  throw new CaptureError('failed', reason, undefined, written.stderr);
}
