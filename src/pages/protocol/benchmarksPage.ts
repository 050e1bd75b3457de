import {
  type BenchmarksOrder, type BenchmarksSortKey, type BenchmarksTable, COPY_FORMATS, type InputRuns, type RowsAnswer,
  type ValueScale,
} from '../../bench/comparison/answers';
import { MAX_ROWS } from './messageLimits';
import { order, orderOfState, question } from './pageProtocol';
import { type Check, isCount, isFlag, isText, listOf, oneOf, optional, shape, where } from '../../profile/common/shapes';

/** The page that compares benchmark results. */

/** A column: captures, a file, or a text that was dropped or fetched. */
export interface BenchmarksInput {
  readonly id: string;
  readonly label: string;
  /** The label without what all inputs' labels begin with: the name of a column. */
  readonly short: string;
  /** The input's origin, time and commit, one per line. */
  readonly about: string;
  /** Number of result lines. */
  readonly count: number;
  /** Messages about the first malformed result lines. */
  readonly skipped: readonly string[];
  /** Number of malformed result lines. */
  readonly skippedCount: number;
}

export interface BenchmarksState {
  readonly inputs: readonly BenchmarksInput[];
  readonly tables: readonly BenchmarksTable[];
  /** Number of different benchmarks. */
  readonly nameCount: number;
  /** Sentences about the comparison as a whole. */
  readonly remarks: readonly string[];
  /** Whether names that differ only in the suffix `-N` share a row; unset if there are no such names. */
  readonly ignoresProcs?: boolean;
  /** Whether earlier captures of the benchmarks may be known: see `trends`. */
  readonly hasTrends: boolean;
  /** Whether URLs can be fetched, which needs a trusted workspace. */
  readonly canFetch: boolean;
}

/** The runs of an input, for the chart of a row. */
export interface BenchmarksSeries extends Omit<InputRuns, 'input'> {
  readonly label: string;
  /** `23 Nov, 14:05`; unset if unknown. */
  readonly when?: string;
  /** Unset if unknown. */
  readonly commit?: string;
}

export interface BenchmarksChart {
  readonly name: string;
  readonly unit: string;
  /** Sorted by time if all inputs have one, else in the order of the columns. */
  readonly series: readonly BenchmarksSeries[];
  readonly isByTime: boolean;
  readonly scale: ValueScale;
}

/** A row, by its indexes in the state that the page shows. */
export interface RowPlace {
  readonly table: number;
  readonly row: number;
}

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** The page's state that survives a window reload: captures and files, not what was dropped or fetched. */
export interface BenchmarksMemory {
  readonly captures: readonly string[];
  readonly files: readonly string[];
  /** Ids of the inputs in the order of the columns; the first column is the base. */
  readonly order?: readonly string[];
  readonly ignoresProcs: boolean;
}

const COLUMN = /^(?:name|(?:center|delta|p)-\d{1,9})$/;

/** The column is `name`, `center-0`, `delta-1`, … */
export const isOrder: Check<BenchmarksOrder> = shape({
  column: where(isText as Check<BenchmarksSortKey>, (key) => COLUMN.test(key)),
  direction: oneOf('ascending', 'descending'),
});

const isRowsParams = where(
  shape({
    filter: isText,
    /** Unset for benchstat's order. */
    order: optional(isOrder),
    table: isCount,
    from: isCount,
    to: isCount,
    find: listOf(isCount, MAX_ROWS),
  }),
  ({ from, to }) => to - from <= MAX_ROWS,
);
const isPlace = shape({ table: isCount, row: isCount });

const isTrendsParams = shape({ table: isCount, names: listOf(isText, MAX_ROWS) });

/** The version of the state is that of the comparison. */
export const BENCHMARKS_PAGE = {
  questions: {
    /** The number of rows that match a filter, for each table. */
    counts: question<readonly number[]>()(shape({ filter: isText })),
    rows: question<RowsAnswer>()(isRowsParams),
    /** The medians of a unit in the captures of benchmarks, by the names of their rows, oldest first. */
    trends: question<readonly (readonly number[])[]>()(isTrendsParams),
    /** undefined if there is no such row. */
    chart: question<BenchmarksChart | undefined>()(isPlace),
  },
  orders: {
    /** Lets the user choose captures and files to add. */
    add: order(),
    /** Lets the user enter a URL to add. */
    fetch: order(),
    remove: order(shape({ id: isText })),
    /** Makes an input the first column. */
    base: order(shape({ id: isText })),
    ignoreProcs: order(shape({ isOn: isFlag })),
    copy: order(shape({ format: oneOf(...COPY_FORMATS) })),
    export: order(),
    /** Opens the source of a row's benchmark. */
    code: orderOfState(isPlace),
    /** Files that were dropped onto the page: their texts, or their URIs. */
    dropped: order(shape({ files: listOf(shape({ name: isText, text: isText })), uris: listOf(isText) })),
  },
  memory: shape({
    captures: listOf(isText),
    files: listOf(isText),
    order: optional(listOf(isText)),
    ignoresProcs: isFlag,
  }) satisfies Check<BenchmarksMemory>,
  types: undefined as BenchmarksPageTypes | undefined,
};

interface BenchmarksPageTypes {
  readonly state: BenchmarksState;
  readonly events: {
    /** A text that is shown, and announced to screen readers: `Copied as Markdown.` */
    readonly announcement: { readonly text: string };
  };
}
