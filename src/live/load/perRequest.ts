import type { LoadResult } from './loadResult';

/** Requests that a service answered per second; the tool's own figure if it does not tell which were answered. */
export function answeredRate({ answeredPerSecond, requestsPerSecond }: LoadResult): number {
  return answeredPerSecond ?? requestsPerSecond;
}

/**
 * The requests that a service answered while a profile was measured: requests per second × seconds of the profile, as
 * a capture stores them. An estimate, because the load may not have been even. undefined if there were none.
 */
export function requestsInProfile(load: LoadResult, seconds: number) {
  const perSecond = answeredRate(load);
  const requests = perSecond * seconds;
  if (!(requests > 0 && Number.isFinite(requests))) return undefined;
  const failed = load.successesPerSecond === undefined ? 0 : 1 - load.successesPerSecond / perSecond;
  return { count: Math.max(1, Math.round(requests)), perSecond, seconds, ...(failed > 0 && { failed }) };
}

/** A profile under load: the total of one of its sample types, and how long it was measured. */
export interface MeasuredLoad {
  readonly load: LoadResult;
  readonly total: number;
  readonly seconds: number;
}

/** The cost of one request, in the unit of the total; undefined if the number of requests is not known. */
function costPerRequest({ load, total, seconds }: MeasuredLoad): number | undefined {
  const requests = requestsInProfile(load, seconds);
  return requests === undefined ? undefined : total / (requests.perSecond * seconds);
}

/** How the second of two loads differs from the first. Ratios are second / first, unset where one is not known. */
export interface LoadComparison {
  /** Of the answered requests per second. */
  readonly rate?: number;
  /** Of the cost per request. */
  readonly cost?: number;
  readonly p50?: number;
  readonly p99?: number;
  /** The part of the requests that failed, in each; unset if a tool does not tell. */
  readonly failed?: readonly [number, number];
}

/**
 * Compares two loads, and the costs of their profiles if both have one. Two tools, or two numbers of connections, may
 * make a difference that is none of the service's: see `isSameLoad`.
 */
export function compareLoads(first: LoadResult | MeasuredLoad, second: LoadResult | MeasuredLoad): LoadComparison {
  const [before, now] = [first, second].map((side) => ('load' in side ? side.load : side));
  const costs = [first, second].map((side) => ('load' in side ? costPerRequest(side) : undefined));
  const failed = [before, now].map(failedPart);
  const comparison: LoadComparison = {
    rate: ratio(answeredRate(before), answeredRate(now)),
    cost: ratio(costs[0], costs[1]),
    p50: ratio(before.latency?.p50, now.latency?.p50),
    p99: ratio(before.latency?.p99, now.latency?.p99),
    ...(failed[0] !== undefined && failed[1] !== undefined && { failed: [failed[0], failed[1]] }),
  };
  return Object.fromEntries(Object.entries(comparison).filter(([, value]) => value !== undefined));
}

/** Whether two loads were made by the same tool with as many connections, as far as it is known. */
export function isSameLoad(first: LoadResult, second: LoadResult): boolean {
  return first.tool === second.tool && first.concurrency === second.concurrency;
}

/** The part of the requests that failed, with those that had no answer; undefined if it is not known. */
export function failedPart(load: LoadResult): number | undefined {
  const { errors, requests, requestsPerSecond, successesPerSecond } = load;
  if (errors === undefined) return undefined;
  if (requests !== undefined && requests + errors.unanswered > 0) return errors.count / (requests + errors.unanswered);
  if (successesPerSecond === undefined || requestsPerSecond === 0) return undefined;
  return Math.max(0, 1 - successesPerSecond / requestsPerSecond);
}

function ratio(before: number | undefined, now: number | undefined): number | undefined {
  if (before === undefined || now === undefined || !(before > 0)) return undefined;
  return now / before;
}
