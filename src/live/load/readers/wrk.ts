import type { ErrorText } from '../loadResult';
import { bytesIn, nanosecondsIn, numberIn, secondsIn } from './figures';
import { errorsOf, known, latencyOf, linesFrom, ratesOf, type Report, sum } from './report';

const REPORT_LINES = 400;

/**
 * A report of wrk or wrk2, from its line `Running 2s test @ http://…` on. The percentiles need `--latency`. Its requests
 * per second count all answers, and it counts the statuses from 400 on in one figure.
 */
export function readWrk(text: string, start: number): Report | undefined {
  const fields = fieldsOf(text, start);
  const requestsPerSecond = numberIn(fields.get('rate'));
  const requests = numberIn(fields.get('requests'));
  if (requestsPerSecond === undefined || requests === undefined) return undefined;
  const failed = numberIn(fields.get('failed')) ?? 0;
  const sockets = ['connect', 'read', 'write', 'timeout'].map((text): ErrorText & { count: number } => {
    return { text, count: numberIn(fields.get(text)) ?? 0 };
  });
  const latency = (name: string) => nanosecondsIn(fields.get(name)) || undefined;
  return known<Report>({
    tool: 'wrk',
    requestsPerSecond,
    printedRate: fields.get('rate'),
    ...ratesOf(requestsPerSecond, requests, requests, failed),
    requests,
    errors: errorsOf(failed, sum(sockets.map(({ count }) => count)), sockets.filter(({ count }) => count > 0)),
    seconds: secondsIn(fields.get('seconds')),
    latency: latencyOf({
      mean: latency('mean'),
      p50: latency('50'),
      p75: latency('75'),
      p90: latency('90'),
      p95: latency('95'),
      p99: latency('99'),
      max: latency('max'),
    }),
    bytes: bytesIn(fields.get('bytes')),
    concurrency: numberIn(fields.get('connections')),
  });
}

/** The lines of a report; the names are those of the fields that each has. */
const LINES: readonly (readonly [RegExp, ...string[]])[] = [
  [/^\s+\d+ threads and (\d+) connections$/, 'connections'],
  [/^\s+Latency +(\S+) +\S+ +(\S+) +\S+$/, 'mean', 'max'],
  [/^\s+(\d+) requests in (\S+), (\S+) read$/, 'requests', 'seconds', 'bytes'],
  [/^\s+Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/, 'connect', 'read', 'write', 'timeout'],
  [/^\s+Non-2xx or 3xx responses: (\d+)$/, 'failed'],
];

function fieldsOf(text: string, start: number): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let left = REPORT_LINES;
  for (const line of linesFrom(text, start)) {
    if (left-- === 0 || line.length > 1000) continue;
    for (const [pattern, ...names] of LINES) {
      const values = pattern.exec(line)?.slice(1) ?? [];
      values.forEach((value, i) => fields.set(names[i], value));
    }
    // wrk2 prints a second distribution, of latencies that are not corrected: only the first counts.
    const [, percent, value] = /^ +(\d+)(?:\.0+)?%  +(\S+)$/.exec(line) ?? [];
    if (percent !== undefined && !fields.has(percent)) fields.set(percent, value);
    const [, rate] = /^Requests\/sec: +(\S+)$/.exec(line) ?? [];
    if (rate === undefined) continue;
    fields.set('rate', rate);
    break;
  }
  return fields;
}
