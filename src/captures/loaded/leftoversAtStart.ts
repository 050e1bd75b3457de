import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { ignored } from '../../profile/common/ignored';

/** The process of a closed or reloaded window ends some seconds after the next window started. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Removes what windows left behind that were closed or killed during a measurement: temporary folders, and worktrees of
 * git revisions. Looks again later. If nothing is left, as usual, it only lists two folders.
 * @param notes absolute path of the folder with a note for each worktree in use
 * @returns stops looking again
 */
export function removeLeftoversAtStart(notes: string): { dispose(): void } {
  const remove = (): void => void removeAll(notes).catch(ignored('leftovers of killed windows stay on disk'));
  remove();
  const timer = setTimeout(remove, LOOK_AGAIN_MS);
  return { dispose: () => clearTimeout(timer) };
}

async function removeAll(notes: string): Promise<void> {
  const trees = await namesIn(notes);
  const hasFolders = (await namesIn(tmpdir())).some((name) => /^linecost-[0-9a-f]{8}-\d+-/.test(name));
  if (trees.length === 0 && !hasFolders) return;
  if (trees.length > 0) await (await import('../../go/git/leftWorktrees')).removeNotedWorktrees(notes);
  if (hasFolders) await (await import('../../go/processes/tempDir')).removeLeftovers();
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
