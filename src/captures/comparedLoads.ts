import type { LoadResult } from '../live/load/loadResult';
import { compareLoads, isSameLoad } from '../live/load/perRequest';
import { factorText } from '../profile/text/screen/change';
import { roundedTo } from '../profile/text/screen/digits';
import { figureChange } from '../profile/text/screen/figure';
import { percentText } from '../profile/text/screen/share';

/** A load, and the total cost of its profile per request. */
interface Side {
  readonly load: LoadResult;
  readonly cost: number;
}

/** What costs of a sample type are called per request; others have the name of the sample type. */
const COSTS: Readonly<Record<string, string>> = { cpu: 'cpu', alloc_space: 'bytes', alloc_objects: 'allocations' };

/**
 * How a service did under two loads: `2.1× the requests at 0.70× the cpu per request · p99 12 → 8 ms`; then, if
 * requests failed, `2 % failed, baseline none`, and if the loads are not alike, what they were.
 * @param type the sample type of the costs
 */
export function comparedLoadsText(now: Side, before: Side, type: string): string {
  const { rate, failed } = compareLoads(before.load, now.load);
  const cost = before.cost > 0 ? now.cost / before.cost : undefined;
  const requests = rate === undefined ? '' : `${ratioText(rate)} the requests`;
  const costs = cost === undefined ? '' : `${ratioText(cost)} the ${COSTS[type] ?? type} per request`;
  const [p99, p99Before] = [now, before].map(({ load }) => load.latency?.p99);
  const latency = p99 !== undefined && p99Before !== undefined && `p99 ${figureChange(p99Before, p99, 'nanoseconds')}`;
  const errors = failed?.some((part) => part > 0) && `${failedText(failed[1])} failed, baseline ${failedText(failed[0])}`;
  const isOther = isSameLoad(before.load, now.load) === false;
  const other = isOther && `another load: ${nameOf(now.load)}, baseline ${nameOf(before.load)}`;
  return [[requests, costs].filter(Boolean).join(' at '), latency, errors, other].filter(Boolean).join(' · ');
}

function failedText(part: number): string {
  return part === 0 ? 'none' : percentText(100 * part, 2);
}

/** `hey with 50 connections`; `a load` of a tool that is not known. */
function nameOf({ tool, concurrency }: LoadResult): string {
  const name = tool === 'other' ? 'a load' : tool;
  return concurrency === undefined ? name : `${name} with ${concurrency} connections`;
}

/** Two digits, and more near 1: `0.70×`, `1.02×`, `2.1×`, `72×`. */
function ratioText(ratio: number): string {
  if (ratio >= 1.095) return factorText(ratio);
  return `${ratio < 0.0995 ? roundedTo(ratio, 2) : ratio.toFixed(2)}×`;
}
