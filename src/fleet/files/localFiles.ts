import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { NotRegularError, readRegular, TooLargeError } from '../../common/regularFile';
import { type FileSet, type FindOptions, type FoundFile, isProfileName, MAX_FILES, sortedByName } from './foundFiles';
import { globTest, isGlob, splitGlob } from './globPath';

/** Profiles are gzipped, so 256 MB unpack to gigabytes. */
const MAX_BYTES = 256 << 20;
/** Entries whose sizes and times are asked at once. */
const AT_ONCE = 64;
/** Entries between two turns of the event loop. */
const SLICE = 256;

/** The files of a folder and all folders in it, or those that match a glob: an absolute path. */
export function localFiles(address: string): FileSet {
  const path = address.split(sep).join('/');
  const { folder, pattern } = isGlob(path) ? splitGlob(path) : { folder: path.replace(/(.)\/+$/, '$1'), pattern: undefined };
  const isWanted = pattern === undefined ? isProfileName : globTest(pattern);
  return {
    where: address,
    find: async (options) => sortedByName(await new Walk(folder, isWanted, options).files(), options.signal),
  };
}

/** Goes through a folder and all folders in it. A folder or file to which several links lead counts once. */
class Walk {
  private readonly found: FoundFile[] = [];
  private readonly seen = new Set<string>();
  private unreadable = 0;
  private entries = 0;

  constructor(
    private readonly folder: string,
    private readonly isWanted: (name: string) => boolean,
    private readonly options: FindOptions,
  ) {}

  async files(): Promise<readonly FoundFile[]> {
    const { folder, options } = this;
    await stat(folder).then(({ dev, ino }) => this.seen.add(`${dev}:${ino}`), (error: NodeJS.ErrnoException) => {
      throw new CaptureError('badAddress', `The folder ${folder} cannot be read (${error.code}): check the path.`);
    });
    const waiting = [''];
    for (let next = waiting.pop(); next !== undefined && this.found.length < MAX_FILES; next = waiting.pop()) {
      await this.readFolder(next, waiting);
    }
    if (this.unreadable > 0) options.onNote(`${this.unreadable} folders or files below ${folder} cannot be read.`);
    if (this.found.length >= MAX_FILES) options.onNote(`Only the first ${MAX_FILES} files of ${folder} were looked at: name a folder in it, or use a glob.`);
    return this.found;
  }

  private async readFolder(relative: string, waiting: string[]): Promise<void> {
    const { signal } = this.options;
    const names: string[] = [];
    try {
      for await (const entry of await opendir(join(this.folder, relative), { bufferSize: SLICE })) {
        if (++this.entries % SLICE === 0) signal.throwIfAborted();
        const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
        if (!(entry.isFile() ? this.isWanted(name) : entry.isDirectory() || entry.isSymbolicLink())) continue;
        names.push(name);
        if (names.length >= AT_ONCE) await this.addAll(names.splice(0), waiting);
        if (this.found.length >= MAX_FILES) return;
      }
      await this.addAll(names, waiting);
    } catch {
      signal.throwIfAborted();
      this.unreadable++;
    }
  }

  private async addAll(names: readonly string[], waiting: string[]): Promise<void> {
    const all = await Promise.all(names.map((name) => stat(join(this.folder, name)).catch(() => undefined)));
    names.forEach((name, i) => this.add(name, all[i], waiting));
  }

  private add(name: string, stats: Stats | undefined, waiting: string[]): void {
    const path = join(this.folder, name);
    if (stats === undefined) return void this.unreadable++;
    const isFile = stats.isFile() && this.isWanted(name);
    if (!stats.isDirectory() && !isFile) return;
    const identity = `${stats.dev}:${stats.ino}`;
    // Where the system gives files no number, all of them have 0.
    if (stats.ino !== 0 && this.seen.has(identity)) return;
    this.seen.add(identity);
    const version = `${path}:${stats.mtimeMs}:${stats.size}`;
    if (isFile) this.found.push({ name, version, read: (signal) => readProfile(path, signal) });
    else waiting.push(name);
  }
}

async function readProfile(path: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await readRegular(path, MAX_BYTES, signal, 'follow');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLargeError) throw new Error(`is larger than ${MAX_BYTES >> 20} MB`);
    if (error instanceof NotRegularError) throw new Error('is not a regular file');
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
