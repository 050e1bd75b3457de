import type { TimeRange } from './fleetQuery';
import type { FleetStore } from './fleetStore';

/** A range that begins this much before the store's limit is not cut. */
const TOLERANCE_MS = 60_000;

/** Whether the store may have left out the beginning of a range. */
export function isCut({ maxAgeMs }: Pick<FleetStore, 'maxAgeMs'>, { from }: TimeRange, now: number): boolean {
  return maxAgeMs !== undefined && from < now - maxAgeMs - TOLERANCE_MS;
}
