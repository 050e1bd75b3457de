import { CaptureError } from '../../common/captureError';
import { type Connection, serverText } from '../../http/connection';
import { hasStatus, StatusError } from '../../http/httpFailure';
import { withOneRetry } from '../../http/retryAfter';
import type { FleetQuery, TimeRange } from '../fleetQuery';
import type { FleetProfile, FleetSeries, FleetStore, FleetType, MergeOptions, SeriesOptions, StoreAnswer } from '../fleetStore';
import { skewNotes } from '../clockSkew';
import type { ProfileOutline } from '../outlineReader';
import { profileOutline } from '../profileOutline';
import { cutRange, DAY_MS, durationText, fewAtOnce, RangeLimitError } from '../timePieces';
import { type CallOptions, connectCall, type Server, versionOf } from './connectCall';
import {
  labelsRequest, mergeRequest, namesRequest, readLabelSets, readNames, readPprof, readSeries, readTypes, seriesRequest,
  stacktracesRequest, typesRequest, valuesRequest,
} from './messages';
import { matchersOf, selectorOf, SERVICE_LABEL, TYPE_LABEL } from './selector';

const MINUTE_MS = 60_000;
/** Of a question about labels, types or a series. */
const SMALL = { limitMs: MINUTE_MS, maxBytes: 32 << 20 };
const MERGE_LIMIT_MS = 5 * MINUTE_MS;
/** Pieces of a range that are asked at once. */
const AT_ONCE = 4;
/** Labels of a longer range are those of its last pieces. */
const LABEL_PIECES = 7;
const TOO_OLD = 'Pyroscope leaves out what is older than 7 days, unless its operator chose another limit (max_query_lookback).';

/** A Pyroscope server, or a data source of Grafana for one. */
export class PyroscopeStore implements FleetStore {
  readonly serviceLabel = SERVICE_LABEL;
  /** The default of the server, until it names another. */
  readonly maxAgeMs = 7 * DAY_MS;
  private limitMs = DAY_MS;
  private skewMs = 0;
  private hasMerge = true;
  private readonly server: Server;

  /** @param address the part of the server's address before `/querier.v1.QuerierService/` */
  constructor(address: URL, connection: Connection) {
    this.server = { base: address, connection };
  }

  get maxRangeMs(): number {
    return this.limitMs;
  }

  async test(signal: AbortSignal): Promise<StoreAnswer> {
    const to = Date.now();
    const types = await this.profileTypes({ from: to - DAY_MS, to }, signal);
    const version = await versionOf(this.server, { ...SMALL, signal });
    const none = types.length > 0 ? [] : ['It has no profiles of the last 24 h: check the tenant, and that services send profiles to it.'];
    return { server: version === undefined ? 'Pyroscope' : `Pyroscope ${version}`, notes: [...none, ...this.skewNotes()] };
  }

  async profileTypes(range: TimeRange, signal: AbortSignal): Promise<FleetType[]> {
    const all = await this.inPieces(range, LABEL_PIECES, async (piece) => {
      return this.read(readTypes, await this.ask('ProfileTypes', typesRequest(piece), signal));
    });
    const byId = new Map(all.flat().map((type) => [type.id, type]));
    return [...byId.values()].sort((a, b) => compare(a.id, b.id));
  }

  /** Without the server's own names, which begin with two underscores. */
  async labelNames(query: FleetQuery, signal: AbortSignal): Promise<string[]> {
    const all = await this.inPieces(query.range, LABEL_PIECES, async (piece) => {
      return this.read(readNames, await this.ask('LabelNames', namesRequest(matchersOf(query), piece), signal));
    });
    return sorted(all.flat().filter((name) => !name.startsWith('__')));
  }

  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<string[]> {
    const matchers = matchersOf(query, name);
    const isOfAll = name === SERVICE_LABEL && selectorOf(query, name) === '{}';
    const all = await this.inPieces(query.range, LABEL_PIECES, async (piece) => {
      if (isOfAll) return this.services(query.type, piece, signal);
      return this.read(readNames, await this.ask('LabelValues', valuesRequest(name, matchers, piece), signal));
    });
    return sorted(all.flat());
  }

