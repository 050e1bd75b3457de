import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLeftover, isTempDir, removeLeftovers } from '../processes/tempDir';
import { type Repository, runGit } from './gitCommand';
import { ignored } from '../../profile/common/ignored';

const REMOVAL_MS = 60_000;

/**
 * Removes the worktrees that killed processes of Linecost left in the repository, and no others. Never rejects.
 */
export async function removeLeftWorktrees(repository: Repository): Promise<void> {
  const entries = join(repository.commonDir, 'worktrees');
  for (const name of await readdir(entries).catch(() => [])) {
    if (!isTempDir(name)) continue;
    const gitFile = await readFile(join(entries, name, 'gitdir'), 'utf8').catch(() => '');
    // git writes the path last. If the path is missing, the entry still has the folder's name.
    const folder = gitFile.trim() === '' ? name : dirname(gitFile.trim());
    if (isTempDir(basename(folder)) && isLeftover(folder)) await removeTree(repository, folder, name);
  }
}

/** Removes the noted worktrees of killed processes at the start of a window, without running git. Never rejects. */
export async function removeNotedWorktrees(notes: string): Promise<void> {
  for (const name of await readdir(notes).catch(() => [])) {
    const tree = parseNote(await readFile(join(notes, name), 'utf8').catch(() => ''));
    if (tree && isTempDir(basename(tree.folder)) && !isLeftover(tree.folder)) continue;
    if (tree && basename(tree.folder) === name) {
      // Also ends programs that still run from the folder.
      await removeLeftovers(dirname(tree.folder));
      await removeEntry(tree.commonDir, name);
    }
    await rm(join(notes, name), { force: true }).catch(() => undefined);
  }
}

/**
 * Removes a worktree of Linecost and its entry in the repository, even if git refuses because the folder is damaged or
 * gone. Never rejects.
 */
export async function removeTree(repository: Repository, folder: string, entry = basename(folder)): Promise<void> {
  const { place, commonDir } = repository;
  // Runs in the common folder, because the package's folder may be gone. A cancel must not stop the removal.
  const removalPlace = { ...place, cwd: commonDir, signal: AbortSignal.timeout(REMOVAL_MS) };
  await runGit(removalPlace, ['worktree', 'remove', '--force', '--force', folder], REMOVAL_MS).catch(ignored('a worktree stays on disk'));
  await removeEntry(commonDir, entry);
}

/** Removes the entry of a worktree of Linecost from its repository. Never rejects. */
async function removeEntry(commonDir: string, entry: string): Promise<void> {
  const path = join(commonDir, 'worktrees', entry);
  if (!isTempDir(entry) || !(await stat(path).then(() => true, () => false))) return;
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
  await rmdir(dirname(path)).catch(() => undefined);
}

/** A worktree in use. */
interface TreeNote {
  /** Absolute, with the name of a temporary folder of Linecost. */
  readonly folder: string;
  /** The repository's `.git` folder. */
  readonly commonDir: string;
}

/**
 * Notes a worktree before git makes it, so that a later window finds the worktrees of killed processes. Never rejects.
 * @param notes the folder of the notes, a file for each worktree
 */
export async function noteTree(notes: string, tree: TreeNote): Promise<void> {
  const write = async (): Promise<void> => {
    await mkdir(notes, { recursive: true });
    await writeFile(join(notes, basename(tree.folder)), JSON.stringify(tree));
  };
  // Without a note, the tree of a killed process stays until the next measurement in the repository.
  await write().catch(() => undefined);
}

/** Removes the note of a worktree. Never rejects. */
export async function forgetTree(notes: string, { folder }: Pick<TreeNote, 'folder'>): Promise<void> {
  await rm(join(notes, basename(folder)), { force: true }).catch(() => undefined);
}

/** Parses a note; undefined if the note is incomplete, because the process that wrote it was killed. */
function parseNote(text: string): TreeNote | undefined {
  try {
    const { folder, commonDir } = JSON.parse(text) as Partial<Record<keyof TreeNote, unknown>>;
    return typeof folder === 'string' && typeof commonDir === 'string' ? { folder, commonDir } : undefined;
  } catch {
    return undefined;
  }
}
