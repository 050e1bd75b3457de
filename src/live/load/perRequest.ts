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

/** How the second of two loads differs from the first. */
interface LoadComparison {
  /** Answered requests per second, second / first; unset if the first had none. */
  readonly rate?: number;
  /** The part of the requests that failed, in each; unset if a tool does not tell. */
  readonly failed?: readonly [number, number];
}

/**
 * Compares two loads. Two tools, or two numbers of connections, may make a difference that is none of the service's:
 * see `isSameLoad`.
 */
export function compareLoads(before: LoadResult, now: LoadResult): LoadComparison {
  const [first, second] = [answeredRate(before), answeredRate(now)];
  const failed = [failedPart(before), failedPart(now)];
  return {
    ...(first > 0 && { rate: second / first }),
    ...(failed[0] !== undefined && failed[1] !== undefined && { failed: [failed[0], failed[1]] }),
  };
}

/**
 * Whether two loads were made by the same tool with as many connections. undefined if it is not known, because the tool
 * does not print its connections, as hey.
 */
export function isSameLoad(first: LoadResult, second: LoadResult): boolean | undefined {
  if (first.tool !== second.tool) return false;
  if (first.concurrency === undefined || second.concurrency === undefined) return undefined;
  return first.concurrency === second.concurrency;
}

/** The part of the requests that failed, with those that had no answer; undefined if it is not known. */
export function failedPart(load: LoadResult): number | undefined {
  const { errors, requests, requestsPerSecond, successesPerSecond } = load;
  if (errors === undefined) return undefined;
  if (requests !== undefined && requests + errors.unanswered > 0) return errors.count / (requests + errors.unanswered);
  if (successesPerSecond === undefined || requestsPerSecond === 0) return undefined;
  return Math.max(0, 1 - successesPerSecond / requestsPerSecond);
}
