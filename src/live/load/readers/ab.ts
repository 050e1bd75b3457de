import type { ErrorText } from '../loadResult';
import { bytesIn, numberIn } from './figures';
import { errorsOf, known, latencyOf, linesFrom, ratesOf, type Report, sum } from './report';

const REPORT_LINES = 100;

/**
 * A report of ApacheBench, from its line `Concurrency Level:      10` on. `Failed requests` is not read: it includes
 * answers of another length. `Non-2xx responses` includes redirects.
 */
export function readAb(text: string, start: number): Report | undefined {
  const fields = new Map<string, string>();
  const percentiles = new Map<string, string>();
  let left = REPORT_LINES;
  for (const line of linesFrom(text, start)) {
    if (left-- === 0) break;
    const [, name, value] = /^(\S[^:]{0,40}):\s+(\S.*)$/.exec(line) ?? [];
    // The first `Time per request` is the mean of one request, the second that across all.
    if (name !== undefined && !fields.has(name)) fields.set(name, value.trim());
    const [, percent, ms] = /^ +(\d+)% +(\d+)\b/.exec(line) ?? [];
    if (percent !== undefined) percentiles.set(percent, ms);
    const failures = /\(Connect: (\d+), Receive: (\d+), Length: \d+, Exceptions: (\d+)\)/.exec(line)?.slice(1) ?? [];
    failures.forEach((count, i) => fields.set(['connect', 'receive', 'exceptions'][i], count));
    if (percent === '100') break;
  }
  const printedRate = first(fields.get('Requests per second'));
  const requestsPerSecond = numberIn(printedRate);
  const requests = numberIn(fields.get('Complete requests'));
  if (requestsPerSecond === undefined || requests === undefined) return undefined;
  const failed = numberIn(fields.get('Non-2xx responses')) ?? 0;
  const texts = ['connect', 'receive', 'exceptions'].map((name): ErrorText & { count: number } => {
    return { text: name, count: numberIn(fields.get(name)) ?? 0 };
  });
  const milliseconds = (value: string | undefined) => {
    const number = numberIn(value);
    return number === undefined ? undefined : Math.round(number * 1e6);
  };
  return known<Report>({
    tool: 'ab',
    requestsPerSecond,
    printedRate,
    ...ratesOf(requestsPerSecond, requests, requests, failed),
    requests,
    errors: errorsOf(failed, sum(texts.map(({ count }) => count)), texts.filter(({ count }) => count > 0)),
    seconds: numberIn(first(fields.get('Time taken for tests'))),
    latency: latencyOf({
      mean: milliseconds(first(fields.get('Time per request'))),
      p50: milliseconds(percentiles.get('50')),
      p75: milliseconds(percentiles.get('75')),
      p90: milliseconds(percentiles.get('90')),
      p95: milliseconds(percentiles.get('95')),
      p99: milliseconds(percentiles.get('99')),
      max: milliseconds(percentiles.get('100')),
    }),
    bytes: bytesIn(fields.get('Total transferred')),
    concurrency: numberIn(fields.get('Concurrency Level')),
  });
}

function first(text: string | undefined): string | undefined {
  return text?.split(' ', 1)[0];
}
