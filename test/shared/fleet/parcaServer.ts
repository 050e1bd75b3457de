import { gzipSync } from 'node:zlib';
import { decodeWire, encodeWire } from '../wire';
import { startFaulty, type TestAnswer, type TestServer } from './faultyServer';
import { mergedWire } from './mergedWire';
import { ParcaError, parseDuration, parseSelector, parseTime, type Selector } from './parcaInputs';
import { decodeRequest, encodeResponse } from './parcaMessages';

/** A profile that was scraped. */
export interface Scraped {
  /** `process_cpu`, `memory`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** pprof, not gzipped. */
  readonly bytes: Uint8Array;
}

export interface ParcaTraps {
  /** What a server with GOMAXPROCS=1 says to each query that has data. */
  isOneProcessor?: boolean;
  /** A proxy that lets only GET through. */
  isGetOnly?: boolean;
  /** The sample type of another query is sent. */
  sendsOther?: boolean;
  /** Limit of a message that the gateway takes from the server, in bytes. */
  gatewayLimit?: number;
  /** A server that was built without its user interface. */
  hasNoPages?: boolean;
}

/** Starts a server that speaks as Parca's does, to the gateway and by gRPC-web, with the same errors and traps. */
export async function startParca(scraped: readonly Scraped[], traps: ParcaTraps = {}): Promise<TestServer> {
  const parca = new Parca(scraped.flatMap(storedOf), traps);
  return startFaulty((request, url, body) => {
    if (url.pathname === '/') {
      return { status: 200, headers: { 'content-type': 'text/html' }, body: "<script>\n window.APP_VERSION = 'v0.30.0';\n</script>" };
    }
    if (request.headers['content-type'] === 'application/grpc-web+proto' && !traps.isGetOnly) return parca.grpcWeb(url, body);
    if (request.method !== 'GET') return { status: 405, headers: { 'content-type': 'text/plain' }, body: 'GET only\n' };
    return parca.gateway(url);
  });
}

/** A column of a profile: Parca stores each sample type by itself. */
interface Stored extends Scraped {
  readonly sampleType: string;
  readonly sampleUnit: string;
  readonly periodType: string;
  readonly periodUnit: string;
  readonly isDelta: boolean;
  readonly total: number;
}

function storedOf(scraped: Scraped): Stored[] {
  const profile = decodeWire(scraped.bytes);
  const text = (index: unknown): string => profile.string_table?.[Number(index ?? 0)] ?? '';
  const period = profile.period_type as Record<string, unknown> | undefined;
  const samples = (profile.sample ?? []) as { value: string[] }[];
  return ((profile.sample_type ?? []) as Record<string, unknown>[]).map(({ type, unit }, column) => ({
    ...scraped,
    sampleType: text(type), sampleUnit: text(unit), periodType: text(period?.type), periodUnit: text(period?.unit),
    isDelta: Number(profile.duration_nanos ?? 0) !== 0,
    total: samples.reduce((sum, { value }) => sum + Number(value[column]), 0) * (text(type) === 'samples' ? Number(profile.period) : 1),
  }));
}

const NO_DATA = 'No data found for the query, try a different query or time range or no data has been written to be queried yet.';

class Parca {
  constructor(
    private readonly stored: readonly Stored[],
    private readonly traps: ParcaTraps,
  ) {}

