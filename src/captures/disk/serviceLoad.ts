import { type Checks, isFinite, isText, listOf, oneOf, optional, recordOf, shape } from '../../profile/common/shapes';
import type { ErrorText, Latency, LoadErrors, LoadResult } from '../../live/load/loadResult';

/** Checks what a record has of the load under which its service was profiled. */
export const isLoadResult = shape({
  tool: oneOf('hey', 'wrk', 'vegeta', 'bombardier', 'oha', 'ab', 'k6', 'other'),
  requestsPerSecond: isFinite,
  printedRate: optional(isText),
  answeredPerSecond: optional(isFinite),
  successesPerSecond: optional(isFinite),
  requests: optional(isFinite),
  statuses: optional(recordOf(isFinite)),
  errors: optional(shape({
    count: isFinite,
    unanswered: isFinite,
    texts: listOf(shape({ text: isText, count: optional(isFinite) } satisfies Checks<ErrorText>)),
  } satisfies Checks<LoadErrors>)),
  seconds: optional(isFinite),
  latency: optional(shape({
    mean: optional(isFinite), p50: optional(isFinite), p75: optional(isFinite), p90: optional(isFinite),
    p95: optional(isFinite), p99: optional(isFinite), max: optional(isFinite),
  } satisfies Checks<Latency>)),
  bytes: optional(isFinite),
  concurrency: optional(isFinite),
  output: isText,
} satisfies Checks<LoadResult>);
