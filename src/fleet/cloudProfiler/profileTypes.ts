import type { FleetType } from '../fleetStore';

type Row = readonly [sampleType: string, unit: string, isDelta: boolean];

/** The sample types that the agent for Go writes. */
const TYPES: Readonly<Record<string, Row>> = {
  CPU: ['cpu', 'nanoseconds', true],
  WALL: ['wall', 'nanoseconds', true],
  HEAP: ['inuse_space', 'bytes', false],
  PEAK_HEAP: ['inuse_space', 'bytes', false],
  HEAP_ALLOC: ['alloc_space', 'bytes', true],
  THREADS: ['goroutine', 'count', false],
  CONTENTION: ['delay', 'nanoseconds', true],
};

/** The type of Cloud Profiler with this name: `CPU`. */
export function typeNamed(id: string): FleetType {
  const [sampleType, unit, isDelta] = TYPES[id] ?? [id.toLowerCase(), '', true];
  return { id, name: id.toLowerCase(), sampleType, unit, isDelta };
}
