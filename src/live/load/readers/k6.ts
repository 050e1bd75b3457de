import { nanosecondsIn, numberIn } from './figures';
import { errorsOf, known, latencyOf, type Report } from './report';

/** The metrics of a summary stand beside one another, within so many characters. */
const SUMMARY = 8192;

/**
 * The summary that k6 prints, around its line `http_reqs..............: 1234   123.3/s`. That counts all requests, and
 * `http_req_failed` those that failed, with or without an answer, so that the number of answers is not known.
 */
export function readK6(text: string, at: number): Report | undefined {
  const summary = text.slice(Math.max(0, at - SUMMARY), at + SUMMARY);
  const reported = lastMetric(summary, 'http_reqs');
  const [, counted, printedRate] = /^(\d+)\s+([\d.]+)\/s$/.exec(reported ?? '') ?? [];
  const requestsPerSecond = numberIn(printedRate);
  if (requestsPerSecond === undefined) return undefined;
  const duration = new Map((lastMetric(summary, 'http_req_duration') ?? '').split(/\s+/).map((each) => {
    const [name, value] = each.split('=', 2);
    return [name, nanosecondsIn(value)] as const;
  }));
  const failed = failedOf(lastMetric(summary, 'http_req_failed'), Number(counted));
  return known<Report>({
    tool: 'k6',
    requestsPerSecond,
    printedRate,
    ...(failed === 0 && { answeredPerSecond: requestsPerSecond, requests: Number(counted) }),
    successesPerSecond: failed === undefined ? undefined : requestsPerSecond * (1 - failed / Number(counted)),
    errors: failed === undefined ? undefined : errorsOf(failed, 0, []),
    latency: latencyOf({
      mean: duration.get('avg'),
      p50: duration.get('med'),
      p90: duration.get('p(90)'),
      p95: duration.get('p(95)'),
      p99: duration.get('p(99)'),
      max: duration.get('max'),
    }),
  });
}

/** `7.50%  15 out of 200`; before k6 1.0 `7.50%   ✓ 15        ✗ 185`, which had failures as its successes. */
function failedOf(text = '', all: number): number | undefined {
  const [, failed] = /^[\d.]+%\s+(\d+) out of \d+$/.exec(text) ?? /^[\d.]+%\s+✓ (\d+)\s+✗ \d+$/.exec(text) ?? [];
  return failed === undefined || Number(failed) > all ? undefined : Number(failed);
}

/** What stands behind a metric's name and dots, the last time that it is printed. */
function lastMetric(text: string, name: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith(`${name}.`));
  return /^[^:]*: *(.*)$/.exec(lines.at(-1)?.trimEnd() ?? '')?.[1];
}
