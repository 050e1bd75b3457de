import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned, ownerState } from './ownerInName';
import { exists, UNFINISHED } from './wholeFile';
import { ignored } from '../../profile/common/ignored';

/** Prefix of the file that marks the folder of an unsaved capture; `OWNER` follows it. */
export const DRAFT = '.draft-';

/** Unsaved captures of this process, by folder. */
class Drafts {
  private readonly started = new Map<string, Promise<void>>();

  /** Calls `make` once per folder, until the draft ends or `make` fails. */
  async begin(folder: string, make: () => Promise<void>): Promise<void> {
    const making = this.started.get(folder) ?? make();
    this.started.set(folder, making);
    await making.catch((error: unknown) => {
      this.started.delete(folder);
      throw error;
    });
  }

  end(folder: string): void {
    this.started.delete(folder);
  }

  has(folder: string): boolean {
    return this.started.has(folder);
  }
}

export const drafts = new Drafts();

/** Removes what killed processes left half written, and all half-deleted captures, from a folder. Never rejects. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => removeUnfinishedOf(folder, name).catch(ignored('an unfinished capture stays on disk'))));
}

async function removeUnfinishedOf(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  if (name.startsWith('.gone-') || name.startsWith('.new-')) {
    if (name.startsWith('.gone-') || (await isAbandoned(path, name))) await rm(path, { recursive: true, force: true });
    return;
  }
  if (name.startsWith('.') || drafts.has(path)) return;
  const files = await readdir(path);
  const mark = files.find((file) => file.startsWith(DRAFT));
  if (!files.includes('run.json')) {
    if (mark === undefined || (await isAbandonedDraft(join(path, mark), mark))) await removeUnlessSaved(path);
    return;
  }
  const leftovers = files.filter((file) => file.startsWith(DRAFT) || file.endsWith(UNFINISHED));
  const isGone = await Promise.all(leftovers.map((file) => isAbandoned(join(path, file), file)));
  await Promise.all(leftovers.filter((_, i) => isGone[i]).map((file) => rm(join(path, file), { force: true })));
}

/**
 * Removes a folder without a capture. Checks again, because the capture may have been saved since the folder was read.
 */
async function removeUnlessSaved(path: string): Promise<void> {
  const isWhole = await exists(join(path, 'run.json'));
  if (!isWhole) await rm(path, { recursive: true, force: true });
}

/**
 * Whether the owner of a draft that is not in `drafts` has ended. If the draft's name has the id of this process, its
 * owner is an earlier process with the same id.
 */
async function isAbandonedDraft(path: string, name: string): Promise<boolean> {
  return ownerState(name) === 'self' || isAbandoned(path, name);
}
