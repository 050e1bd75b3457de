import type { LoadResult } from '../live/load/loadResult';
import { countText, roundedTo, THIN_SPACE } from '../profile/text/screen/digits';
import { figureText } from '../profile/text/screen/figure';

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
