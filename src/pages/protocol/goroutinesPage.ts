import {
  CHANGES, type DumpFilter, type DumpSummary, type GroupsAnswer, type GroupsParams,
} from '../../goroutines/answers';
import { MAX_CHARACTERS, MAX_GROUPS } from './messageLimits';
import { order, orderOfState, question } from './pageProtocol';
import { type Check, countUpTo, isCount, isFlag, isText, oneOf, optional, shape, textUpTo } from '../../profile/common/shapes';

/** The page that shows the goroutines in a text, or of services: a panic, a dump, a log with several of them. */
export interface GoroutinesState {
  /** Where the text is from: `app.log`, `Clipboard`, `localhost:6060`. */
  readonly origin: string;
  readonly summary: DumpSummary;
  /** Whether goroutines can be counted on the lines of the code. Browsers cannot store captures. */
  readonly canShowOnLines: boolean;
  /** Whether they can be fetched again. */
  readonly isLive?: boolean;
  /** When the dump was taken: `14:03:05`; in a comparison, `14:02:00 → 14:03:05`. */
  readonly taken?: string;
  /** What to know of the dump: that it is cut, or that services did not answer. */
  readonly notes?: readonly string[];
}

const FILTER = {
  dump: optional(isCount),
  text: textUpTo(MAX_CHARACTERS),
  state: optional(textUpTo(MAX_CHARACTERS)),
  hidesIdle: isFlag,
  change: optional(oneOf(...CHANGES)),
};
const isFilter = shape(FILTER) satisfies Check<DumpFilter>;
const OF_DUMP = { dump: optional(isCount) };

export const GOROUTINES_PAGE = {
  questions: {
    groups: question<GroupsAnswer>()(
      shape({ ...FILTER, from: isCount, limit: countUpTo(MAX_GROUPS) }) satisfies Check<GroupsParams>,
    ),
  },
  orders: {
    /** Opens the line of a frame. */
    open: orderOfState(shape({ file: isText, line: isCount })),
    /** Copies the groups that match, as text. */
    copy: orderOfState(isFilter),
    /** Counts the goroutines of a dump, or of all, on the lines of the code. */
    showOnLines: orderOfState(shape(OF_DUMP)),
    /** Fetches the goroutines again; `compares`: and compares them with those that are shown. */
    refresh: orderOfState(shape({ compares: isFlag })),
    /** Asks for an earlier dump, and compares a dump with it; with the last if none is chosen. */
    compareWith: orderOfState(shape(OF_DUMP)),
    /** Shows the later dump alone. */
    endComparison: orderOfState(shape({})),
    /** Asks for another text. */
    openOther: order(shape({})),
  },
  types: undefined as GoroutinesPageTypes | undefined,
};

interface GoroutinesPageTypes {
  readonly state: GoroutinesState;
  readonly events: {
    /** Says what happened, for assistive technology too. */
    readonly announcement: { readonly text: string };
  };
}
