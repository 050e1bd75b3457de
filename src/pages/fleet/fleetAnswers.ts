import { CaptureError } from '../../common/captureError';
import type { ChosenQuery } from '../../fleet/chosenQuery';
import { costOverTime, stepSecondsOf } from '../../fleet/costOverTime';
import type { FleetQuery, TimeRange } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore, FleetType } from '../../fleet/fleetStore';
import { seriesInPieces, type SeriesOfPieces } from '../../fleet/seriesInPieces';
import { typeWords } from '../../fleet/fleetWords';
import { inSlices } from '../../go/timeSlices';
import { isOfAccess } from '../../http/httpFailure';
import { ACCESS, type EmptyCause, type NameList, type ShownCost, type ShownType } from '../protocol/fleetPage';
import { MAX_COST_SERIES, MAX_NAMES } from '../protocol/messageLimits';
import type { FleetQueries, FleetQuestion } from './fleetQueries';
import { fleetQuery, plainRange, type ResolvedQuery, resolvedQuery } from './resolvedQuery';

/** A store sends the costs of at most this many values of a label, the largest. */
const MAX_VALUES = 10_000;

interface OfQuery {
  readonly query: ChosenQuery;
}

interface Searched extends OfQuery {
  readonly search: string;
}

/** What was listed last, for the next letter that is typed. */
interface Listed {
  readonly key: string;
  readonly names: readonly string[];
}

/** Answers the page's questions from the store that they are about. */
export class FleetAnswers {
  private listed: Listed | undefined;

  /** @param onProgress called with the number of answered pieces of the range, and that of all */
  constructor(
    private readonly queries: FleetQueries,
    private readonly onProgress: (answered: number, all: number) => void,
    private readonly now: () => number = Date.now,
  ) {}

  async types({ query }: OfQuery, signal: AbortSignal): Promise<readonly ShownType[]> {
    return this.ofStore(query, signal, async (store) => {
      const types = await store.profileTypes(this.newestRange(query, store), signal);
      return types.map((type) => ({ id: type.id, words: typeWords(type), unit: type.unit, isDelta: type.isDelta }));
    });
  }

  async services({ query, search }: Searched, signal: AbortSignal): Promise<NameList | null> {
    return this.ofStore(query, signal, async (store) => {
      const { serviceLabel } = store;
      if (serviceLabel === undefined) return null;
      const every = { ...query, service: undefined, filters: [] };
      return this.list(['services', every], search, () => this.valuesOf(store, serviceLabel, every, signal));
    });
  }

  async labels({ query, search }: Searched, signal: AbortSignal): Promise<NameList> {
    return this.ofStore(query, signal, (store) => this.list(['labels', query], search, () => {
      return store.labelNames(fleetQuery(query, this.newestRange(query, store)), signal);
    }));
  }

  async values({ query, name, search }: Searched & { readonly name: string }, signal: AbortSignal): Promise<NameList> {
    const others = { ...query, filters: query.filters.filter((filter) => filter.name !== name) };
    return this.ofStore(query, signal, (store) => {
      return this.list(['values', name, others], search, () => this.valuesOf(store, name, others, signal));
    });
  }

  async cost({ query }: OfQuery, signal: AbortSignal): Promise<ShownCost> {
    return this.ofStore(query, signal, async (store, source) => {
      const { asked: exact, notes } = await this.resolve(query, store, source, signal);
      const stepSeconds = stepSecondsOf(exact.range);
      const asked = { ...exact, range: inWholeSteps(exact.range, stepSeconds * 1000) };
      const options = { stepSeconds, ...(query.split !== undefined && { groupBy: query.split, limit: MAX_VALUES }) };
      const [pieces, types] = await Promise.all([
        seriesInPieces(store, asked, options, signal, this.onProgress),
        store.profileTypes(newestPart(asked.range, store), signal),
      ]);
      const ofType = ({ id }: FleetType): boolean => id === asked.type;
      const type = types.find(ofType) ?? (await store.profileTypes(asked.range, signal)).find(ofType);
      const isDelta = type?.isDelta ?? true;
      const { range } = asked;
      const shown = { range, stepSeconds, isDelta, split: query.split, most: MAX_COST_SERIES };
      const cost = await inSlices(costOverTime(pieces.series, shown), signal);
      const cut = pieces.mostSeries >= MAX_VALUES && query.split !== undefined ? [`Shares are of the ${MAX_VALUES} largest values of ${query.split}.`] : [];
      return { ...cost, notes: [...notes, ...cut, ...missingNotes(pieces)] };
    });
  }

