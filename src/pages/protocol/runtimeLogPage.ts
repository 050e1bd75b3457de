import type {
  LogExtents, LogKind, LogPicks, LogRow, LogRowsParams, LogWindow, LogWindowParams, ProgramChoice, RuntimeLogSummary,
} from '../../runtimeLog/answers';
import type { TimeRange } from '../../timeline/window';
import { MAX_LOG_ROWS, MAX_POINTS } from './messageLimits';
import { order, orderOfState, question } from './pageProtocol';
import { type Check, countUpTo, isCount, isFinite, oneOf, optional, shape } from '../../profile/common/shapes';

/** The page that shows what the garbage collector and the scheduler printed, as charts and as tables. */
export interface RuntimeLogState {
  /** Where the text is from: `app.log`, `Clipboard`. */
  readonly origin: string;
  readonly summary: RuntimeLogSummary;
  /** Whether the text is in a document, whose lines can be opened. */
  readonly canOpenLine: boolean;
  /** Whether the text can be read again. */
  readonly canReadAgain: boolean;
}

const PROGRAM = { program: optional(isCount) };
const RANGE = { from: isFinite, to: isFinite };
const KIND = { kind: oneOf('gc', 'sched') satisfies Check<LogKind> };

export const RUNTIME_LOG_PAGE = {
  questions: {
    extents: question<LogExtents>()(shape(PROGRAM) satisfies Check<ProgramChoice>),
    window: question<LogWindow>()(
      shape({ ...PROGRAM, ...RANGE, ...KIND, parts: countUpTo(MAX_POINTS) }) satisfies Check<LogWindowParams>,
    ),
    rows: question<readonly LogRow[]>()(
      shape({ ...PROGRAM, ...KIND, from: isCount, limit: countUpTo(MAX_LOG_ROWS) }) satisfies Check<LogRowsParams>,
    ),
    /** The lines at a moment, or in a range. */
    pick: question<LogPicks>()(shape({ ...PROGRAM, ...RANGE }) satisfies Check<ProgramChoice & TimeRange>),
  },
  orders: {
    /** Opens a line of the text, 1-based. */
    open: orderOfState(shape({ line: isCount })),
    /** Copies the whole table of a kind, as CSV. */
    copy: orderOfState(shape({ ...PROGRAM, ...KIND })),
    readAgain: orderOfState(shape({})),
    /** Asks for another text. */
    openOther: order(shape({})),
  },
  types: undefined as RuntimeLogPageTypes | undefined,
};

interface RuntimeLogPageTypes {
  readonly state: RuntimeLogState;
  readonly events: {
    /** Says what happened, for assistive technology too. */
    readonly announcement: { readonly text: string };
  };
}
