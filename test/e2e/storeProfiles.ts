import type { Scraped } from '../shared/fleet/parcaServer';
import { profileFromText } from '../shared/profileFromText';
import { decodeWire, encodeWire } from '../shared/wire';

const MINUTE = 60_000;
const SHAPES = '400 4000000000 | main.area shapes.go:3 < main.main main.go:1\n100 1000000000 | main.main main.go:1';

/**
 * A CPU profile of ten seconds, as Go writes it.
 * @param stacks with samples and nanoseconds: see TextProfile
 * @param at when it was taken, in milliseconds since the epoch
 */
export function cpuProfile(stacks: string, at = 0): Uint8Array {
  const types = 'samples/count cpu/nanoseconds';
  const wire = decodeWire(profileFromText({ types, stacks, timeNanos: at * 1e6, durationNanos: 1e10 }));
  const texts = wire.string_table ?? [];
  const periodType = { type: texts.length, unit: texts.length + 1 };
  return encodeWire({ ...wire, string_table: [...texts, 'cpu', 'nanoseconds'], period_type: periodType, period: 1e7 });
}

/** Profiles of a service in two regions: one of the last 50 minutes, the other of the last 20. */
export function profilesOfTwoRegions(): Scraped[] {
  const now = Date.now();
  const bytes = cpuProfile(SHAPES);
  const scraped = (region: string, count: number) => Array.from({ length: count }, (_, i): Scraped => {
    return { name: 'process_cpu', labels: { job: 'checkout', region }, at: now - (i + 1) * MINUTE, bytes };
  });
  return [...scraped('eu', 50), ...scraped('us', 20)];
}
