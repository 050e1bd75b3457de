import { type Checks, isFinite, isText, listOf, oneOf, optional, shape, where } from '../profile/common/shapes';

/** What is asked of a store: one profile, merged over all that match. */
export interface FleetQuery {
  /** The store's id of the profile type: `process_cpu:cpu:nanoseconds:cpu:nanoseconds`. */
  readonly type: string;
  /** The value of the store's label for services; unset for all. */
  readonly service?: string;
  /** All of them must match. */
  readonly filters: readonly LabelFilter[];
  readonly range: TimeRange;
}

export interface LabelFilter {
  readonly name: string;
  readonly operator: '=' | '!=' | '=~' | '!~';
  readonly value: string;
}

/** Milliseconds since the epoch: from inclusive, to exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export const isTimeRange = where(
  shape({ from: isFinite, to: isFinite } satisfies Checks<TimeRange>),
  ({ from, to }) => from < to,
);

export const isFilter = shape({
  name: isText,
  operator: oneOf('=', '!=', '=~', '!~'),
  value: isText,
} satisfies Checks<LabelFilter>);

export const isFleetQuery = shape({
  type: isText,
  service: optional(isText),
  filters: listOf(isFilter),
  range: isTimeRange,
} satisfies Checks<FleetQuery>);
