import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetStore, FleetType } from '../../fleet/fleetStore';

/** For how long an answer is offered again, in milliseconds. */
const FRESH_MS = 60_000;

interface Answer {
  readonly at: number;
  readonly value: readonly unknown[];
}

/** What a store offers to choose from. Answers are cached for a minute; failed and cancelled ones are not. */
export class StoreChoices {
  private readonly answers = new Map<string, Answer>();

  constructor(readonly store: FleetStore) {}

  types({ range }: FleetQuery, signal: AbortSignal): Promise<readonly FleetType[]> {
    return this.cached(`types ${range.to - range.from}`, () => this.store.profileTypes(range, signal));
  }

  labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    return this.cached(`names ${keyOf(query)}`, () => this.store.labelNames(query, signal));
  }

  /** The values where the other filters match. */
  labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const others = { ...query, filters: query.filters.filter((filter) => filter.name !== name) };
    return this.cached(`values ${name} ${keyOf(others)}`, () => this.store.labelValues(name, others, signal));
  }

  private async cached<T>(key: string, ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const known = this.answers.get(key);
    if (known && Date.now() - known.at < FRESH_MS) return known.value as readonly T[];
    const value = await ask();
    this.answers.set(key, { at: Date.now(), value });
    return value;
  }
}

/** The times of a question move on; what is offered does not depend on it. */
function keyOf({ type, service, filters, range }: FleetQuery): string {
  return JSON.stringify([type, service, filters, range.to - range.from]);
}
