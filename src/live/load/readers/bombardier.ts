import type { ErrorText } from '../loadResult';
import { nanosecondsIn, numberIn } from './figures';
import { errorsOf, failedIn, known, latencyOf, linesFrom, ratesOf, type Report, sum } from './report';

const REPORT_LINES = 2000;
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const COUNTS = /^ +1xx - (\d+), 2xx - (\d+), 3xx - (\d+), 4xx - (\d+), 5xx - (\d+)$/;

/**
 * The text of bombardier, from its line `Statistics        Avg      Stdev        Max` on. `Reqs/sec` is the mean of
 * short intervals, with requests that failed. The percentiles need `-l`.
 */
export function readBombardier(text: string, start: number): Report | undefined {
  const figures = new Map<string, string>();
  const errors: ErrorText[] = [];
  let counts: readonly number[] | undefined;
  let others = 0;
  let left = REPORT_LINES;
  for (const line of linesFrom(text, start)) {
    if (left-- === 0 || line.startsWith('  Throughput:')) break;
    const [, name, mean, max] = /^ {2}(Reqs\/sec|Latency) +(\S+) +\S+ +(\S+)$/.exec(line) ?? [];
    if (name !== undefined) figures.set(name, mean).set(`${name} max`, max);
    const [, percent, value] = /^ +(\d+)% +(\S+)$/.exec(line) ?? [];
    if (percent !== undefined) figures.set(percent, value);
    counts ??= COUNTS.exec(line)?.slice(1).map(Number);
    others = Number(/^ +others - (\d+)$/.exec(line)?.[1] ?? others);
    const [, message, count] = /^ {4,}(\S.*) - (\d+)$/.exec(line) ?? [];
    if (message !== undefined && message !== 'others' && !message.startsWith('1xx - ')) {
      errors.push({ text: message, count: Number(count) });
    }
  }
  const printedRate = figures.get('Reqs/sec');
  const requestsPerSecond = numberIn(printedRate);
  if (requestsPerSecond === undefined || counts === undefined) return undefined;
  const statuses = statusesOf(counts);
  const [requests, failed] = [sum(counts), failedIn(statuses)];
  const latency = (each: string) => nanosecondsIn(figures.get(each));
  // The line before the report: `Bombarding http://… for 2s using 10 connection(s)`.
  const before = text.slice(Math.max(0, start - 4096), start);
  const connections = [...before.matchAll(/^Bombarding .{1,2000} using (\d+) connection/gm)].at(-1)?.[1];
  return known<Report>({
    tool: 'bombardier',
    requestsPerSecond,
    printedRate,
    ...ratesOf(requestsPerSecond, requests + others, requests, failed),
    requests,
    statuses,
    errors: errorsOf(failed, others, errors),
    latency: latencyOf({
      mean: latency('Latency'),
      p50: latency('50'),
      p75: latency('75'),
      p90: latency('90'),
      p95: latency('95'),
      p99: latency('99'),
      max: latency('Latency max'),
    }),
    concurrency: numberIn(connections),
  });
}

function statusesOf(counts: readonly number[]): Record<string, number> {
  const entries = CLASSES.map((name, i) => [name, counts[i]] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/** The JSON of `bombardier -o json`; `result` alone is enough. Latencies are in microseconds. */
interface BombardierJson {
  readonly spec?: { readonly numberOfConnections?: unknown };
  readonly result?: Readonly<Record<string, unknown>>;
}

export function readBombardierJson({ spec, result = {} }: BombardierJson): Report | undefined {
  const [rps, latency, errors] = [recordOf(result['rps']), recordOf(result['latency']), result['errors']];
  const [rate, seconds] = [rps['mean'], result['timeTakenSeconds']];
  if (typeof rate !== 'number' || typeof seconds !== 'number') return undefined;
  const statuses = statusesOf(CLASSES.map((name) => numberOf(result[`req${name}`]) ?? 0));
  const percentiles = recordOf(latency['percentiles']);
  const nanoseconds = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) : undefined);
  const [requests, failed, others] = [sum(Object.values(statuses)), failedIn(statuses), numberOf(result['others']) ?? 0];
  return known<Report>({
    tool: 'bombardier',
    requestsPerSecond: rate,
    printedRate: String(rate),
    ...ratesOf(requests / seconds, requests, requests, failed),
    requests,
    statuses,
    errors: errorsOf(failed, others, Array.isArray(errors) ? errors.flatMap(errorIn) : []),
    seconds,
    latency: latencyOf({
      mean: nanoseconds(latency['mean']),
      p50: nanoseconds(percentiles['50']),
      p75: nanoseconds(percentiles['75']),
      p90: nanoseconds(percentiles['90']),
      p95: nanoseconds(percentiles['95']),
      p99: nanoseconds(percentiles['99']),
      max: nanoseconds(latency['max']),
    }),
    bytes: numberOf(result['bytesRead']),
    concurrency: numberOf(spec?.numberOfConnections),
  });
}

function errorIn(value: unknown): ErrorText[] {
  const { description, count } = recordOf(value);
  return typeof description === 'string' && typeof count === 'number' ? [{ text: description, count }] : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
