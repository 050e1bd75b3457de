import { factorText } from '../bench/changeWords';
import type { LoadResult } from '../live/load/loadResult';
import type { LoadComparison } from '../live/load/perRequest';
import { countText, roundedTo, THIN_SPACE } from '../profile/text/screen/digits';
import { figureText } from '../profile/text/screen/figure';
import { sharePart } from '../profile/text/screen/share';

/**
 * What a load tool reported, for a heading: `hey: 30 824.2758 requests/s, p50 300 µs, p99 2.40 ms`, then, if there were
 * errors, `63 of 200 failed`. The rate has the tool's own digits.
 */
export function loadText(load: LoadResult): string {
  const { tool, latency = {}, errors, requests } = load;
  const percentiles = (['p50', 'p99'] as const).flatMap((name) => {
    const value = latency[name];
    return value === undefined ? [] : [`${name} ${figureText(value, 'nanoseconds')}`];
  });
  const all = requests === undefined ? '' : ` of ${countText(requests + (errors?.unanswered ?? 0))}`;
  const failed = errors && errors.count > 0 ? [`${countText(errors.count)}${all} failed`] : [];
  const texts = [`${rateText(load)} requests/s`, ...percentiles, ...failed].join(', ');
  return tool === 'other' ? texts : `${tool}: ${texts}`;
}

/** The rate with the digits that the tool printed, in groups of three; its own prefix stays: `27.46k`. */
function rateText({ printedRate, requestsPerSecond }: LoadResult): string {
  const printed = printedRate ?? String(roundedTo(requestsPerSecond, 6));
  return printed.replace(/^\d{4,}(?![\d,'_])/, (whole) => countText(Number(whole)));
}

/** Why requests failed: `40 × status 503`, `20 × dial tcp 127.0.0.1:1: connect: connection refused`. */
export function errorTexts({ errors, statuses = {} }: LoadResult): string[] {
  if (!errors || errors.count === 0) return [];
  const failures = Object.entries(statuses).filter(([status, count]) => /^[45]/.test(status) && count > 0);
  const texts = errors.texts.map(({ text, count }) => (count === undefined ? text : timesText(count, text)));
  return [...failures.map(([status, count]) => timesText(count, `status ${status}`)), ...texts];
}

function timesText(count: number, text: string): string {
  return `${countText(count)}${THIN_SPACE}×${THIN_SPACE}${text}`;
}

/**
 * A comparison of two loads: `2.1× the requests at 0.70× the cpu per request, p50 0.48×, p99 0.61×`; and, if requests
 * failed, `12.5 % failed (before: 0)`.
 * @param costName what the cost is of: `cpu`, `bytes allocated`
 */
export function comparedLoadText({ rate, cost, p50, p99, failed }: LoadComparison, costName: string): string {
  const requests = rate === undefined ? '' : `${ratioText(rate)} the requests`;
  const costs = cost === undefined ? '' : `${ratioText(cost)} the ${costName} per request`;
  const latencies = [['p50', p50] as const, ['p99', p99] as const].flatMap(([name, value]) => {
    return value === undefined ? [] : [`${name} ${ratioText(value)}`];
  });
  const errors = failed && failed.some((part) => part > 0)
    ? [`${sharePart(failed[1], 1)} failed (before: ${sharePart(failed[0], 1)})`]
    : [];
  return [[requests, costs].filter(Boolean).join(' at '), ...latencies, ...errors].filter(Boolean).join(', ');
}

/** A ratio with two digits, and more near 1: `0.70×`, `1.02×`, `2.1×`, `72×`. */
function ratioText(ratio: number): string {
  if (ratio >= 1.095) return factorText(ratio);
  return `${ratio < 0.0995 ? roundedTo(ratio, 2) : ratio.toFixed(2)}×`;
}
