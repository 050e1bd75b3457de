import { join } from 'node:path';
import type { CaptureFolders } from './captureFolders';
import type { CaptureRecord, NamedFile, StoredCapture } from './captureRecord';

export type {
  CaptureRecord, FetchedFrom, MeasuredInstance, MeasuredInTurns, MeasuredProgram, MeasuredRevision, MeasuredService,
  MeasuredSuite, NamedFile, ServedBy, Sides, StoredBreak, StoredCapture, StoredGrowth, StoredMoment, StoredPiece,
  StoredProfile, StoredTimeline, TimeSpan,
} from './captureRecord';

/**
 * The captures of a workspace, shared by its windows. Each has a folder with its profiles, `sources.json` and
 * `run.json`, which is written last: a folder without it is not a capture. A capture that cannot be written, such as on
 * a full disk, is in a temporary folder instead, until `saveUnsaved` or `dispose`.
 */
export class CaptureStore {
  private starting: Promise<void> | undefined;
  private loading: Promise<CaptureFolders> | undefined;
  private loaded: CaptureFolders | undefined;
  /** The temporary folders of unsaved captures, by id. */
  private readonly unsaved = new Map<string, string>();

  /**
   * @param limit how many captures to keep; if undefined, MAX_CAPTURES
   * @param otherFolders other folders with captures of the workspace, which are moved into this one
   * @param onUnsaved called with the reason after a capture could only be stored until `dispose`
   */
  constructor(
    private readonly folder: string,
    private readonly limit: number | undefined,
    private readonly otherFolders: readonly string[] = [],
    private readonly onUnsaved: (reason: unknown) => void = () => undefined,
  ) {}

  /**
   * Writes a file of a capture, such as a profile, before the record that names it. Resolves to the file's path;
   * `remove` deletes the file. Throws the system's error if it cannot be written into a temporary folder either.
   */
  async saveProfile(id: string, profile: NamedFile, bytes: Uint8Array): Promise<string> {
    return (await this.load()).saveProfile(id, profile, bytes);
  }

  /** Deletes a file that its capture no longer has. Throws the system's error. */
  async removeProfile(id: string, profile: NamedFile): Promise<void> {
    await (await this.load()).removeProfile(id, profile);
  }

  /**
   * Saves a capture whose profiles, if any, were written before. Then deletes the oldest captures above the
   * limit, except pinned ones and this one, which may be the oldest if the clock was set back. Throws like saveProfile.
   * @param spared ids of captures that are not deleted, however old they are
   * @returns the record as stored
   */
  async save(
    record: CaptureRecord,
    sources: ReadonlyMap<string, string>,
    spared?: readonly string[],
  ): Promise<CaptureRecord> {
    return (await this.load()).save(record, sources, spared);
  }

  /** Saves the captures that could not be saved before. Throws the system's error. */
  async saveUnsaved(): Promise<void> {
    await (await this.load()).saveUnsaved();
  }

  /** Whether the capture is lost at the end of the session. */
  isUnsaved(id: string): boolean {
    return this.unsaved.has(id);
  }

  /** Replaces the stored texts of the capture's sources. */
  async saveSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await (await this.load()).saveSources(id, sources);
  }

  /** Replaces the record of a capture, but not its profiles; does nothing if the capture was deleted. */
  async update(record: CaptureRecord): Promise<void> {
    await (await this.load()).update(record);
  }

  /** Changes fields of a stored record, which another window may have written; does nothing if there is no record. */
  async change(id: string, fields: Partial<Pick<CaptureRecord, 'isPinned' | 'title' | 'profiles' | 'timeline'>>): Promise<void> {
    await (await this.load()).change(id, fields);
  }

  /** Removes a capture from the list at once; deleting its files takes a moment. */
  async remove(id: string): Promise<void> {
    await (await this.load()).remove(id);
  }

  /** How many captures the last `list` left out because a newer version of Linecost stored them. */
  get newerCount(): number {
    return this.loaded?.newerCount ?? 0;
  }

  /** All readable captures, newest first, even if the clock was set back between them. */
  async list(): Promise<CaptureRecord[]> {
    await this.start();
    return (await this.load()).list();
  }

  pathOf(id: string, { fileName }: NamedFile): string {
    return join(this.unsaved.get(id) ?? this.folder, id, fileName);
  }

  /** Reads a capture; undefined if there is no such capture, or it is unreadable. */
  async read(id: string): Promise<StoredCapture | undefined> {
    await this.start();
    return (await this.load()).read(id);
  }

  /** Reads the file that `timeline.figures` names. Throws the system's error. */
  async readFigures(id: string, file: NamedFile): Promise<string> {
    return (await this.load()).readFigures(id, file);
  }

  /**
   * Moves the captures of other folders into this one, then removes unfinished files and temporary folders of killed
   * processes. Never rejects.
   */
  start(): Promise<void> {
    return (this.starting ??= this.load().then((loaded) => loaded.start()));
  }

  /** Removes the unsaved captures. */
  dispose(): void {
    this.loaded?.dispose();
  }

  /** Loads the code that reads and writes captures, on first use only, which keeps the start of a window fast. */
  private load(): Promise<CaptureFolders> {
    return (this.loading ??= import('./captureFolders').then(({ CaptureFolders }) => {
      const { folder, limit, otherFolders, unsaved, onUnsaved } = this;
      return (this.loaded = new CaptureFolders({ folder, limit, otherFolders, unsaved, onUnsaved }));
    }));
  }
}
