import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type CaptureRecord, isId, type NamedFile, parseSources, placeOf, readAnyRecord, readRecord, type StoredCapture,
} from './captureRecord';
import { CaptureWriter } from './captureWriter';
import { exists } from './wholeFile';
import { ignored } from '../../profile/common/ignored';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { OWNER, ownerState } from './ownerInName';

/** Limit for the runtime's figures of a program, in bytes, when they are unpacked. */
const MAX_FIGURE_BYTES = 16 << 20;

/** Where a store keeps its captures. */
export interface StorePlaces {
  readonly folder: string;
  /** How many captures to keep; if undefined, MAX_CAPTURES. */
  readonly limit: number | undefined;
  readonly otherFolders: readonly string[];
  /** The folders of the captures that are not in `folder`, by id. */
  readonly unsaved: Map<string, string>;
  /** Called with the reason after a capture was only stored until the session ends. */
  readonly onUnsaved: (reason: unknown) => void;
}

/**
 * The captures of a window: see CaptureStore. Captures that cannot be written into the store's folder, such as on a
 * full disk, are in a temporary folder until `dispose`.
 */
export class CaptureFolders {
  private readonly disk: CaptureWriter;
  private session: { readonly folder: string; readonly writer: CaptureWriter } | undefined;
  /** How many captures the last `list` left out because a newer version of Linecost stored them. */
  newerCount = 0;
  private readonly reasons = new Map<string, unknown>();

  constructor(private readonly places: StorePlaces) {
    const { folder, limit, otherFolders } = places;
    this.disk = new CaptureWriter(folder, limit, otherFolders);
  }

  async start(): Promise<void> {
    await this.disk.start();
    await removeAbandonedFolders();
  }

  async list(): Promise<CaptureRecord[]> {
    const { folder, unsaved } = this.places;
    const ids = new Set([...(await readdir(folder).catch(() => [])).filter(isId), ...unsaved.keys()]);
    const records = await Promise.all([...ids].map((id) => readAnyRecord(this.folderOf(id), id)));
    this.newerCount = records.filter((record) => record === 'newer').length;
    return records.filter((record) => typeof record === 'object').sort((a, b) => placeOf(b) - placeOf(a));
  }

  async read(id: string): Promise<StoredCapture | undefined> {
    const record = isId(id) ? await readRecord(this.folderOf(id), id) : undefined;
    if (!record) return undefined;
    const profilePaths = record.profiles.map(({ fileName }) => join(this.folderOf(id), id, fileName));
    return { ...record, profilePaths, sources: await this.sourcesOf(id) };
  }

  async readFigures(id: string, { fileName }: NamedFile): Promise<string> {
    const bytes = await readFile(join(this.folderOf(id), id, fileName));
    return (await promisify(gunzip)(bytes, { maxOutputLength: MAX_FIGURE_BYTES })).toString('latin1');
  }

  async saveProfile(id: string, profile: NamedFile, bytes: Uint8Array): Promise<string> {
    if (!this.places.unsaved.has(id)) {
      try {
        return await this.disk.saveProfile(id, profile, bytes);
      } catch (error) {
        await this.useSession(id, error);
      }
    }
    return this.inSession(id, (writer) => writer.saveProfile(id, profile, bytes));
  }

  async removeProfile(id: string, profile: NamedFile): Promise<void> {
    await this.writerOf(id).removeProfile(id, profile);
  }

  async save(
    captured: CaptureRecord,
    sources: ReadonlyMap<string, string>,
    spared?: readonly string[],
  ): Promise<CaptureRecord> {
    const { id } = captured;
    const { unsaved, onUnsaved } = this.places;
    const record = { ...captured, ...(await this.placeOfNewest()) };
    if (!unsaved.has(id)) {
      try {
        await this.disk.save(record, sources, spared);
        // If there is space for this capture, there may be for earlier ones.
        await this.saveUnsaved().catch(ignored('earlier captures are still not saved'));
        return record;
      } catch (error) {
        await this.useSession(id, error);
      }
    }
    await this.inSession(id, async (writer, folder) => {
      for (const profile of record.profiles) {
        if (await exists(join(folder, id, profile.fileName))) continue;
        await writer.saveProfile(id, profile, await readFile(join(this.places.folder, id, profile.fileName)));
      }
      for (const file of timelineFiles(record)) {
        if (await exists(join(folder, id, file.fileName))) continue;
        await copied(file, join(this.places.folder, id), (bytes) => writer.saveProfile(id, file, bytes));
      }
      await writer.save(record, sources);
    });
    onUnsaved(this.reasons.get(id));
    return record;
  }

