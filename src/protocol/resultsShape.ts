import type { ResultsHostMessage } from './results';
import { isFlag, isNumber, isObject, isText, listOf, optional, shape } from './shapes';

/** JSON writes NaN and the infinities as null. */
const cell = shape({ text: isText, value: (value) => value === null || isNumber(value) });
const verdict = shape({
  words: isText,
  p: optional(isText),
  pairs: isText,
  kind: (value) => value === 'faster' || value === 'slower' || value === 'none',
  delta: isNumber,
  details: isText,
});
const row = shape({
  key: isText,
  name: isText,
  benchmark: isText,
  runs: isNumber,
  iterations: cell,
  // In JSON, a missing figure is null.
  cells: listOf((each) => each === undefined || each === null || cell(each)),
  verdict: optional(verdict),
});
const rows = listOf(row);
const capture = shape({
  id: isText,
  when: isText,
  whenInFull: isText,
  title: optional(isText),
  only: optional(isText),
  kinds: listOf(isText),
  rows,
  isActive: isFlag,
  isBaseline: isFlag,
  conditions: optional(shape({ short: isText, whole: isText })),
});
const state = shape({
  benchmark: isText,
  uri: isText,
  place: isText,
  units: listOf(isText),
  rows,
  notes: listOf(shape({ text: isText, isWarning: isFlag })),
  captures: listOf(capture),
  canRun: isFlag,
});

/** Checks a message from the host. The page drops malformed messages. */
export function isResultsHostMessage(message: unknown): message is ResultsHostMessage {
  if (!isObject(message)) return false;
  if (message.kind === 'results') return state(message.state);
  return message.kind === 'select' && isText(message.key);
}
