import type { QueryEngine } from '../../engine/client';
import type { FleetProfile } from '../../fleet/fleetStore';
import { plural } from '../../profile/text/counts';
import { AT_ONCE, ProfileSum } from '../fetch/profileSum';

/** Bytes that wait to be added up; a larger profile is added up alone. Added up, they take several times as much. */
const MAX_WAITING_BYTES = 48 << 20;
/** A larger sum (gzipped) is never in memory beside others, but added up with each that comes. */
const LARGE_BYTES = 8 << 20;

interface FleetTotal {
  /** Gzipped; undefined if there was nothing. */
  readonly bytes: Uint8Array | undefined;
  readonly unknown: FleetProfile['unknown'];
  readonly notes: readonly string[];
}

/** Profiles of a fleet, added up as they come. Those that cannot be read are left out. */
export class FleetSum {
  private waiting: Uint8Array[] = [];
  /** Of the profiles that were added up, if it is large. */
  private large: Uint8Array | undefined;
  private readonly sum: ProfileSum;
  private unknown: FleetProfile['unknown'] = {};
  private count = 0;
  private readonly unreadable: string[] = [];

  constructor(
    private readonly engine: QueryEngine,
    private readonly signal: AbortSignal,
  ) {
    this.sum = new ProfileSum(engine, signal);
  }

  /** Throws EngineError or an AbortError. */
  async add({ bytes, unknown }: Pick<FleetProfile, 'bytes' | 'unknown'>): Promise<void> {
    this.count++;
    this.unknown = { ...this.unknown, ...unknown };
    const waitingBytes = this.waiting.reduce((sum, { length }) => sum + length, bytes.length);
    if (this.waiting.length > 0 && waitingBytes > MAX_WAITING_BYTES) await this.addUp();
    this.waiting.push(bytes);
    if (this.waiting.length >= AT_ONCE) await this.addUp();
  }

  /** Throws like `add`; ProfileError if the only profile cannot be read. */
  async end(): Promise<FleetTotal> {
    // The only profile is read once.
    if (this.count === 1) await this.sum.add(this.waiting[0]);
    else if (this.waiting.length > 0) await this.addUp();
    if (this.large) await this.sum.add(this.large);
    // The sum of the durations of many machines is not how long it was measured.
    const unknown = this.count > 1 ? { ...this.unknown, duration: true as const } : this.unknown;
    const [why = ''] = this.unreadable;
    const left = this.unreadable.length;
    const notes = left === 0 ? [] : [`${left} ${plural('profile', left)} could not be read (${why.replace(/\.$/, '')}).`];
    return { bytes: await this.sum.end(unknown), unknown, notes };
  }

  private async addUp(): Promise<void> {
    const parts = [...this.waiting, ...(this.large ? [this.large] : [])].map((bytes) => ({ bytes }));
    this.waiting = [];
    this.large = undefined;
    const { bytes, facts } = await this.engine.ask('serviceProfile', { parts, isDelta: false }, this.signal);
    for (const { problem } of facts) if (typeof problem === 'object') this.unreadable.push(problem.unreadable);
    if (bytes && bytes.length > LARGE_BYTES) this.large = bytes;
    else if (bytes) await this.sum.add(bytes);
  }
}
