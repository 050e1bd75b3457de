import type { NamedQuery } from '../../src/fleet/chosenQuery';
import type { FleetQuery } from '../../src/fleet/fleetQuery';
import type { FleetSource } from '../../src/fleet/fleetSource';
import type { FleetSeries, FleetStore, FleetType, SeriesOptions } from '../../src/fleet/fleetStore';
import type { FleetQueries, FleetQuestion } from '../../src/pages/fleet/fleetQueries';
import { CPU_TYPE as CPU, IN_USE_TYPE as IN_USE } from './fakeStore';

/** Labels of one program, whose cost is the same in each second from `from` to `to`. */
export interface FakeProgram {
  readonly labels: Readonly<Record<string, string>>;
  /** In the type's unit, for a second. */
  readonly rate: number;
  readonly from?: number;
  readonly to?: number;
}

export { CPU, IN_USE };

/** A store of programs that have one cost all the time. */
export class FakeFleetStore implements FleetStore {
  readonly serviceLabel: string | undefined = 'service_name';
  maxRangeMs: number | undefined;
  maxAgeMs: number | undefined;
  /** Each query of series, as it was asked. */
  readonly asked: FleetQuery[] = [];
  types: readonly FleetType[] = [CPU, IN_USE];
  /** Called before each answer: to wait or to fail. */
  before: (query: FleetQuery | undefined, signal: AbortSignal) => unknown = () => undefined;

  constructor(public programs: readonly FakeProgram[]) {}

  async profileTypes(_range: unknown, signal: AbortSignal): Promise<readonly FleetType[]> {
    await this.before(undefined, signal);
    return this.types;
  }

  async labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    await this.before(query, signal);
    return [...new Set(this.matching(query).flatMap(({ labels }) => Object.keys(labels)))];
  }

  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    await this.before(query, signal);
    return [...new Set(this.matching(query).flatMap(({ labels }) => labels[name] ?? []))];
  }

  async series(
    query: FleetQuery, { stepSeconds, groupBy }: SeriesOptions, signal: AbortSignal,
  ): Promise<readonly FleetSeries[]> {
    this.asked.push(query);
    await this.before(query, signal);
    const step = stepSeconds * 1000;
    return this.matching(query).map(({ labels, rate, from = 0, to = Infinity }) => {
      const points: { at: number; value: number }[] = [];
      for (let at = query.range.from; at < query.range.to; at += step) {
        const seconds = (Math.min(at + step, query.range.to) - at) / 1000;
        if (at + step > from && at < to) points.push({ at, value: query.type === CPU.id ? rate * seconds : rate });
      }
      return { labels: groupBy === undefined || !(groupBy in labels) ? {} : { [groupBy]: labels[groupBy]! }, points };
    });
  }

  test = () => Promise.reject(new Error('not asked here'));
  merge = (): never => {
    throw new Error('not asked here');
  };

  private matching({ service, filters }: FleetQuery): readonly FakeProgram[] {
    return this.programs.filter(({ labels }) => {
      if (service !== undefined && labels.service_name !== service) return false;
      return filters.every(({ name, operator, value }) => {
        const own = labels[name] ?? '';
        const matches = operator.includes('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
        return operator.startsWith('!') ? !matches : matches;
      });
    });
  }
}

export const SOURCE: FleetSource = {
  id: 's1', name: 'production', kind: 'pyroscope', address: 'https://pyroscope.example.com', versionLabel: 'version',
};

/** The saved stores and queries of a test. */
export class FakeFleetQueries implements FleetQueries {
  sources: FleetSource[] = [SOURCE];
  savedQueries: NamedQuery[] = [];
  recentQueries: NamedQuery[] = [];
  readonly profiled: FleetQuestion[] = [];
  head: string | undefined = '4f0d1c2b9a8e7d6c5b4a39281706f5e4d3c2b1a0';

  constructor(readonly store: FleetStore) {}

  stores = () => this.sources;
  open = () => Promise.resolve(this.store);
  saved = () => this.savedQueries;
  recent = () => this.recentQueries;
  save = async (name: string, { chosen }: FleetQuestion) => void this.savedQueries.push({ name, query: chosen });
  remove = async ({ name }: NamedQuery) => {
    this.savedQueries = this.savedQueries.filter((one) => one.name !== name);
  };
  profile = async (question: FleetQuestion) => void this.profiled.push(question);
  commit = async () => this.head;
  add = () => Promise.resolve();
  edit = () => Promise.resolve();
  onChange = () => ({ dispose: () => undefined });
}
