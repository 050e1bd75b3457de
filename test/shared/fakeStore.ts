import type { FleetQuery } from '../../src/fleet/fleetQuery';
import type { FleetProfile, FleetSeries, FleetStore, FleetType, MergeOptions, SeriesOptions } from '../../src/fleet/fleetStore';

const HOUR = 3_600_000;

export const CPU_TYPE: FleetType = {
  id: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds', name: 'process_cpu', sampleType: 'cpu', unit: 'nanoseconds', isDelta: true,
};
export const IN_USE_TYPE: FleetType = {
  id: 'memory:inuse_space:bytes:space:bytes', name: 'memory', sampleType: 'inuse_space', unit: 'bytes', isDelta: false,
};

/** Labels of one program, whose cost is the same in each second from `from` to `to`. */
export interface FakeProgram {
  readonly labels: Readonly<Record<string, string>>;
  /** In the type's unit, for a second. */
  readonly rate: number;
  readonly from?: number;
  readonly to?: number;
}

/** A store in memory that notes what it is asked. Tests replace what it answers. */
export class FakeStore implements FleetStore {
  readonly serviceLabel: string | undefined = 'service_name';
  maxRangeMs: number | undefined = 24 * HOUR;
  maxAgeMs: number | undefined = 7 * 24 * HOUR;
  /** Of each question: its name, and what it is about. */
  readonly asked: string[] = [];
  readonly merged: FleetQuery[] = [];
  /** Each query of series. */
  readonly charted: FleetQuery[] = [];
  labels: Record<string, readonly string[]> = { service_name: ['checkout', 'cart'], version: ['v1', 'v2'] };
  types: readonly FleetType[] = [CPU_TYPE, IN_USE_TYPE];
  /** Thrown by each question. */
  failure: Error | undefined;
  answer: (query: FleetQuery, options: MergeOptions) => FleetProfile[] | Promise<FleetProfile[]> = () => [];
  /** First points by the value of the label that series are asked by. */
  starts: Record<string, number> = {};

  /** Called before each answer about labels and series: to wait or to fail. */
  before: (query: FleetQuery | undefined, signal: AbortSignal) => unknown = () => undefined;

  /** @param programs whose labels and costs are answered; without them, `labels` and `starts` are */
  constructor(public programs?: readonly FakeProgram[]) {
    if (programs) this.maxRangeMs = this.maxAgeMs = undefined;
  }

  async test() {
    this.ask('test');
    return { server: 'Pyroscope 2.2.0', notes: [] };
  }

  async profileTypes(_range: unknown, signal: AbortSignal): Promise<readonly FleetType[]> {
    this.ask('types');
    await this.before(undefined, signal);
    return this.types;
  }

  async labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    this.ask('names');
    await this.before(query, signal);
    const found = this.matching(query)?.flatMap(({ labels }) => Object.keys(labels));
    return [...new Set(found ?? Object.keys(this.labels))];
  }

  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const where = query.filters.map((each) => `${each.name}${each.operator}${each.value}`);
    this.ask(`values of ${name} where ${where.join(' ')}`.trim());
    await this.before(query, signal);
    const found = this.matching(query)?.flatMap(({ labels }) => labels[name] ?? []);
    return [...new Set(found ?? this.labels[name])];
  }

  async series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<readonly FleetSeries[]> {
    const { groupBy = '', stepSeconds } = options;
    this.ask(`series by ${groupBy}`);
    this.charted.push(query);
    await this.before(query, signal);
    const found = this.matching(query);
    if (!found) {
      return Object.entries(this.starts).map(([value, at]) => {
        return { labels: { [groupBy]: value }, points: [{ at, value: 1 }] };
      });
    }
    const step = stepSeconds * 1000;
    return found.map(({ labels, rate, from = 0, to = Infinity }) => {
      const points: { at: number; value: number }[] = [];
      for (let at = query.range.from; at < query.range.to; at += step) {
        const seconds = (Math.min(at + step, query.range.to) - at) / 1000;
        if (at + step > from && at < to) points.push({ at, value: query.type === CPU_TYPE.id ? rate * seconds : rate });
      }
      return { labels: groupBy in labels ? { [groupBy]: labels[groupBy]! } : {}, points };
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

  private matching({ service, filters }: FleetQuery): readonly FakeProgram[] | undefined {
    return this.programs?.filter(({ labels }) => {
      if (service !== undefined && labels.service_name !== service) return false;
      return filters.every(({ name, operator, value }) => {
        const own = labels[name] ?? '';
        const matches = operator.includes('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
        return operator.startsWith('!') ? !matches : matches;
      });
    });
  }
}