  /** Which of the filters is the first with which nothing matches any more. */
  async emptyCause({ query }: OfQuery, signal: AbortSignal): Promise<EmptyCause> {
    return this.ofStore(query, signal, async (store, source) => {
      const { asked } = await this.resolve(query, store, source, signal);
      const isEmpty = async (part: FleetQuery) => {
        const { series } = await seriesInPieces(store, part, { stepSeconds: stepSecondsOf(part.range) }, signal);
        return !series.some(({ points }) => points.some(({ value }) => value !== 0));
      };
      if (await isEmpty({ ...asked, filters: [] })) {
        const { service, ...everyService } = asked;
        const isType = service === undefined || await isEmpty({ ...everyService, filters: [] });
        return { part: isType ? 'type' : 'service' };
      }
      // What the first filters match is less with each more.
      let [matching, empty] = [0, asked.filters.length];
      while (empty - matching > 1) {
        const middle = (matching + empty) >> 1;
        if (await isEmpty({ ...asked, filters: asked.filters.slice(0, middle) })) empty = middle;
        else matching = middle;
      }
      const filter = query.filters.indexOf(asked.filters[empty - 1]);
      return filter >= 0 ? { filter } : { part: undefined };
    });
  }

  /** The query with its times and its type, for a profile. Throws CaptureError if the store does not have the type. */
  async question(query: ChosenQuery, part: TimeRange | undefined, signal: AbortSignal): Promise<FleetQuestion> {
    return this.ofStore(query, signal, async (store, source) => {
      const { asked } = await this.resolve(query, store, source, signal);
      const types = await store.profileTypes(newestPart(part ?? asked.range, store), signal);
      const type = types.find(({ id }) => id === asked.type);
      if (!type) throw new CaptureError('failed', `${source.name} has no profiles of this type in this time: choose another one.`);
      return { chosen: query, type, query: { ...asked, range: part ?? asked.range }, isPart: part !== undefined };
    });
  }

  private resolve(
    query: ChosenQuery, store: FleetStore, source: FleetSource, signal: AbortSignal,
  ): Promise<ResolvedQuery> {
    const { queries } = this;
    return resolvedQuery(query, { store, source, signal, now: this.now(), commit: (given) => queries.commit(given) });
  }

  private async ofStore<T>(
    { store: id }: ChosenQuery, signal: AbortSignal, ask: (store: FleetStore, source: FleetSource) => Promise<T>,
  ): Promise<T> {
    const source = this.queries.stores().find((one) => one.id === id);
    if (!source) throw new CaptureError('failed', 'This store is no longer saved: choose another one.');
    try {
      return await ask(await this.queries.open(id, signal), source);
    } catch (error) {
      if (!isOfAccess(error)) throw error;
      throw Object.assign(new Error((error as Error).message), { field: ACCESS });
    }
  }

  /** Names that have a text. Asks for them again when nothing is typed, so that new ones are found. */
  private async list(key: unknown, search: string, ask: () => Promise<readonly string[]>): Promise<NameList> {
    const known = JSON.stringify(key);
    if (search === '' || this.listed?.key !== known) {
      const names = [...new Set(await ask())].sort((a, b) => (a < b ? -1 : 1));
      this.listed = { key: known, names };
    }
    const { names } = this.listed;
    const sought = search.toLowerCase();
    const found = sought === '' ? names : names.filter((name) => name.toLowerCase().includes(sought));
    return { names: found.slice(0, MAX_NAMES), total: found.length };
  }

  private valuesOf(
    store: FleetStore, name: string, query: ChosenQuery, signal: AbortSignal,
  ): Promise<readonly string[]> {
    return store.labelValues(name, fleetQuery(query, this.newestRange(query, store)), signal);
  }

  private newestRange({ range }: ChosenQuery, store: FleetStore): TimeRange {
    return newestPart(plainRange(range, store, this.now()), store);
  }
}

/** As much of the end of a range as one question may be about: enough for names. */
function newestPart({ from, to }: TimeRange, { maxRangeMs }: FleetStore): TimeRange {
  return { from: Math.max(from, to - (maxRangeMs ?? Infinity)), to };
}

function missingNotes({ pieces, missing, failure }: SeriesOfPieces): string[] {
  if (missing.length === 0) return [];
  const why = failure instanceof Error ? failure.message : String(failure);
  return [`The store did not answer for ${missing.length} of ${pieces} parts of the range: ${why}`];
}

/** Some stores begin steps at whole multiples of them. A step that has not ended is cut by the present. */
function inWholeSteps({ from, to }: TimeRange, stepMs: number): TimeRange {
  const end = Math.ceil(to / stepMs) * stepMs;
  return { from: from - (from % stepMs), to: end <= Date.now() ? end : to };
}
