import type { Scraped } from '../shared/fleet/parcaServer';
import { profileFromText } from '../shared/profileFromText';
import { decodeWire, encodeWire } from '../shared/wire';

export const MINUTE = 60_000;

/** A CPU profile of ten seconds, as Go writes it. */
export function cpuOfService(at: number, labels: Record<string, string>): Scraped {
  const types = 'samples/count cpu/nanoseconds';
  const stacks = '400 4000000000 | main.area shapes.go:3 < main.main main.go:1\n100 1000000000 | main.main main.go:1';
  const wire = decodeWire(profileFromText({ types, stacks, durationNanos: 1e10 }));
  const texts = wire.string_table ?? [];
  const periodType = { type: texts.length, unit: texts.length + 1 };
  const bytes = encodeWire({ ...wire, string_table: [...texts, 'cpu', 'nanoseconds'], period_type: periodType, period: 1e7 });
  return { name: 'process_cpu', labels, at, bytes };
}
