import { CaptureError } from '../../common/captureError';
import type { QueryEngine } from '../../engine/client';
import type { FleetProfile } from '../../fleet/fleetStore';
import { ignored } from '../../profile/common/ignored';
import { plural } from '../../profile/text/counts';

interface FleetTotal {
  /** Gzipped. */
  readonly bytes: Uint8Array;
  readonly unknown: FleetProfile['unknown'];
  readonly notes: readonly string[];
  /** How many profiles were left out. */
  readonly unreadable: number;
}

let lastSum = 0;

/** Profiles of a fleet, added up in the worker as they come. Those that cannot be read are left out. */
export class FleetSum {
  private readonly sum = ++lastSum;
  private unknown: FleetProfile['unknown'] = {};
  private count = 0;
  private isTaken = false;
  private readonly unreadable: string[] = [];

  constructor(
    private readonly engine: QueryEngine,
    private readonly signal: AbortSignal,
  ) {}

  /** The bytes must not be used any more. Throws EngineError or an AbortError; then the sum is gone. */
  async add({ bytes, unknown }: Pick<FleetProfile, 'bytes' | 'unknown'>): Promise<void> {
    const { sum } = this;
    const isFirst = this.count++ === 0;
    this.unknown = { ...this.unknown, ...unknown };
    const source = { kind: 'bytes', bytes } as const;
    const { unreadable } = await this.engine.ask('addToSum', { sum, isFirst, source }, this.signal);
    if (unreadable !== undefined) this.unreadable.push(unreadable);
  }

  /** Throws CaptureError if no profile could be read, EngineError or an AbortError. */
  async end(): Promise<FleetTotal> {
    const { sum, count, signal } = this;
    // The sum of the durations of many machines is not how long it was measured.
    const unknown = count > 1 ? { ...this.unknown, duration: true as const } : this.unknown;
    const bytes = await this.engine.ask('takeSum', { sum, unknown }, signal);
    // Not before: a query that is cancelled while it waits takes nothing.
    this.isTaken = true;
    const [why = ''] = this.unreadable;
    const left = this.unreadable.length;
    const sentence = `${left} ${plural('profile', left)} could not be read (${why.replace(/\.$/, '')}).`;
    if (!bytes) throw new CaptureError('notAProfile', sentence);
    return { bytes, unknown, notes: left === 0 ? [] : [sentence], unreadable: left };
  }

  /** Frees the memory of what is not taken by `end`. */
  dispose(): void {
    if (this.count === 0 || this.isTaken) return;
    this.engine.ask('dropSum', { sum: this.sum }).catch(ignored('the sum of a fleet stays in memory'));
  }
}
