import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, parseSources, readRecord, type CaptureRecord, type StoredProfile } from './captureRecord';
import type { CaptureWriter } from './captureWriter';

export type { CaptureRecord, MeasuredAgain, MeasuredRevision, MeasuredSuite, StoredProfile } from './captureRecord';

export interface StoredCapture extends CaptureRecord {
  /** Absolute paths, in the order of `profiles`. */
  readonly profilePaths: readonly string[];
  /** Texts of the sources at the time of the capture, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * The captures of a workspace, shared by its windows. Each has a folder with its profiles, `sources.json` and
 * `run.json`, which is written last: a folder without it is not a capture.
 */
export class CaptureStore {
  private starting: Promise<void> | undefined;
  private writer: Promise<CaptureWriter> | undefined;

  /**
   * @param limit how many captures to keep
   * @param otherFolders other folders with captures of the workspace, which are moved into this one
   */
  constructor(
    private readonly folder: string,
    private readonly limit: number,
    private readonly otherFolders: readonly string[] = [],
  ) {}

  /** Writes a profile of a capture that is saved later. Resolves to the file's path; `remove` deletes the file. */
  async saveProfile(id: string, profile: StoredProfile, bytes: Uint8Array): Promise<string> {
    return (await this.loadWriter()).saveProfile(id, profile, bytes);
  }

  /**
   * Saves a capture whose profiles, if any, were written before. Then deletes the oldest captures above the
   * limit, except pinned ones and this one, which may be the oldest if the clock was set back.
   * @param spared id of a capture that is not deleted, however old it is
   */
  async save(record: CaptureRecord, sources: ReadonlyMap<string, string>, spared?: string): Promise<void> {
    await (await this.loadWriter()).save(record, sources, spared);
  }

  /** Replaces the stored texts of the capture's sources. */
  async saveSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await (await this.loadWriter()).saveSources(id, sources);
  }

  /** Replaces the record of a capture, but not its profiles; does nothing if the capture was deleted. */
  async update(record: CaptureRecord): Promise<void> {
    await (await this.loadWriter()).update(record);
  }

  /** Changes fields of a stored record, which another window may have written; does nothing if there is no record. */
  async change(id: string, fields: Pick<CaptureRecord, 'isPinned'> | Pick<CaptureRecord, 'title'>): Promise<void> {
    const record = await readRecord(this.folder, id);
    if (record) await this.update({ ...record, ...fields });
  }

  /** Removes a capture from the list at once; deleting its files takes a moment. */
  async remove(id: string): Promise<void> {
    await (await this.loadWriter()).remove(id);
  }

  /** All readable captures, newest first. */
  async list(): Promise<CaptureRecord[]> {
    await this.start();
    const ids = (await readdir(this.folder).catch(() => [])).filter(isId);
    const records = await Promise.all(ids.map((id) => readRecord(this.folder, id)));
    return records.filter((record) => record !== undefined).sort((a, b) => b.capturedAt - a.capturedAt);
  }

  pathOf(id: string, { fileName }: StoredProfile): string {
    return join(this.folder, id, fileName);
  }

  /** Reads a capture; undefined if there is no such capture, or it is unreadable. */
  async read(id: string): Promise<StoredCapture | undefined> {
    await this.start();
    const record = isId(id) ? await readRecord(this.folder, id) : undefined;
    if (!record) return undefined;
    const sources = await readFile(join(this.folder, id, 'sources.json'), 'utf8').catch(() => '');
    const profilePaths = record.profiles.map((profile) => this.pathOf(id, profile));
    return { ...record, profilePaths, sources: parseSources(sources) };
  }

  /**
   * Moves the captures of other folders into this one, then removes unfinished files of killed processes. Never
   * rejects.
   */
  start(): Promise<void> {
    return (this.starting ??= this.loadWriter().then((writer) => writer.start()));
  }

  /** Loads the bundle that writes captures, on first use only, which keeps the start of a window fast. */
  private loadWriter(): Promise<CaptureWriter> {
    const { folder, limit, otherFolders } = this;
    return (this.writer ??= import('./captureWriter').then(({ CaptureWriter }) => new CaptureWriter(folder, limit, otherFolders)));
  }
}
