import type { FleetQuery } from '../../src/fleet/fleetQuery';
import type { FleetProfile, FleetStore, FleetType, MergeOptions } from '../../src/fleet/fleetStore';

const HOUR = 3_600_000;

export const CPU_TYPE: FleetType = {
  id: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds', name: 'process_cpu', sampleType: 'cpu', unit: 'nanoseconds', isDelta: true,
};
export const IN_USE_TYPE: FleetType = {
  id: 'memory:inuse_space:bytes:space:bytes', name: 'memory', sampleType: 'inuse_space', unit: 'bytes', isDelta: false,
};

/** A store in memory that notes what it is asked. Tests replace what it answers. */
export class FakeStore implements FleetStore {
  readonly serviceLabel: string | undefined = 'service_name';
  maxRangeMs: number | undefined = 24 * HOUR;
  readonly maxAgeMs: number | undefined = 7 * 24 * HOUR;
  /** Of each question: its name, and what it is about. */
  readonly asked: string[] = [];
  readonly merged: FleetQuery[] = [];
  labels: Record<string, readonly string[]> = { service_name: ['checkout', 'cart'], version: ['v1', 'v2'] };
  types: readonly FleetType[] = [CPU_TYPE, IN_USE_TYPE];
  /** Thrown by each question. */
  failure: Error | undefined;
  answer: (query: FleetQuery, options: MergeOptions) => FleetProfile[] | Promise<FleetProfile[]> = () => [];
  /** First points by the value of the label that series are asked by. */
  starts: Record<string, number> = {};

  async test() {
    this.ask('test');
    return { server: 'Pyroscope 2.2.0', notes: [] };
  }

  async profileTypes() {
    this.ask('types');
    return this.types;
  }

  async labelNames() {
    this.ask('names');
    return Object.keys(this.labels);
  }

  async labelValues(name: string, { filters }: FleetQuery) {
    const where = filters.map((each) => `${each.name}${each.operator}${each.value}`);
    this.ask(`values of ${name} where ${where.join(' ')}`.trim());
    return this.labels[name] ?? [];
  }

  async series(_query: FleetQuery, { groupBy = '' }: { readonly groupBy?: string }) {
    this.ask(`series by ${groupBy}`);
    return Object.entries(this.starts).map(([version, at]) => {
      return { labels: { [groupBy]: version }, points: [{ at, value: 1 }] };
    });
  }

  async *merge(query: FleetQuery, options: MergeOptions): AsyncGenerator<FleetProfile> {
    this.ask('merge');
    this.merged.push(query);
    yield* await this.answer(query, options);
  }

  private ask(what: string): void {
    this.asked.push(what);
    if (this.failure) throw this.failure;
  }
}
