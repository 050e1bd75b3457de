import { readdir } from 'node:fs/promises';

/**
 * Removes the worktrees of git revisions that killed windows have left behind. If there are none, as usual, it only
 * lists a folder. Never rejects.
 * @param notes absolute path of the folder with a note for each worktree in use
 */
export async function removeWorktreesAtStart(notes: string): Promise<void> {
  const names = await readdir(notes).catch(() => []);
  if (names.length === 0) return;
  const { removeNotedWorktrees } = await import('../capture/goTest/goTest');
  await removeNotedWorktrees(notes);
}
