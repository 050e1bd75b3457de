import { countText, MOST_DIGITS, roundedTo } from '../profile/text/screen/digits';
import { percentText } from '../profile/text/screen/share';
import type { AnsweredRequests } from './disk/answeredRequests';

/**
 * How the number of requests in a profile's time is known: `≈ 12 400 requests: 1 240/s × 10 s`; with failed ones
 * `…, of which 2 % failed`.
 */
export function requestsText({ count, perSecond, seconds, failed }: AnsweredRequests): string {
  const errors = failed === undefined ? '' : `, of which ${percentText(100 * failed, 2)} failed`;
  return `≈ ${estimate(count)} requests: ${estimate(perSecond)}/s × ${estimate(seconds)} s${errors}`;
}

/** Three digits: `12 400`, `1.25`. */
function estimate(value: number): string {
  return countText(roundedTo(value, MOST_DIGITS));
}
