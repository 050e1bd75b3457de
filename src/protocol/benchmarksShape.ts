import { type BenchmarksMean, type BenchmarksTable, COPY_FORMATS, type RowsParams } from '../bench/comparison/answers';
import type { BenchmarksHostMessage, BenchmarksMemory, BenchmarksPageMessage } from './benchmarksMessages';
import { MAX_ROWS } from './messageLimits';
import { type Check, isCount, isFlag, isNumber, isObject, isText, listOf, optional, shape } from './shapes';

/** JSON writes NaN and the infinities as null. */
const figure: Check = (value) => value === null || isNumber(value);
/** A value that may be missing; in JSON, a missing list item is null. */
const orMissing = (check: Check): Check => (value) => value === undefined || value === null || check(value);
const notes = listOf(isCount);
const KINDS: readonly unknown[] = ['better', 'worse', 'changed', 'none'];
const delta = shape({
  text: isText,
  evidence: isText,
  kind: (value) => KINDS.includes(value),
  notes,
});
const cell = shape({ center: isText, range: isText, notes, delta: orMissing(delta) });
const row = shape({ name: isText, cells: listOf(orMissing(cell)) });
const mean = shape({
  center: isText,
  delta: optional(isText),
  notes,
} satisfies Record<keyof BenchmarksMean, Check>);
const table = shape({
  titles: listOf(isText),
  unit: isText,
  columns: listOf(isCount),
  rows: listOf(row),
  count: isCount,
  widest: row,
  means: listOf(mean),
  notes: listOf(shape({ text: isText, plain: isText })),
} satisfies Record<keyof BenchmarksTable, Check>);
const input = shape({
  id: isText,
  label: isText,
  about: isText,
  count: isCount,
  skipped: listOf(isText),
  skippedCount: isCount,
});
const memory = shape({
  captures: listOf(isText),
  files: listOf(isText),
  order: optional(listOf(isText)),
  ignoresProcs: isFlag,
});
const state = shape({
  inputs: listOf(input),
  tables: listOf(table),
  nameCount: isCount,
  remarks: listOf(isText),
  ignoresProcs: optional(isFlag),
  canFetch: isFlag,
});
const series = shape({
  label: isText,
  when: optional(isText),
  commit: optional(isText),
  values: listOf(figure),
  runs: isCount,
  center: figure,
  low: orMissing(isNumber),
  high: orMissing(isNumber),
});
const chart = shape({
  name: isText,
  unit: isText,
  series: listOf(series),
  isByTime: isFlag,
  scale: shape({ factor: isNumber, decimals: (value) => isCount(value) && value <= 100, prefix: isText }),
});
const COLUMN = /^(?:name|(?:center|delta|p)-\d{1,9})$/;
const order = shape({
  column: (value) => isText(value) && COLUMN.test(value),
  direction: (value) => value === 'ascending' || value === 'descending',
});
const rowsParams = shape({
  filter: isText,
  order: optional(order),
  table: isCount,
  from: isCount,
  to: isCount,
  find: listOf(isCount),
});
const isWithinLimits: Check = (value) => {
  const { from, to, find } = value as RowsParams;
  return to - from <= MAX_ROWS && find.length <= MAX_ROWS;
};
const position: Check = (value) => isCount(value) || value === -1;
const rowsAnswer = shape({ rows: listOf(shape({ at: isCount, row })), count: isCount, found: listOf(position) });
const place = shape({ version: isCount, table: isCount, row: isCount });
const dropped = shape({ files: listOf(shape({ name: isText, text: isText })), uris: listOf(isText) });

/** Checks a message from the host. The page drops malformed messages. */
export function isBenchmarksHostMessage(message: unknown): message is BenchmarksHostMessage {
  if (!isObject(message)) return false;
  switch (message.kind) {
    case 'benchmarks':
      return isCount(message.version) && state(message.state) && memory(message.memory);
    case 'chart':
      return place(message.place) && chart(message.chart);
    case 'counts':
      return isCount(message.version) && isText(message.filter) && listOf(isCount)(message.counts);
    case 'rows':
      return isCount(message.version) && rowsParams(message.params) && rowsAnswer(message.answer);
    case 'announcement':
      return isText(message.text);
    default:
      return false;
  }
}

/** Checks a message from the page, which the host does not trust. */
export function isBenchmarksPageMessage(message: unknown): message is BenchmarksPageMessage {
  if (!isObject(message)) return false;
  switch (message.kind) {
    case 'ready':
    case 'add':
    case 'fetch':
    case 'export':
      return true;
    case 'remove':
    case 'base':
      return isText(message.id);
    case 'ignoreProcs':
      return isFlag(message.isOn);
    case 'copy':
      return (COPY_FORMATS as readonly unknown[]).includes(message.format);
    case 'chart':
    case 'code':
      return place(message.place);
    case 'counts':
      return isCount(message.version) && isText(message.filter);
    case 'rows':
      return isCount(message.version) && rowsParams(message.params) && isWithinLimits(message.params);
    case 'dropped':
      return dropped(message);
    default:
      return false;
  }
}

export function isBenchmarksMemory(value: unknown): value is BenchmarksMemory {
  return memory(value);
}
