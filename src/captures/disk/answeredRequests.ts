import { type Checks, isFinite, optional, shape, where } from '../../profile/common/shapes';

/**
 * How many requests a service answered while a profile was taken. An estimate: the rate is that of the whole load, as
 * its tool measured it.
 */
export interface AnsweredRequests {
  /** `perSecond` × `seconds`, rounded; at least 1. */
  readonly count: number;
  readonly perSecond: number;
  /** The time of the profile. */
  readonly seconds: number;
  /** The part that failed: 0.02. Unset if none did. */
  readonly failed?: number;
}

const isPositive = where(isFinite, (value) => value > 0);

export const isAnsweredRequests = shape({
  count: isPositive,
  perSecond: isPositive,
  seconds: isPositive,
  failed: optional(isPositive),
} satisfies Checks<AnsweredRequests>);
