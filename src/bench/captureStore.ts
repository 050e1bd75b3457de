import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, parseSources, readRecord, type CaptureRecord, type StoredProfile } from './captureRecord';
import type { CaptureWriter } from './captureWriter';

export type { CaptureRecord, StoredProfile } from './captureRecord';

export interface StoredCapture extends CaptureRecord {
  /** Absolute paths, in the order of `profiles`. */
  readonly profilePaths: readonly string[];
  /** Text of the sources as captured, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Runs of a workspace, a folder each: the profiles as they were captured, `sources.json` and `run.json`, which is
 * written last: without it a folder is no run. Its windows share them.
 */
export class CaptureStore {
  private starting: Promise<void> | undefined;
  private writer: Promise<CaptureWriter> | undefined;

  /** @param elsewhere other folders in which runs of the workspace were kept; they come into this one */
  constructor(
    private readonly folder: string,
    private readonly keep = 30,
    private readonly elsewhere: readonly string[] = [],
  ) {}

  /** Keeps a profile of a run that is to be saved; `remove` deletes it. Resolves to its path. */
  async keepProfile(id: string, profile: StoredProfile, bytes: Uint8Array): Promise<string> {
    return (await this.writing()).keepProfile(id, profile, bytes);
  }

  /**
   * Makes a run of profiles that were kept before. Of too many runs, the oldest go.
   * @param spared id of a run that stays however old it is
   */
  async save(record: CaptureRecord, sources: ReadonlyMap<string, string>, spared?: string): Promise<void> {
    await (await this.writing()).save(record, sources, spared);
  }

  /** Replaces the kept texts of the run's sources. */
  async keepSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await (await this.writing()).keepSources(id, sources);
  }

  /** Replaces what is known of a run, but not its profiles; nothing where the run is gone. */
  async update(record: CaptureRecord): Promise<void> {
    await (await this.writing()).update(record);
  }

  /** It is gone at once, though its files take a moment. */
  async remove(id: string): Promise<void> {
    await (await this.writing()).remove(id);
  }

  /** All runs that can be read, the newest first. */
  async list(): Promise<CaptureRecord[]> {
    await this.start();
    const ids = (await readdir(this.folder).catch(() => [])).filter(isId);
    const records = await Promise.all(ids.map((id) => readRecord(this.folder, id)));
    return records.filter((record) => record !== undefined).sort((a, b) => b.capturedAt - a.capturedAt);
  }

  pathOf(id: string, { fileName }: StoredProfile): string {
    return join(this.folder, id, fileName);
  }

  /** undefined: there is no such run, or it cannot be read any more. */
  async read(id: string): Promise<StoredCapture | undefined> {
    await this.start();
    const record = isId(id) ? await readRecord(this.folder, id) : undefined;
    if (!record) return undefined;
    const sources = await readFile(join(this.folder, id, 'sources.json'), 'utf8').catch(() => '');
    const profilePaths = record.profiles.map((profile) => this.pathOf(id, profile));
    return { ...record, profilePaths, sources: parseSources(sources) };
  }

  /** Brings in what was kept elsewhere, then removes what processes that were killed have left. Never rejects. */
  start(): Promise<void> {
    return (this.starting ??= this.writing().then((writer) => writer.start()));
  }

  /** A bundle of its own: a window is there before anything is written. */
  private writing(): Promise<CaptureWriter> {
    const { folder, keep, elsewhere } = this;
    return (this.writer ??= import('./captureWriter').then(({ CaptureWriter }) => new CaptureWriter(folder, keep, elsewhere)));
  }
}