  async saveSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    await this.writerOf(id).saveSources(id, sources);
  }

  async update(record: CaptureRecord): Promise<void> {
    await this.writerOf(record.id).update(record);
  }

  async change(id: string, fields: Partial<CaptureRecord>): Promise<void> {
    const record = await readRecord(this.folderOf(id), id);
    if (record) await this.update({ ...record, ...fields });
  }

  async remove(id: string): Promise<void> {
    const writer = this.writerOf(id);
    this.places.unsaved.delete(id);
    await writer.remove(id);
    // What was written there before the first failure.
    if (writer !== this.disk) await this.disk.remove(id).catch(() => undefined);
  }

  async saveUnsaved(): Promise<void> {
    const { unsaved } = this.places;
    for (const [id, folder] of [...unsaved]) {
      const record = await readRecord(folder, id);
      // A capture in progress has no record.
      if (!record) continue;
      for (const profile of record.profiles) {
        await this.disk.saveProfile(id, profile, await readFile(join(folder, id, profile.fileName)));
      }
      for (const file of timelineFiles(record)) {
        await copied(file, join(folder, id), (bytes) => this.disk.saveProfile(id, file, bytes));
      }
      await this.disk.save(record, await this.sourcesOf(id));
      // The files of the session stay, because the worker may read the loaded profiles again.
      unsaved.delete(id);
    }
  }

  dispose(): void {
    if (this.session) removeSessionFolder(this.session.folder);
  }

  /** The place of a capture that is saved now, if the clock was set back since an earlier one. */
  private async placeOfNewest(): Promise<Pick<CaptureRecord, 'sortedAt'>> {
    const [newest] = await this.list();
    return newest && placeOf(newest) > Date.now() ? { sortedAt: placeOf(newest) + 1 } : {};
  }

  private folderOf(id: string): string {
    return this.places.unsaved.get(id) ?? this.places.folder;
  }

  private writerOf(id: string): CaptureWriter {
    return this.places.unsaved.has(id) ? this.session!.writer : this.disk;
  }

  private async sourcesOf(id: string): Promise<Map<string, string>> {
    return parseSources(await readFile(join(this.folderOf(id), id, 'sources.json'), 'utf8').catch(() => ''));
  }

  /** Stores a capture in the session's folder from now on. Throws `reason` if there can be no such folder. */
  private async useSession(id: string, reason: unknown): Promise<void> {
    if (!this.session) {
      const folder = await makeSessionFolder().catch(() => {
        throw reason;
      });
      this.session = { folder, writer: new CaptureWriter(folder, Infinity, []) };
    }
    this.places.unsaved.set(id, this.session.folder);
    this.reasons.set(id, reason);
  }

  /** Calls `write`. If it fails, throws the reason why the capture is not in the store's folder. */
  private async inSession<T>(id: string, write: (writer: CaptureWriter, folder: string) => Promise<T>): Promise<T> {
    const { writer, folder } = this.session!;
    try {
      return await write(writer, folder);
    } catch {
      throw this.reasons.get(id);
    }
  }
}

function timelineFiles({ timeline }: CaptureRecord): NamedFile[] {
  const { figures, pieces = [], watch } = timeline ?? {};
  const moments = watch?.moments.flatMap(({ heap, goroutine }) => [heap, goroutine]) ?? [];
  return [...[figures, ...moments].flatMap((fileName) => (fileName === undefined ? [] : { fileName })), ...pieces];
}

/** A capture is useful without what its program did when. */
async function copied(
  { fileName }: NamedFile,
  from: string,
  write: (bytes: Buffer) => Promise<unknown>,
): Promise<void> {
  const bytes = await readFile(join(from, fileName)).catch(ignored('a file of a time line is lost', undefined));
  if (bytes) await write(bytes);
}

const PREFIX = 'linecost-unsaved-';

/** The names of the folders that this process uses. */
const inUse = new Set<string>();

/** Makes a temporary folder for the captures of this session. Throws the system's error. */
async function makeSessionFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${OWNER}-`));
  inUse.add(basename(folder));
  return folder;
}

/** Returns when the folder is removed, because a process that ends does not wait. Never throws. */
function removeSessionFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // removeAbandonedFolders tries again at the next start.
  }
  inUse.delete(basename(folder));
}

/** Removes the folders that ended processes left. Never rejects. */
async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const abandoned = names.filter((name) => name.startsWith(PREFIX) && isAbandoned(name));
  await Promise.allSettled(abandoned.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

/** A folder with the id of this process that it does not use is of an earlier process with the same id. */
function isAbandoned(name: string): boolean {
  const owner = ownerState(name);
  return owner === 'gone' || (owner === 'self' && !inUse.has(name));
}
