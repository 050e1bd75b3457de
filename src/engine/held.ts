import { stat } from 'node:fs/promises';
import type { Profile } from '../profile/model';
import { LoadedReports } from './loadedReports';
import type { ProfileSource } from './queries';
import { readProfile } from './readProfile';
import { EngineError } from './wire';

/** A profile's place in the store: its reports while they are in memory, and the way back to them. */
export class Held {
  private reports: LoadedReports | undefined;
  private stamp: string | undefined;
  /** Bytes of its columns while in memory, else 0. */
  bytes = 0;

  constructor(private readonly source: ProfileSource) {}

  /** Reads the profile again where it had left memory. Throws as a load does. */
  async loaded(signal: AbortSignal): Promise<LoadedReports> {
    if (this.reports) return this.reports;
    const stamp = await stampOf(this.source);
    if (this.stamp !== undefined && stamp !== this.stamp) {
      throw new EngineError('notLoaded', 'The profile file has changed since it was read. Open it again.');
    }
    const profile = await readProfile(this.source, signal);
    this.stamp = stamp;
    this.bytes = columnBytes(profile);
    return (this.reports = new LoadedReports(profile));
  }

  /** Leaves memory; the source stays. */
  leave(): void {
    this.reports = undefined;
    this.bytes = 0;
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

function columnBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null || value instanceof Map) return 0;
  return Object.values(value as Profile).reduce<number>((sum, part) => sum + columnBytes(part), 0);
}
