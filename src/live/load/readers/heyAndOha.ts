import type { ErrorText, LoadTool } from '../loadResult';
import { bytesIn, nanosecondsIn, numberIn, secondsIn } from './figures';
import { errorsOf, failedIn, known, latencyOf, linesFrom, ratesOf, type Report, sum } from './report';

/** hey counts the statuses of at most so many answers. */
const HEY_COUNTED = 1_000_000;
/** oha aborts the requests that run at the end of its time, and lists them as errors. */
const AT_DEADLINE = 'aborted due to deadline';
/** A summary has fewer lines. */
const SUMMARY_LINES = 20;
/** A line that begins another program's output, or another report. */
const OTHER_REPORT = /^Summary:|^\S+ test @/;

interface Sections {
  readonly summary: ReadonlyMap<string, string>;
  readonly percentiles: ReadonlyMap<number, string>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly errors: readonly (ErrorText & { readonly count: number })[];
}

/**
 * A text report of hey or oha, which has the same form: `Summary:`, then `  Requests/sec:\t30824.2758`,
 * `  50% in 0.0003 secs` (hey 0.1.5 prints `50%%`), `  [200]\t61685 responses` and `  [20]\tGet "http://…": EOF`.
 */
export function readHeyOrOha(text: string, start: number): Report | undefined {
  const { summary, percentiles, statuses, errors } = sectionsOf(text, start);
  const printedRate = summary.get('Requests/sec');
  const requestsPerSecond = numberIn(printedRate);
  if (requestsPerSecond === undefined || !summary.has('Slowest')) return undefined;
  const tool: LoadTool = summary.has('Success rate') ? 'oha' : 'hey';
  const seconds = secondsIn(summary.get('Total'));
  const unanswered = sum(errors.map(({ count }) => count));
  const counted = sum(Object.values(statuses));
  const isCut = tool === 'hey' && counted >= HEY_COUNTED && seconds !== undefined;
  const requests = isCut ? Math.round(requestsPerSecond * seconds) - unanswered : counted;
  const failures = errors.filter(({ text: message }) => message !== AT_DEADLINE);
  const failed = failedIn(statuses);
  const percentile = (each: number) => latencyIn(percentiles.get(each));
  return known<Report>({
    tool,
    requestsPerSecond,
    printedRate,
    ...ratesOf(requestsPerSecond, requests + unanswered, requests, failed),
    requests,
    statuses,
    errors: errorsOf(failed, sum(failures.map(({ count }) => count)), failures),
    seconds,
    latency: latencyOf({
      mean: latencyIn(summary.get('Average')),
      p50: percentile(50),
      p75: percentile(75),
      p90: percentile(90),
      p95: percentile(95),
      p99: percentile(99),
      max: latencyIn(summary.get('Slowest')),
    }),
    bytes: bytesIn(summary.get('Total data')),
  });
}

/** hey prints 0 where it has no answers, or too few for a percentile. */
function latencyIn(text: string | undefined): number | undefined {
  return nanosecondsIn(text) || undefined;
}

function sectionsOf(text: string, start: number): Sections {
  const summary = new Map<string, string>();
  const percentiles = new Map<number, string>();
  const statuses: Record<string, number> = {};
  const errors: (ErrorText & { count: number })[] = [];
  let section = 'Summary';
  let isFirst = true;
  let left = SUMMARY_LINES;
  for (const line of linesFrom(text, start)) {
    if (!isFirst && OTHER_REPORT.test(line)) break;
    isFirst = false;
    const heading = /^(\S[^:]{0,60}):\s*$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const [, number, rest] = /^ {2}\[(\d+)\]\s+(\S.*)$/.exec(line) ?? [];
    if (section === 'Summary') {
      if (left-- === 0) break;
      const [, name, value] = /^ {2}(\S[^:]{0,30}):\s+(\S.*)$/.exec(line) ?? [];
      if (name !== undefined) summary.set(name, value.trim());
    } else if (/^(?:Latency|Response time) distribution$/.test(section)) {
      const [, percent, value] = /^ {2}([\d.]+)%%? in (.+)$/.exec(line) ?? [];
      if (percent !== undefined) percentiles.set(Number(percent), value);
    } else if (section === 'Status code distribution' && number !== undefined) {
      const [, count] = /^(\d+) responses/.exec(rest) ?? [];
      if (count !== undefined) statuses[number] = Number(count);
    } else if (section === 'Error distribution') {
      if (number === undefined && line !== 'Error distribution:') break;
      if (number !== undefined) errors.push({ text: rest, count: Number(number) });
    }
  }
  return { summary, percentiles, statuses, errors };
}

/** The JSON of `oha --output-format json`. */
interface OhaJson {
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly latencyPercentiles?: Readonly<Record<string, unknown>>;
  readonly statusCodeDistribution?: Readonly<Record<string, unknown>>;
  readonly errorDistribution?: Readonly<Record<string, unknown>>;
}

export function readOhaJson(json: OhaJson): Report | undefined {
  const { summary = {}, latencyPercentiles = {}, statusCodeDistribution = {}, errorDistribution = {} } = json;
  const requestsPerSecond = summary['requestsPerSec'];
  if (typeof requestsPerSecond !== 'number') return undefined;
  const statuses = countsIn(statusCodeDistribution);
  const all = Object.entries(countsIn(errorDistribution)).map(([text, count]) => ({ text, count }));
  const failures = all.filter(({ text }) => text !== AT_DEADLINE);
  const [requests, failed] = [sum(Object.values(statuses)), failedIn(statuses)];
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const nanoseconds = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e9) : undefined);
  return known<Report>({
    tool: 'oha',
    requestsPerSecond,
    printedRate: String(requestsPerSecond),
    ...ratesOf(requestsPerSecond, requests + sum(all.map(({ count }) => count)), requests, failed),
    requests,
    statuses,
    errors: errorsOf(failed, sum(failures.map(({ count }) => count)), failures),
    seconds: numberOf(summary['total']),
    latency: latencyOf({
      mean: nanoseconds(summary['average']),
      p50: nanoseconds(latencyPercentiles['p50']),
      p75: nanoseconds(latencyPercentiles['p75']),
      p90: nanoseconds(latencyPercentiles['p90']),
      p95: nanoseconds(latencyPercentiles['p95']),
      p99: nanoseconds(latencyPercentiles['p99']),
      max: nanoseconds(summary['slowest']),
    }),
    bytes: numberOf(summary['totalData']),
  });
}

function countsIn(record: Readonly<Record<string, unknown>>): Record<string, number> {
  const counts = Object.entries(record).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(counts);
}
