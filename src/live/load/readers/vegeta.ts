import { nanosecondsIn, numberIn, secondsIn } from './figures';
import { errorsOf, failedIn, known, latencyOf, linesFrom, type Report } from './report';

interface Figures extends Pick<Report, 'latency' | 'bytes' | 'printedRate'> {
  readonly rate: number;
  readonly throughput?: number | undefined;
  /** Of the attack, with the wait for the last answer. */
  readonly seconds?: number | undefined;
  /** `0` for requests without an answer. */
  readonly codes: Readonly<Record<string, number>>;
  readonly errors: readonly string[];
}

function reportOf({ rate, throughput, seconds, codes, errors, ...rest }: Figures): Report {
  const { 0: unanswered = 0, ...statuses } = codes;
  const requests = Object.values(statuses).reduce((all, count) => all + count, 0);
  return known<Report>({
    tool: 'vegeta',
    requestsPerSecond: rate,
    answeredPerSecond: seconds ? requests / seconds : undefined,
    successesPerSecond: throughput,
    requests,
    statuses,
    errors: errorsOf(failedIn(statuses), unanswered, errors.map((text) => ({ text }))),
    seconds,
    ...rest,
  });
}

/**
 * `vegeta report`: lines such as `Requests      [total, rate, throughput]  1000, 500.05, 500.00`. The order of the
 * figures is that in brackets. The rate counts the requests that were sent, the throughput successes.
 */
export function readVegeta(text: string, start: number): Report | undefined {
  const lists = new Map<string, ReadonlyMap<string, string>>();
  const codes: Record<string, number> = {};
  const errors: string[] = [];
  let isErrors = false;
  for (const line of linesFrom(text, start)) {
    const [, name, titles, values] = /^(\S+(?: \S+)?) +\[([^\]]{1,200})\] *(.*)$/.exec(line) ?? [];
    // Another report, or the end of the errors.
    if (isErrors && (name !== undefined || line.trim() === '')) break;
    if (isErrors) errors.push(line);
    else if (line.startsWith('Error Set:')) isErrors = true;
    else if (name === undefined) break;
    else if (name === 'Status Codes') readCodes(values, codes);
    else {
      const figures = values.split(', ').map((value) => value.trim());
      lists.set(name, new Map(titles.split(', ').map((title, i) => [title, figures[i]])));
    }
  }
  const printedRate = lists.get('Requests')?.get('rate');
  const rate = numberIn(printedRate);
  if (rate === undefined || !lists.has('Latencies')) return undefined;
  const latency = (title: string) => nanosecondsIn(lists.get('Latencies')?.get(title));
  return reportOf({
    rate,
    printedRate,
    throughput: numberIn(lists.get('Requests')?.get('throughput')),
    seconds: secondsIn(lists.get('Duration')?.get('total')),
    codes,
    errors,
    latency: latencyOf({
      mean: latency('mean'),
      p50: latency('50'),
      p90: latency('90'),
      p95: latency('95'),
      p99: latency('99'),
      max: latency('max'),
    }),
    bytes: numberIn(lists.get('Bytes In')?.get('total')),
  });
}

/** `200:137  404:23` */
function readCodes(values: string, codes: Record<string, number>): void {
  for (const value of values.split(/ +/)) {
    const [, code, count] = /^(\d+):(\d+)$/.exec(value) ?? [];
    if (code !== undefined) codes[code] = Number(count);
  }
}

/** The JSON of `vegeta report -type=json`; times are in nanoseconds. */
interface VegetaJson {
  readonly rate?: unknown;
  readonly throughput?: unknown;
  readonly duration?: unknown;
  readonly wait?: unknown;
  readonly latencies?: Readonly<Record<string, unknown>>;
  readonly bytes_in?: { readonly total?: unknown };
  readonly status_codes?: Readonly<Record<string, unknown>>;
  readonly errors?: unknown;
}

export function readVegetaJson(json: VegetaJson): Report | undefined {
  const { rate, duration, latencies = {}, errors } = json;
  if (typeof rate !== 'number' || typeof duration !== 'number' || latencies['mean'] === undefined) return undefined;
  const latency = (name: string) => numberOf(latencies[name]);
  const codes = Object.entries(json.status_codes ?? {}).flatMap(([code, count]) => {
    return typeof count === 'number' ? [[code, count] as const] : [];
  });
  return reportOf({
    rate,
    printedRate: String(rate),
    throughput: numberOf(json.throughput),
    seconds: (duration + (numberOf(json.wait) ?? 0)) / 1e9,
    codes: Object.fromEntries(codes),
    errors: Array.isArray(errors) ? errors.filter((text) => typeof text === 'string') : [],
    latency: latencyOf({
      mean: latency('mean'),
      p50: latency('50th'),
      p90: latency('90th'),
      p95: latency('95th'),
      p99: latency('99th'),
      max: latency('max'),
    }),
    bytes: numberOf(json.bytes_in?.total),
  });
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
