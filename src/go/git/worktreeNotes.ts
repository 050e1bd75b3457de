import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A worktree in use. */
export interface TreeNote {
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
export function parseNote(text: string): TreeNote | undefined {
  try {
    const { folder, commonDir } = JSON.parse(text) as Partial<Record<keyof TreeNote, unknown>>;
    return typeof folder === 'string' && typeof commonDir === 'string' ? { folder, commonDir } : undefined;
  } catch {
    return undefined;
  }
}
