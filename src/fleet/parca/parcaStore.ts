import { CaptureError } from '../../common/captureError';
import { type Connection, serverText } from '../../http/connection';
import { withOneRetry } from '../../http/retryAfter';
import type { FleetQuery, TimeRange } from '../fleetQuery';
import type { FleetProfile, FleetSeries, FleetStore, FleetType, MergeOptions, SeriesOptions, StoreAnswer } from '../fleetStore';
import { skewNotes } from '../clockSkew';
import { profileOutline } from '../profileOutline';
import { answeredType, isMultiplied, readPprofText, readSeries, readTexts, readTypes } from './answers';
import { mergeRequest, readPprof } from './messages';
import { frontPage, gatewayGet, grpcWebCall, isNothing, type Parameters, type ParcaServer } from './parcaServer';
import { filtersOf, inclusive, parcaMatcher, rfc3339, selectorOf } from './query';
import { addedUp } from './series';
import { likelyServiceLabels } from './serviceLabels';

const LIST_LIMIT_MS = 30_000;
const QUERY_LIMIT_MS = 5 * 60_000;
const MAX_LIST_BYTES = 64 << 20;
/** Parca sends at most 64 MB by gRPC-web; its gateway 4 MB, which base64 makes a third more. */
const MAX_PROFILE_BYTES = 256 << 20;
const MAX_JSON_BYTES = 32 << 20;
const HOUR_MS = 3_600_000;

const NO_DATA = 'It has no profiles of the last 24 hours.';
const MULTIPLIED = 'Parca answers samples as time: it multiplies each by its period.';

/** A Parca server. */
export class ParcaStore implements FleetStore {
  readonly maxRangeMs = undefined;
  readonly maxAgeMs = undefined;

  private readonly server: ParcaServer;
  private skewMs = 0;

  /** @param serviceLabel the label that the user chose to tell services apart */
  constructor(address: URL, connection: Connection, readonly serviceLabel: string | undefined) {
    this.server = { base: address, connection, onSkew: (skewMs) => void (this.skewMs = skewMs) };
  }

  async test(signal: AbortSignal): Promise<StoreAnswer> {
    const to = Date.now();
    const range = { from: to - 24 * HOUR_MS, to };
    const types = await this.profileTypes(range, signal);
    const options = { signal, limitMs: LIST_LIMIT_MS, maxBytes: 1 << 20 };
    const page = (await frontPage(this.server, options)) ?? '';
    const [, version] = /APP_VERSION\s*=\s*["']v?(\d[\w.+-]{0,40})["']/.exec(page) ?? [];
    const notes = types.length === 0 ? [NO_DATA] : await this.problemOf(types[0], range, signal);
    const server = version === undefined ? 'Parca' : `Parca ${version}`;
    const labels = await this.proposedLabels(range, signal);
    return { server, notes: [...notes, ...labels, ...skewNotes(this.host, this.skewMs)] };
  }

  async profileTypes(range: TimeRange, signal: AbortSignal): Promise<readonly FleetType[]> {
    return this.listed('types', timesOf(range), signal, readTypes);
  }

  /** Those that occur where the filters match. */
  async labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const match = filtersOf(query, this.serviceLabel).map(parcaMatcher);
    const parameters = { ...timesOf(query.range), ...typeOf(query, match) };
    return this.listed('labels', parameters, signal, (answer) => readTexts(answer, 'labelNames'));
  }