  /** The server answers this question without reading its index: with both labels and no matcher. */
  private async services(type: string, range: TimeRange, signal: AbortSignal): Promise<string[]> {
    const sets = this.read(readLabelSets, await this.ask('Series', labelsRequest([TYPE_LABEL, SERVICE_LABEL], range), signal));
    const ofType = sets.filter((set) => type === '' || set[TYPE_LABEL] === type);
    return ofType.flatMap(({ [SERVICE_LABEL]: service }) => service ?? []);
  }

  async series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<FleetSeries[]> {
    const stepMs = 1000 * options.stepSeconds;
    const { type, range } = query;
    const selector = selectorOf(query);
    const all = await this.inPieces(range, undefined, async ({ from, to }) => {
      // The server names the ends of steps, from the beginning to the end of the range in the request.
      const end = from + Math.ceil((to - from) / stepMs) * stepMs;
      // A server that is younger than the range counts steps from its first data: the current one ends after the range.
      const last = Math.min(end + stepMs, from + stepMs + this.limitMs);
      const ends = { from: from + stepMs, to: end > Date.now() - stepMs ? last : end + 1 };
      const request = seriesRequest({ type, selector, range: ends }, options);
      const found = this.read(readSeries, await this.ask('SelectSeries', request, signal));
      return found.map(({ labels, points }) => {
        return { labels, points: points.map(({ at, value }) => ({ at: at - stepMs, value })) };
      });
    }, stepMs);
    return joined(all.flat());
  }

  /** The server merges: one profile, or none. */
  async *merge(query: FleetQuery, options: MergeOptions): AsyncGenerator<FleetProfile, void, void> {
    const { signal } = options;
    const bytes = await this.merged(query, options);
    const limits = { signal, maxUnpackedBytes: options.maxUnpackedBytes, hasNoTotals: true, mayBeEmpty: true };
    const shape = await profileOutline(bytes, limits).catch((error: Error) => {
      signal.throwIfAborted();
      throw new CaptureError('notAProfile', `The profile that ${this.host()} sent ${error.message}: try again.`);
    });
    if (shape.samples === 0) {
      if (query.range.from < Date.now() - this.maxAgeMs) options.onNote?.(TOO_OLD);
      return;
    }
    this.checkType(query.type, shape);
    yield { bytes, unknown: { period: true, duration: true, time: true }, notes: this.notesOf(query, shape) };
  }

  /** Asks by the newer method only if the server does not have the older one, which all versions have. */
  private async merged(query: FleetQuery, options: MergeOptions): Promise<Uint8Array> {
    const { type, range } = query;
    const asked = { type, selector: selectorOf(query), range };
    const limits = { ...options, limitMs: MERGE_LIMIT_MS, maxBytes: options.maxUnpackedBytes };
    if (this.hasMerge) {
      try {
        return await this.call('SelectMergeProfile', mergeRequest(asked), limits);
      } catch (error) {
        if (!hasStatus(error, 501) && !hasStatus(error, 404)) throw error;
      }
    }
    const answer = await this.call('SelectMergeStacktraces', stacktracesRequest(asked), limits);
    this.hasMerge = false;
    return this.read(readPprof, answer) ?? new Uint8Array();
  }

  private checkType(id: string, { sampleTypes }: ProfileOutline): void {
    const [, sampleType, unit] = id.split(':');
    const asked = `${sampleType}/${unit}`;
    if (sampleTypes.length === 1 && sampleTypes[0] === asked) return;
    const answered = sampleTypes.join(', ').slice(0, 200) || 'no type';
    throw new CaptureError('notAProfile', `${this.host()} answered with ${answered}, and not with ${asked}, which was asked for.`);
  }