  gateway(url: URL): TestAnswer {
    try {
      return json(200, this.gatewayAnswer(url.pathname.replace(/^\/api\/profiles\//, ''), url.searchParams));
    } catch (error) {
      if (!(error instanceof ParcaError)) throw error;
      // The server replaces what it has not found by its pages, if it was built with them.
      if (error.code === 5 && this.traps.hasNoPages) {
        return { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '404 page not found\n' };
      }
      if (error.code === 5) return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html></html>\n' };
      const status = new Map([[2, 500], [3, 400], [8, 429], [12, 501]]).get(error.code) ?? 500;
      return json(status, { code: error.code, message: error.message, details: [] });
    }
  }

  grpcWeb(url: URL, body: Uint8Array): TestAnswer {
    const headers = { 'content-type': 'application/grpc-web+proto' };
    try {
      if (!url.pathname.endsWith('/parca.query.v1alpha1.QueryService/Query')) throw new ParcaError(12, 'unknown method');
      const length = Buffer.from(body).readUInt32BE(1);
      const { mode, merge, reportType } = decodeRequest(body.subarray(5, 5 + length));
      if (mode !== 2 || reportType !== 1 || !merge?.start || !merge.end) throw new ParcaError(3, 'invalid option for mode');
      const pprof = this.merge(merge.query, nanosOf(merge.start), nanosOf(merge.end));
      const frames = [frame(0, encodeResponse(pprof)), frame(0x80, Buffer.from('Grpc-Message: \r\nGrpc-Status: 0\r\n'))];
      return { status: 200, headers, body: Buffer.concat(frames) };
    } catch (error) {
      if (!(error instanceof ParcaError)) throw error;
      const said = { 'grpc-status': String(error.code), 'grpc-message': encodeURIComponent(error.message) };
      return { status: 200, headers: { ...headers, ...said }, body: '' };
    }
  }

  private gatewayAnswer(path: string, given: URLSearchParams): object {
    const range = (prefix = ''): [bigint, bigint] => {
      return [parseTime(given.get(`${prefix}start`)), parseTime(given.get(`${prefix}end`))];
    };
    if (path === 'types') return { types: this.types(range()) };
    if (path === 'labels') return { labelNames: this.labelNames(given, range()), warnings: [] };
    const [, name] = /^labels\/(.+)\/values$/.exec(path) ?? [];
    const valuesOf = (label: string): string[] => this.labelValues(decodeURIComponent(label), given, range());
    if (name !== undefined) return { labelValues: valuesOf(name), warnings: [] };
    if (path === 'query_range') return { series: this.series(given, range()) };
    if (path !== 'query') throw new ParcaError(path === 'series' ? 12 : 5, `method ${path} not implemented`);
    if (given.get('mode') !== 'MODE_MERGE' || given.get('report_type') !== 'REPORT_TYPE_PPROF') throw new ParcaError(3, 'invalid option for mode');
    const pprof = this.merge(given.get('merge.query') ?? '', ...range('merge.'));
    const { gatewayLimit = 4 << 20 } = this.traps;
    if (pprof.length > gatewayLimit) throw new ParcaError(8, `grpc: received message larger than max (${pprof.length} vs. ${gatewayLimit})`);
    return { pprof: Buffer.from(pprof).toString('base64'), total: '0', filtered: '0' };
  }

  private types(range: [bigint, bigint]): object[] {
    const texts = this.within(range).map(({ name, sampleType, sampleUnit, periodType, periodUnit, isDelta: delta }) =>
      JSON.stringify({ name, sampleType, sampleUnit, periodType, periodUnit, delta }));
    return [...new Set(texts)].map((text) => JSON.parse(text) as object);
  }

  private labelNames(given: URLSearchParams, range: [bigint, bigint]): string[] {
    const type = given.get('profile_type');
    const found = type === null ? this.within(range) : this.matching(`${type}{${given.getAll('match').join(',')}}`, range);
    return [...new Set(found.flatMap(({ labels }) => Object.keys(labels)))].sort();
  }

  private labelValues(name: string, given: URLSearchParams, range: [bigint, bigint]): string[] {
    const type = given.get('profile_type');
    const found = type === null ? this.within(range) : this.matching(`${type}{}`, range);
    return [...new Set(found.flatMap(({ labels }) => labels[name] ?? []))].sort();
  }

  private series(given: URLSearchParams, range: [bigint, bigint]): object[] {
    const stepMs = parseDuration(given.get('step'));
    const found = this.matching(given.get('query') ?? '', range);
    if (found.length === 0) throw new ParcaError(5, NO_DATA);
    this.failOnOneProcessor();
    const sumBy = given.getAll('sumBy');
    const rows = new Map<string, Map<number, number>>();
    for (const { labels, at, total, isDelta } of found) {
      const pairs = Object.entries(labels).filter(([name]) => !isDelta || sumBy.includes(name)).sort();
      const key = JSON.stringify(pairs.map(([name, value]) => ({ name, value })));
      const row = rows.get(key) ?? new Map<number, number>();
      rows.set(key, row);
      const step = Math.floor(at / stepMs) * stepMs;
      if (isDelta) row.set(step, (row.get(step) ?? 0) + total);
      // Of what is not a delta, the first moment of a step counts.
      else if (![...row.keys()].some((time) => Math.floor(time / stepMs) * stepMs === step)) row.set(at, total);
    }
    return [...rows].map(([key, row]) => ({
      labelset: { labels: JSON.parse(key) as object },
      samples: [...row].sort(([a], [b]) => a - b).map(([at, value]) => ({
        timestamp: new Date(at).toISOString(), value: String(value), valuePerSecond: 0, duration: '0', count: 1,
      })),
      periodType: null, sampleType: null,
    }));
  }

  /** Gzipped. */
  private merge(query: string, start: bigint, end: bigint): Uint8Array {
    const { selector, found } = { selector: parseSelector(query), found: this.matching(query, [start, end]) };
    if (found.length > 0) this.failOnOneProcessor();
    const [type, unit] = this.traps.sendsOther ? ['samples', 'count'] : selector.type.split(':').slice(1);
    const wanted = { type: type!, unit: unit!, isMultiplied: type === 'samples' && unit === 'count' && !this.traps.sendsOther };
    // Parca takes nanoseconds for milliseconds.
    const time = BigInt.asIntN(64, start * 1_000_000n);
    return gzipSync(encodeWire(mergedWire(found.map(({ bytes }) => bytes), wanted, String(time))));
  }

  private failOnOneProcessor(): void {
    if (this.traps.isOneProcessor) throw new ParcaError(2, 'aggregate field(s) not found []string{"value"}');
  }

  private within([start, end]: [bigint, bigint]): Stored[] {
    return this.stored.filter(({ at }) => start <= BigInt(at) * 1_000_000n && BigInt(at) * 1_000_000n <= end);
  }

  private matching(query: string, range: [bigint, bigint]): Stored[] {
    const selector = parseSelector(query);
    return this.within(range).filter((one) => typeOf(one) === selector.type && isMatch(one, selector));
  }
}

function typeOf({ name, sampleType, sampleUnit, periodType, periodUnit, isDelta }: Stored): string {
  return [name, sampleType, sampleUnit, periodType, periodUnit, ...(isDelta ? ['delta'] : [])].join(':');
}

function isMatch({ labels }: Stored, { matchers }: Selector): boolean {
  return matchers.every(({ name, operator, value }) => {
    const own = labels[name] ?? '';
    // Parca's patterns find any part of a value.
    const isSame = operator.includes('~') ? new RegExp(value).test(own) : own === value;
    return operator.startsWith('!') ? !isSame : isSame;
  });
}

function nanosOf({ seconds, nanos }: { readonly seconds: string; readonly nanos: number }): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
}

function frame(flags: number, bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** protobuf's JSON has spaces where it likes. */
function json(status: number, value: object): TestAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value).replaceAll('":', '": ') };
}
