import type { DumpFilter, DumpSummary, GroupsAnswer, GroupsParams } from '../../goroutines/answers';
import { MAX_CHARACTERS, MAX_GROUPS } from './messageLimits';
import { order, orderOfState, question } from './pageProtocol';
import { type Check, countUpTo, isCount, isFlag, isText, optional, shape, textUpTo } from '../../profile/common/shapes';

/** The page that shows the goroutines in a text: a panic, a dump, a log with several of them. */
export interface GoroutinesState {
  /** Where the text is from: `app.log`, `Clipboard`. */
  readonly origin: string;
  readonly summary: DumpSummary;
  /** Whether goroutines can be counted on the lines of the code. Browsers cannot store captures. */
  readonly canShowOnLines: boolean;
}

const FILTER = {
  dump: optional(isCount),
  text: textUpTo(MAX_CHARACTERS),
  state: optional(textUpTo(MAX_CHARACTERS)),
  hidesIdle: isFlag,
};
const isFilter = shape(FILTER) satisfies Check<DumpFilter>;

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
    showOnLines: orderOfState(shape({ dump: optional(isCount) })),
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