  /** Parca lists those of all profiles of the type. Series show which of them are where the other filters match. */
  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const others = filtersOf(query, this.serviceLabel, name);
    if (query.type !== '' && others.length > 0) {
      const { type, range } = query;
      const stepSeconds = Math.max(1, Math.ceil((range.to - range.from) / 1000));
      const series = await this.series({ type, filters: others, range }, { stepSeconds, groupBy: name }, signal);
      return [...new Set(series.flatMap(({ labels }) => labels[name] ?? []))].sort();
    }
    const parameters = { ...timesOf(query.range), ...typeOf(query, []) };
    const path = `labels/${encodeURIComponent(name)}/values`;
    return this.listed(path, parameters, signal, (answer) => readTexts(answer, 'labelValues'));
  }

  async series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<readonly FleetSeries[]> {
    const { stepSeconds, groupBy } = options;
    const selector = selectorOf(query, this.serviceLabel);
    const parameters = { ...timesOf(query.range), query: selector, step: `${stepSeconds}s`, sumBy: groupBy };
    try {
      const series = await this.listed('query_range', parameters, signal, readSeries, QUERY_LIMIT_MS);
      return addedUp(series, stepSeconds * 1000, groupBy);
    } catch (error) {
      if (!isNothing(error)) throw error;
      // Another question finds out whether this is Parca.
      await this.profileTypes(query.range, signal);
      return [];
    }
  }

  async *merge(query: FleetQuery, options: MergeOptions): AsyncIterable<FleetProfile> {
    const { signal, maxUnpackedBytes } = options;
    const bytes = await withOneRetry(() => this.pprofOf(query, options), signal);
    const outline = await profileOutline(bytes, { signal, maxUnpackedBytes }).catch((error: Error) => {
      signal.throwIfAborted();
      throw new CaptureError('notAProfile', `The profile that ${this.host} sent ${error.message}.`);
    });
    if (outline.samples === 0) return;
    const wanted = answeredType(query.type);
    const sent = outline.sampleTypes.join(', ');
    if (sent !== wanted) {
      const sentence = `${this.host} answered with ${sent.slice(0, 200)}, and not with ${wanted}, which was asked for`;
      throw new CaptureError('notAProfile', `${sentence}.`);
    }
    const multiplied = isMultiplied(query.type) ? [MULTIPLIED] : [];
    const notes = [...multiplied, ...skewNotes(this.host, this.skewMs)];
    yield { bytes, unknown: { time: true, duration: true, period: true, counts: true }, notes };
  }

  /**
   * The merge of a range, gzipped. gRPC-web is asked first, because it carries the bytes as they are and up to 64 MB.
   * The gateway, through which they are base64 in JSON and at most 4 MB, is for proxies that let only GET through.
   */
  private async pprofOf(query: FleetQuery, { signal, onBytes }: MergeOptions): Promise<Uint8Array> {
    const selector = selectorOf(query, this.serviceLabel);
    const options = { signal, limitMs: QUERY_LIMIT_MS, ...(onBytes && { onBytes }) };
    const binary = { ...options, maxBytes: MAX_PROFILE_BYTES };
    const response = await grpcWebCall(this.server, 'Query', mergeRequest(selector, query.range), binary);
    if (response !== undefined) return readPprof(response) ?? this.fail();
    const { start, end } = timesOf(query.range);
    const parameters = {
      mode: 'MODE_MERGE', report_type: 'REPORT_TYPE_PPROF',
      'merge.query': selector, 'merge.start': start, 'merge.end': end,
    };
    const answer = await gatewayGet(this.server, 'query', parameters, { ...options, maxBytes: MAX_JSON_BYTES });
    return readPprofText(answer) ?? this.fail();
  }

  private async listed<T>(
    path: string,
    parameters: Parameters,
    signal: AbortSignal,
    read: (answer: unknown) => T | undefined,
    limitMs = LIST_LIMIT_MS,
  ): Promise<T> {
    const options = { signal, limitMs, maxBytes: MAX_LIST_BYTES };
    const answer = await withOneRetry(() => gatewayGet(this.server, path, parameters, options), signal);
    return read(answer) ?? this.fail();
  }

  /** Labels that the user may choose to tell services apart, if there is none yet. */
  private async proposedLabels(range: TimeRange, signal: AbortSignal): Promise<string[]> {
    if (this.serviceLabel !== undefined) return [];
    const labels = likelyServiceLabels(await this.labelNames({ type: '', filters: [], range }, signal));
    if (labels.length === 0) return [];
    return [`Labels that may tell services apart: ${labels.slice(0, 5).join(', ')}: name one with "Edit Profile Store…".`];
  }

  /** Why queries do not work although lists do. */
  private async problemOf({ id }: FleetType, range: TimeRange, signal: AbortSignal): Promise<string[]> {
    const query = { type: id, filters: [], range: { ...range, from: range.to - HOUR_MS } };
    try {
      await this.series(query, { stepSeconds: 3600 }, signal);
      return [];
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof CaptureError ? [error.message] : [];
    }
  }

  private get host(): string {
    return serverText(this.server.base);
  }

  private fail(): never {
    throw new CaptureError('notAProfile', `${this.host} does not answer as Parca does: check that the address is that of Parca.`);
  }
}

function timesOf(range: TimeRange): { readonly start: string; readonly end: string } {
  const { start, end } = inclusive(range);
  return { start: rfc3339(start), end: rfc3339(end) };
}

/** Filters are only applied together with a type. */
function typeOf({ type }: FleetQuery, match: readonly string[]): Parameters {
  return type === '' ? {} : { profile_type: type, match };
}
