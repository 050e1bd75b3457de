import type { QueryEngine } from '../../engine/client';
import type { FleetProfile } from '../../fleet/fleetStore';
import { plural } from '../../profile/text/counts';
import { AT_ONCE, ProfileSum } from '../fetch/profileSum';

interface FleetTotal {
  /** Gzipped; undefined if there was nothing. */
  readonly bytes: Uint8Array | undefined;
  readonly unknown: FleetProfile['unknown'];
  readonly notes: readonly string[];
}

/** Profiles of a fleet, added up as they come. Those that cannot be read are left out. */
export class FleetSum {
  private waiting: Uint8Array[] = [];
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
    this.waiting.push(bytes);
    if (this.waiting.length >= AT_ONCE) await this.addUp();
  }

  /** Throws like `add`; ProfileError if the only profile cannot be read. */
  async end(): Promise<FleetTotal> {
    // The only profile is read once.
    if (this.count === 1) await this.sum.add(this.waiting[0]);
    else if (this.waiting.length > 0) await this.addUp();
    // The sum of the durations of many machines is not how long it was measured.
    const unknown = this.count > 1 ? { ...this.unknown, duration: true as const } : this.unknown;
    const [why = ''] = this.unreadable;
    const left = this.unreadable.length;
    const notes = left === 0 ? [] : [`${left} ${plural('profile', left)} could not be read (${why.replace(/\.$/, '')}).`];
    return { bytes: await this.sum.end(unknown), unknown, notes };
  }

  private async addUp(): Promise<void> {
    const parts = this.waiting.map((bytes) => ({ bytes }));
    this.waiting = [];
    const { bytes, facts } = await this.engine.ask('serviceProfile', { parts, isDelta: false }, this.signal);
    for (const { problem } of facts) if (typeof problem === 'object') this.unreadable.push(problem.unreadable);
    if (bytes) await this.sum.add(bytes);
  }
}
