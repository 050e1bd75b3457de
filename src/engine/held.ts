import { stat } from 'node:fs/promises';
import type { Profile } from '../profile/model';
import { columnBytes } from './columnBytes';
import { LoadedReports } from './loadedReports';
import type { ProfileSource } from './queries';
import { readProfile } from './readProfile';
import { EngineError } from './wire';

/** A profile's place in the store: its reports while they are in memory, and the way back to them. */
export class Held {
  private reports: LoadedReports | undefined;
  private profileBytes = 0;

  /** @param stamp what the file was like when it was read; undefined: not read yet */
  constructor(
    private readonly source: ProfileSource,
    private stamp?: string,
  ) {}

  /** What the file was like when it was read. */
  get readAs(): string {
    return this.stamp ?? '';
  }

  /** Reads the profile again where it had left memory. Throws as a load does. */
  async loaded(signal: AbortSignal): Promise<LoadedReports> {
    if (this.reports) return this.reports;
    const stamp = await stampOf(this.source);
    if (this.stamp !== undefined && stamp !== this.stamp) {
      throw new EngineError('notLoaded', 'The profile file has changed since it was read. Open it again.');
    }
    const profile = await readProfile(this.source, signal);
    const reports = new LoadedReports(profile);
    await reports.loaded(signal);
    this.stamp = stamp;
    this.profileBytes = profileBytes(profile);
    return (this.reports = reports);
  }

  /** Bytes of its columns and of its reports' while in memory, else 0. */
  get bytes(): number {
    return this.reports ? this.profileBytes + this.reports.bytes : 0;
  }

  /** See LoadedReports.prepare. What fails is said to whoever asks for it. */
  prepare(): boolean {
    try {
      return this.reports?.prepare() ?? false;
    } catch {
      return false;
    }
  }

  /** Lets go what is soon made again. */
  slim(): void {
    this.reports?.slim();
  }

  /** Leaves memory; the source stays. */
  leave(): void {
    this.reports = undefined;
  }
}

async function stampOf(source: ProfileSource): Promise<string> {
  if (source.kind === 'bytes') return '';
  try {
    const { size, mtimeMs } = await stat(source.path);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

function profileBytes({ stacks, labels, locations, lines, functions, values }: Profile): number {
  const columns = [stacks, labels, locations, lines, functions, values];
  return columns.reduce((sum, each) => sum + columnBytes(each), 0);
}
