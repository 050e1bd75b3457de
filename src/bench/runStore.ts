import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SetupLines } from '../profile/reports';
import { oldOf } from './leftovers';
import type { BenchmarkResult } from './parse';

/** A run as it is kept on disk, without its profiles' bytes. */
export interface RunRecord {
  /** Sortable by time; also the folder's name. */
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  /** What was measured, where `target` does not tell: `http://host/debug/pprof/heap`. */
  readonly subject?: string;
  readonly profiles: readonly StoredProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: { readonly file: string; readonly name: string };
  readonly module?: { readonly modulePath: string; readonly moduleDir: string };
  /** Functions under which the measured code runs; the flame graph starts below them. */
  readonly startBelow?: readonly string[];
  /** Where a benchmark prepares what it measures, as its text said then. */
  readonly setup?: SetupLines;
}

export interface StoredProfile {
  readonly label: string;
  readonly fileName: string;
  /** The total of its default sample type, once it has been read. */
  readonly total?: { readonly type: string; readonly unit: string; readonly value: number };
  /** All of its sample types, likewise. */
  readonly sampleTypes?: readonly { readonly type: string; readonly unit: string }[];
}

export interface StoredRun extends RunRecord {
  /** Absolute paths, in the order of `profiles`. */
  readonly profilePaths: readonly string[];
  /** Text of the sources as captured, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Runs of a workspace, a folder each: the profiles as they were captured, `sources.json` and `run.json`, which is
 * written last: without it a folder is no run.
 */
export class RunStore {
  constructor(
    private readonly folder: string,
    private readonly keep = 30,
  ) {}

  /** Keeps a profile of a run that is to be saved; `remove` takes it away again. Resolves to its path. */
  async keepProfile(id: string, profile: StoredProfile, bytes: Uint8Array): Promise<string> {
    await mkdir(join(this.folder, id), { recursive: true });
    const path = this.pathOf(id, profile);
    await writeFile(path, bytes);
    return path;
  }

  /**
   * Makes a run of profiles that were kept before. Of too many runs, the oldest go.
   * @param spared id of a run that stays however old it is
   */
  async save(record: RunRecord, sources: ReadonlyMap<string, string>, spared?: string): Promise<void> {
    await this.keepSources(record.id, sources);
    await this.write(record);
    await this.prune(spared);
  }

  /** Replaces the kept texts of the run's sources. */
  async keepSources(id: string, sources: ReadonlyMap<string, string>): Promise<void> {
    const file = join(this.folder, id, 'sources.json');
    await writeFile(`${file}.new`, JSON.stringify([...sources]));
    await rename(`${file}.new`, file);
  }

  /** All runs that can be read, the newest first. */
  async list(): Promise<RunRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const records = await Promise.all(names.filter((name) => !name.startsWith('.')).map((id) => this.record(id)));
    return records.filter((record) => record !== undefined).sort((a, b) => b.capturedAt - a.capturedAt);
  }

  /** Replaces what is known of a run, but not its profiles; nothing where the run is gone. */
  async update(record: RunRecord): Promise<void> {
    try {
      await this.write(record);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, id), { recursive: true, force: true });
  }

  pathOf(id: string, { fileName }: StoredProfile): string {
    return join(this.folder, id, fileName);
  }

  /** undefined: there is no such run, or it cannot be read any more. */
  async read(id: string): Promise<StoredRun | undefined> {
    const record = await this.record(id);
    if (!record) return undefined;
    try {
      const sources = await readFile(join(this.folder, id, 'sources.json'), 'utf8');
      return this.stored(record, new Map(JSON.parse(sources) as [string, string][]));
    } catch {
      return undefined;
    }
  }

  private async write(record: RunRecord): Promise<void> {
    const file = join(this.folder, record.id, 'run.json');
    await writeFile(`${file}.new`, JSON.stringify(record));
    await rename(`${file}.new`, file);
  }

  private async record(id: string): Promise<RunRecord | undefined> {
    try {
      return JSON.parse(await readFile(join(this.folder, id, 'run.json'), 'utf8')) as RunRecord;
    } catch {
      return undefined;
    }
  }

  private stored(record: RunRecord, sources: ReadonlyMap<string, string>): StoredRun {
    const profilePaths = record.profiles.map((profile) => this.pathOf(record.id, profile));
    return { ...record, profilePaths, sources };
  }

  private async prune(spared: string | undefined): Promise<void> {
    const names = (await readdir(this.folder)).sort();
    const whole = await Promise.all(names.map((id) => exists(join(this.folder, id, 'run.json'))));
    const runs = names.filter((_, i) => whole[i]);
    const old = runs.slice(0, Math.max(0, runs.length - this.keep)).filter((id) => id !== spared);
    const halves = await oldOf(this.folder, names.filter((_, i) => !whole[i]));
    await Promise.all([...old, ...halves].map((id) => this.remove(id)));
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
}
