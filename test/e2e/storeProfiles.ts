import type { Scraped } from '../shared/fleet/parcaServer';
import { profileFromText } from '../shared/profileFromText';
import { decodeWire, encodeWire } from '../shared/wire';

const MINUTE = 60_000;

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

/** Ten seconds of each minute: in one region for 50 minutes with 5 s of CPU time, in another for 20 with 2 s. */
export function profilesOfTwoRegions(): Scraped[] {
  const now = Date.now();
  const scraped = (region: string, count: number, seconds: number) => {
    const stack = (part: number, frames: string) => `${part * seconds * 100} ${part * seconds * 1e9} | ${frames}main.main main.go:1`;
    const bytes = cpuProfile([stack(0.8, 'main.area shapes.go:3 < '), stack(0.2, '')].join('\n'));
    return Array.from({ length: count }, (_, i): Scraped => {
      return { name: 'process_cpu', labels: { job: 'checkout', region }, at: now - (i + 1) * MINUTE, bytes };
    });
  };
  return [...scraped('eu', 50, 5), ...scraped('us', 20, 2)];
}
