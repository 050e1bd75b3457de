import {
  type Checks, isPositive, listOf, oneOf, optional, shape, textUpTo, where,
} from '../profile/common/shapes';
import { isFilter, isTimeRange, type LabelFilter, type TimeRange } from './fleetQuery';

/** What the user asks: a query before its times are known, as it is shown, saved and asked again later. */
export interface ChosenQuery {
  /** The id of the FleetSource. */
  readonly store: string;
  /** The store's id of the profile type; unset until it is chosen. */
  readonly type?: string | undefined;
  /** Unset: all services. */
  readonly service?: string | undefined;
  readonly filters: readonly LabelFilter[];
  /** The label whose values are charted one by one. */
  readonly split?: string | undefined;
  readonly range: RangeChoice;
}

export type RangeChoice =
  /** The last so many seconds. */
  | { readonly kind: 'last'; readonly seconds: number }
  /** While the version label names the commit that is checked out. */
  | { readonly kind: 'commit' }
  /** Since the version label last got another value. */
  | { readonly kind: 'deploy' }
  | ({ readonly kind: 'between' } & TimeRange);

/** A query that the user saved under a name, or asked lately. */
export interface NamedQuery {
  /** Unset for one that was only asked. */
  readonly name?: string | undefined;
  /** Its profile type in words. */
  readonly typeWords?: string | undefined;
  readonly query: ChosenQuery;
}

/** Limit for a text of a query, in characters. */
const MAX_TEXT = 10_000;
const MAX_FILTERS = 100;

const isShort = textUpTo(MAX_TEXT);

const isRangeChoice = (value: unknown): value is RangeChoice => {
  return shape({ kind: oneOf('commit', 'deploy') })(value)
    || shape({ kind: oneOf('last'), seconds: isPositive })(value)
    || (shape({ kind: oneOf('between') })(value) && isTimeRange(value));
};

export const isChosenQuery = shape({
  store: isShort,
  type: optional(isShort),
  service: optional(isShort),
  filters: listOf(where(isFilter, ({ name, value }) => isShort(name) && isShort(value)), MAX_FILTERS),
  split: optional(isShort),
  range: isRangeChoice,
} satisfies Checks<ChosenQuery>);

export const isNamedQuery = shape({
  name: optional(isShort), typeWords: optional(isShort), query: isChosenQuery,
} satisfies Checks<NamedQuery>);
