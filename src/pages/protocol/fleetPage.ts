import { type ChosenQuery, isChosenQuery, isNamedQuery, type NamedQuery } from '../../fleet/chosenQuery';
import type { CostOverTime } from '../../fleet/costOverTime';
import { isTimeRange } from '../../fleet/fleetQuery';
import { optional, shape, textUpTo } from '../../profile/common/shapes';
import { MAX_CHARACTERS } from './messageLimits';
import { order, orderOfState, question } from './pageProtocol';

/** The page on which a saved store of profiles is asked. */
export interface FleetPageState {
  readonly stores: readonly ShownStore[];
  /** Another number than before: the stores were edited, and answers may be others. */
  readonly revision: number;
  /** The commit that is checked out, in short; unset if it is not known. */
  readonly commit?: string | undefined;
  readonly saved: readonly NamedQuery[];
  /** Newest first. */
  readonly recent: readonly NamedQuery[];
  /** Whether the profile of a query is being fetched. */
  readonly isProfiling: boolean;
  /** Whether the page asks nothing before the user does, because it came back with the window. */
  readonly isWaiting: boolean;
}

export interface ShownStore {
  readonly id: string;
  readonly name: string;
  /** `Pyroscope · pyroscope.example.com`. */
  readonly about: string;
  /** Unset: the store's versions are not known. */
  readonly versionLabel?: string | undefined;
  readonly service?: string | undefined;
  readonly type?: string | undefined;
}

export interface ShownType {
  readonly id: string;
  /** `Memory allocated`. */
  readonly words: string;
  readonly unit: string;
  readonly isDelta: boolean;
}

/** Names of a store, sorted: all, or the first of those that have the text that was typed. */
export interface NameList {
  readonly names: readonly string[];
  readonly total: number;
}

export interface ShownCost extends CostOverTime {
  /** What the answer lacks, and what the range means, as sentences. */
  readonly notes: readonly string[];
}

/** What makes a query match nothing: a filter, by its index; or something before the filters; or none of them alone. */
export type EmptyCause = { readonly filter: number } | { readonly part: 'type' | 'service' } | { readonly part: undefined };

const OF_QUERY = { query: isChosenQuery };
const NAME = { name: textUpTo(MAX_CHARACTERS) };

/** The field of a failure whose cause may be how the store is reached, or how it knows the user: see AskError. */
export const ACCESS = 'access';

export const FLEET_PAGE = {
  questions: {
    types: question<readonly ShownType[]>()(shape(OF_QUERY)),
    /** undefined: the store has no label for services. */
    services: question<NameList | null>()(shape({ ...OF_QUERY, search: textUpTo(MAX_CHARACTERS) })),
    labels: question<NameList>()(shape({ ...OF_QUERY, search: textUpTo(MAX_CHARACTERS) })),
    /** The values of a label where the other filters match. */
    values: question<NameList>()(shape({ ...OF_QUERY, ...NAME, search: textUpTo(MAX_CHARACTERS) })),
    cost: question<ShownCost>()(shape(OF_QUERY)),
    emptyCause: question<EmptyCause>()(shape(OF_QUERY)),
  },
  orders: {
    /** Takes the profile of a query, or of a part of its range. */
    profile: orderOfState(shape({ ...OF_QUERY, range: optional(isTimeRange) })),
    save: orderOfState(shape({ ...NAME, ...OF_QUERY })),
    /** Forgets a saved query. */
    remove: orderOfState(shape({ query: isNamedQuery })),
    /** Copies a text. */
    copy: order(shape({ text: textUpTo(8 << 20) })),
    addStore: order(shape({})),
    editStore: orderOfState(shape({ store: textUpTo(MAX_CHARACTERS) })),
  },
  types: undefined as FleetPageTypes | undefined,
};

interface FleetPageTypes {
  readonly state: FleetPageState;
  readonly events: {
    /** Shows a query, or as much of it as is set. */
    readonly open: Partial<ChosenQuery>;
    /** Says what happened, for assistive technology too. */
    readonly announcement: { readonly text: string };
    /** How many pieces of the range that the page asked last have been answered. */
    readonly progress: { readonly answered: number; readonly all: number };
  };
}
