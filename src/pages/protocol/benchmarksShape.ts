import { COPY_FORMATS, type RowsParams } from '../../bench/comparison/answers';
import type { BenchmarksMemory, BenchmarksPageMessage } from './benchmarksMessages';
import { MAX_ROWS } from './messageLimits';
import { type Check, isCount, isFlag, isObject, isText, listOf, optional, shape } from './shapes';

const memory = shape({
  captures: listOf(isText),
  files: listOf(isText),
  order: optional(listOf(isText)),
  ignoresProcs: isFlag,
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
const place = shape({ version: isCount, table: isCount, row: isCount });
const dropped = shape({ files: listOf(shape({ name: isText, text: isText })), uris: listOf(isText) });

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
