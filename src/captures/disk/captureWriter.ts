import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANGE_FILE } from './folderWatch';
import { DRAFT, drafts, removeUnfinished } from './unfinishedCaptures';
import { OWNER, uniqueSuffix } from './ownerInName';
import { type CaptureRecord, isId, type NamedFile, readRecord, recordPath, recordText } from './captureRecord';
import { exists, renameWhenFree, writeFileNamed, writeWhole } from './wholeFile';
import { ignored } from '../../profile/common/ignored';

/**
 * Writes the captures of a workspace: see CaptureStore. Several processes may write into one folder, and each may be
 * killed at any moment. So files are replaced as a whole, one system call makes a capture appear or disappear, and each
 * process removes the leftovers of killed processes when it starts and when it saves a capture.
 */
export class CaptureWriter {
  constructor(
    private readonly folder: string,
    private readonly limit: number | undefined,
    private readonly otherFolders: readonly string[],
  ) {}

  /** Writes a file of a capture, before the record that names it. Resolves to its path; `remove` deletes the file. */
  async saveProfile(id: string, profile: NamedFile, bytes: Uint8Array): Promise<string> {
    await this.beginDraft(id);
    const path = join(this.folder, id, profile.fileName);
    await writeFileNamed(path, bytes);
    return path;
  }

  /** Deletes a file that its capture no longer has. */
  async removeProfile(id: string, { fileName }: NamedFile): Promise<void> {
    await rm(join(this.folder, id, fileName), { force: true });
  }

  /**
   * Saves a capture whose profiles, if any, were written before. Then deletes the oldest captures above the
   * limit, except pinned ones and this one, which may be the oldest if the clock was set back.
   * @param spared ids of captures that are not deleted, however old they are
   */
  async save(
    record: CaptureRecord,
    sources: ReadonlyMap<string, string>,
    spared: readonly string[] = [],
  ): Promise<void> {
    if (record.profiles.length === 0) await this.beginDraft(record.id);
    await this.writeSources(record.id, sources);
    await this.write(record);
    await this.endDraft(record.id);
    await this.deleteAboveLimit([record.id, ...spared]);
    await this.notifyWindows();
  }

  /** Replaces the stored texts of the capture's sources. */
  async saveSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await this.writeSources(id, sources);
  }

  /** Replaces the record of a capture, but not its profiles; does nothing if the capture was deleted. */
  async update(record: CaptureRecord): Promise<void> {
    try {
      await this.write(record);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await this.notifyWindows();
  }

  /** Removes a capture from the list at once; deleting its files takes a moment. */
  async remove(id: string): Promise<void> {
    await this.discard(id);
    await this.notifyWindows();
  }

  /**
   * Moves the captures of other folders into this one, then removes unfinished files of killed processes. Never
   * rejects.
   */
  async start(): Promise<void> {
    await this.moveFromOtherFolders();
    await removeUnfinished(this.folder);
  }

  private async moveFromOtherFolders(): Promise<void> {
    for (const source of this.otherFolders) {
      for (const id of (await readdir(source).catch(() => [])).filter(isId)) {
        if (await exists(recordPath(source, id))) await this.moveFrom(source, id).catch(ignored('a capture stays in its old folder'));
      }
    }
  }

  private async moveFrom(source: string, id: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await rename(join(source, id), join(this.folder, id));
  }

  private beginDraft(id: string): Promise<void> {
    return drafts.begin(join(this.folder, id), () => this.makeDraft(id));
  }

  /** Creates the folder of an unsaved capture, which contains the mark of its owner from the start. */
  private async makeDraft(id: string): Promise<void> {
    const folder = join(this.folder, id);
    const newFolder = join(this.folder, `.new-${uniqueSuffix()}`);
    await mkdir(newFolder, { recursive: true });
    await writeFile(join(newFolder, DRAFT + OWNER), '');
    try {
      await rename(newFolder, folder);
    } catch (error) {
      await rm(newFolder, { recursive: true, force: true });
      if (!(await exists(folder))) throw error;
    }
  }

  private async endDraft(id: string): Promise<void> {
    await rm(join(this.folder, id, DRAFT + OWNER), { force: true });
    drafts.end(join(this.folder, id));
  }

  private async writeSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await writeWhole(join(this.folder, id, 'sources.json'), JSON.stringify([...sources]));
  }

  private async write(record: CaptureRecord): Promise<void> {
    await writeWhole(recordPath(this.folder, record.id), recordText(record));
  }

  private async discard(id: string): Promise<void> {
    const folder = join(this.folder, id);
    const trash = join(this.folder, `.gone-${uniqueSuffix()}`);
    try {
      await renameWhenFree(folder, trash);
      await rm(trash, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      // The record goes first: without it, the folder is not a capture, even if another file cannot be deleted yet.
      await rm(recordPath(this.folder, id), { force: true });
      await rm(folder, { recursive: true, force: true });
    } finally {
      drafts.end(folder);
    }
  }

  private async deleteAboveLimit(spared: readonly string[]): Promise<void> {
    const ids = await capturesAboveLimit(this.folder, spared, this.limit);
    await Promise.all(ids.map((id) => this.discard(id)));
    await removeUnfinished(this.folder);
  }

  /** Writes the file that all windows watch; errors are ignored, since the change itself is done. */
  private async notifyWindows(): Promise<void> {
    await writeFile(join(this.folder, CHANGE_FILE), '').catch(() => undefined);
  }
}

/** How many captures of a workspace are kept, besides the pinned ones. A suite makes one per benchmark. */
const MAX_CAPTURES = 100;

/**
 * The ids of the captures to delete, so that the newest `limit` readable ones remain. `spared` and pinned captures
 * are never deleted. Pinned and unreadable captures do not count towards the limit. Unreadable captures are deleted
 * if they are older than the newest `limit` ones.
 */
async function capturesAboveLimit(
  folder: string,
  spared: readonly string[],
  limit = MAX_CAPTURES,
): Promise<string[]> {
  const ids = (await readdir(folder).catch(() => [])).filter(isId).sort().reverse();
  const records = await Promise.all(ids.map((id) => readRecord(folder, id)));
  const newest = ids.filter((_, i) => records[i] && !records[i].isPinned).slice(0, limit);
  const oldest = newest.length < limit ? '' : (newest.at(-1) ?? '');
  const isCapture = await Promise.all(ids.map((id) => exists(recordPath(folder, id))));
  return ids.filter((id, i) => isCapture[i] && id < oldest && !spared.includes(id) && !records[i]?.isPinned);
}