  private notesOf({ range: { from, to } }: FleetQuery, { hasOther }: ProfileOutline): string[] {
    const oldest = Date.now() - this.maxAgeMs;
    return [
      // Data of a wholly older range show that the operator chose another limit.
      ...(from < oldest && to > oldest ? [TOO_OLD] : []),
      ...(hasOther ? ['The store may have summed up rare stacks as "other", because its operator limits the size of answers.'] : []),
      ...this.skewNotes(),
    ];
  }

  private skewNotes(): string[] {
    return skewNotes(this.host(), this.skewMs);
  }

  /**
   * Asks for the pieces of a range that the server allows.
   * @param last how many of its last pieces are asked; undefined: all
   * @param stepMs what a piece is a multiple of
   */
  private async inPieces<T>(
    range: TimeRange,
    last: number | undefined,
    ask: (piece: TimeRange) => Promise<T>,
    stepMs = 1,
  ): Promise<T[]> {
    for (;;) {
      const { limitMs } = this;
      const pieces = cutRange(range, Math.max(1, Math.floor(limitMs / stepMs)) * stepMs);
      try {
        return await fewAtOnce(last === undefined ? pieces : pieces.slice(-last), AT_ONCE, ask);
      } catch (error) {
        if (!(error instanceof RangeLimitError) || this.limitMs >= limitMs) throw error;
      }
    }
  }

  private ask(method: string, message: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return withOneRetry(() => this.call(method, message, { ...SMALL, signal }), signal);
  }

  private async call(method: string, message: Uint8Array, options: CallOptions): Promise<Uint8Array> {
    try {
      const { body, skewMs } = await connectCall(this.server, method, message, options);
      if (skewMs !== undefined) this.skewMs = skewMs;
      return body;
    } catch (error) {
      const limitMs = error instanceof StatusError ? namedLimit(error.message) : undefined;
      if (limitMs === undefined) throw error;
      this.limitMs = limitMs;
      const sentence = `${this.host()} allows ${durationText(limitMs)} for one question (max_query_length)`;
      throw new RangeLimitError('httpStatus', `${sentence}: ask for a shorter time.`);
    }
  }

  private read<T>(read: (bytes: Uint8Array) => T, bytes: Uint8Array): T {
    try {
      return read(bytes);
    } catch (error) {
      throw this.damaged(error as Error);
    }
  }

  private damaged({ message }: Error): CaptureError {
    const why = message.startsWith('index out of range') ? 'it is cut off' : message;
    return new CaptureError('notAProfile', `The answer of ${this.host()} is damaged (${why}): try again.`);
  }

  private host(): string {
    return serverText(this.server.base);
  }
}

/** As Prometheus writes durations: `1d12h`. */
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1, s: 1000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS,
};

/** In milliseconds; as in `max_query_length, actual: 48h0m0s, limit: 1d`. undefined if the text names no limit. */
function namedLimit(text: string): number | undefined {
  const [, limit] = /max_query_length,[^()]{0,60}limit: ((?:\d{1,6}(?:ms|[smhdwy])){1,6})\)/.exec(text) ?? [];
  if (limit === undefined) return undefined;
  const parts = [...limit.matchAll(/(\d+)(ms|[smhdwy])/g)];
  const sum = parts.reduce((ms, [, count, unit = '']) => ms + Number(count) * (UNIT_MS[unit] ?? 0), 0);
  return sum > 0 ? sum : undefined;
}

/** One series for each set of labels, with its points in the order of time, each once. */
function joined(all: readonly FleetSeries[]): FleetSeries[] {
  const points = new Map<string, { labels: FleetSeries['labels']; byTime: Map<number, number> }>();
  for (const { labels, points: own } of all) {
    const key = JSON.stringify(Object.entries(labels).sort(([a], [b]) => compare(a, b)));
    const known = points.get(key) ?? { labels, byTime: new Map<number, number>() };
    points.set(key, known);
    for (const { at, value } of own) known.byTime.set(at, value);
  }
  return [...points.values()].map(({ labels, byTime }) => ({
    labels,
    points: [...byTime].sort(([a], [b]) => a - b).map(([at, value]) => ({ at, value })),
  }));
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compare);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
