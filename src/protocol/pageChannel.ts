import { type Channel, open, type Port } from './channel';
import type { HostMessage, PageMessage, QuestionName } from './messages';
import { areSavedRefinements, isRefinement } from './refineState';
import {
  arePlaces,
  type Check,
  columns,
  type Fields,
  isCount,
  isFlag,
  isNumber,
  isObject,
  isText,
  listOf,
  optional,
  recordOf,
  shape,
} from './shapes';

/** The page's end: sends PageMessages, hands every well-formed HostMessage to `receive`. Others are dropped. */
export function pageChannel(port: Port, receive: (message: HostMessage) => void): Channel<PageMessage> {
  return open(port, isHostMessage, receive);
}

const sampleTypes = listOf(shape({ type: isText, unit: isText }));
const comparedTotal = shape({ name: isText, total: isNumber });

const profileShape = shape({
  id: isCount,
  captured: isCount,
  run: isText,
  title: isText,
  sampleTypes,
  sampleType: isCount,
  totals: listOf(isNumber),
  samples: isText,
  durationNanos: isNumber,
  siblings: listOf(shape({ id: isCount, label: isText, sampleTypes })),
  startAt: optional(isText),
  comparison: optional(
    shape({ now: comparedTotal, before: comparedTotal, unit: isText, result: optional(isText), normalize: isFlag }),
  ),
});

const state = shape({
  profile: optional((profile) => profileShape(profile) && hasSampleType(profile as Fields)),
  starts: optional(recordOf((start) => start === 'measured' || start === 'everything')),
  refine: optional(
    shape({
      refinement: isRefinement,
      unmatched: listOf(isText),
      history: recordOf(listOf(isText)),
      saved: areSavedRefinements,
    }),
  ),
  notice: optional(shape({ text: isText, action: optional(isText) })),
});

function hasSampleType({ sampleTypes: types, sampleType }: Fields): boolean {
  return (sampleType as number) < (types as readonly unknown[]).length;
}

const WINDOW_COLUMNS = [
  'id', 'parent', 'name', 'file', 'line', 'flat', 'cum', 'size', 'inlined', 'caller', 'rest', 'restFrom', 'matched',
];

const flameShape = shape({
  total: isNumber,
  unit: isText,
  covered: isNumber,
  folded: listOf(shape({ row: isCount, count: isCount, names: listOf(isCount) })),
  zoomed: isCount,
  signed: isFlag,
  names: listOf(isText),
  files: listOf(isText),
  matchedValue: isNumber,
  matchedFrames: isCount,
  searchError: optional(isText),
});

/** A frame without a row, or a row without a parent, could not be drawn. */
function isFlame(answer: unknown): boolean {
  if (!isObject(answer) || !flameShape(answer) || !columns(answer, WINDOW_COLUMNS)) return false;
  const rows = answer.id as { readonly length: number };
  const names = answer.names as readonly string[];
  return (
    (answer.zoomed as number) < rows.length &&
    arePlaces(answer.parent, rows) &&
    arePlaces(answer.name, names) &&
    arePlaces(answer.file, answer.files as readonly string[])
  );
}

const node = shape({ name: isText, function: isText, file: isText, line: isCount, flat: isNumber, cum: isNumber });
const stroke = shape({
  kind: (kind) => kind === 'polygon' || kind === 'line' || kind === 'curve',
  points: listOf(isNumber),
  pen: isText,
  fill: isText,
  width: isNumber,
  dotted: isFlag,
});
const lettering = shape({
  text: isText,
  x: isNumber,
  y: isNumber,
  size: isNumber,
  anchor: (anchor) => anchor === 'start' || anchor === 'middle' || anchor === 'end',
  width: isNumber,
});
const drawn = { strokes: listOf(stroke), texts: listOf(lettering), tooltip: isText };
const drawnGraph = shape({
  report: shape({
    total: isNumber,
    unit: isText,
    nodes: listOf(node),
    calls: listOf(
      shape({ caller: isCount, callee: isCount, weight: isNumber, residual: isFlag, inlined: isFlag }),
    ),
    nodeCount: isCount,
    droppedNodes: isCount,
    leastCum: isNumber,
  }),
  picture: shape({
    width: isNumber,
    height: isNumber,
    boxes: listOf(
      shape({
        ...drawn,
        kind: (kind) => kind === 'function' || kind === 'label' || kind === 'legend',
        node: optional(isCount),
        x: isNumber,
        y: isNumber,
        width: isNumber,
        height: isNumber,
      }),
    ),
    arrows: listOf(shape({ ...drawn, from: isCount, to: isCount })),
  }),
});

interface Graph {
  readonly report: {
    readonly nodes: readonly unknown[];
    readonly calls: readonly { readonly caller: number; readonly callee: number }[];
  };
  readonly picture: {
    readonly boxes: readonly { readonly kind: string; readonly node?: number }[];
    readonly arrows: readonly { readonly from: number; readonly to: number }[];
  };
}

function isDrawnGraph(answer: unknown): boolean {
  if (!drawnGraph(answer)) return false;
  const { report: { nodes, calls }, picture: { boxes, arrows } } = answer as Graph;
  return (
    arePlaces(calls.flatMap(({ caller, callee }) => [caller, callee]), nodes) &&
    arePlaces(arrows.flatMap(({ from, to }) => [from, to]), boxes) &&
    arePlaces(boxes.filter(({ kind }) => kind === 'function').map((box) => box.node), nodes)
  );
}

const labels = shape({
  total: isNumber,
  unit: isText,
  keys: listOf(
    shape({
      key: isText,
      total: isNumber,
      matching: isCount,
      count: isCount,
      values: listOf(shape({ name: isText, value: isNumber, isText: isFlag, range: optional(isText) })),
    }),
  ),
});

const format = {
  total: isNumber,
  unit: isText,
  outputUnit: isText,
  divideBy: isNumber,
  granularity: isText,
  isUnitAsked: isFlag,
};
const NODE_NUMBERS = ['node', 'line'];
const NODE_TEXTS = ['name', 'function', 'file'];

const tableShape = shape({
  ...format,
  count: isCount,
  allCount: isCount,
  hasNegative: isFlag,
  mostFlat: isNumber,
  mostCum: isNumber,
  from: isCount,
  found: isNumber,
  searchError: optional(isText),
});

function isTable(answer: unknown): boolean {
  if (!isObject(answer) || !tableShape(answer)) return false;
  return columns(answer, [...NODE_NUMBERS, 'flat', 'sum', 'cum'], NODE_TEXTS);
}

const callsShape = shape({ count: isCount, from: isCount });

function arePathCalls(answer: unknown): boolean {
  if (!isObject(answer) || !callsShape(answer)) return false;
  return columns(answer, [...NODE_NUMBERS, 'value', 'flat', 'inlined', 'more'], NODE_TEXTS);
}

const block = shape({
  node: isCount,
  name: isText,
  function: isText,
  file: isText,
  line: isCount,
  flat: isNumber,
  cum: isNumber,
  callers: arePathCalls,
  callees: arePathCalls,
});

const answers: { readonly [N in QuestionName]: Check } = {
  flame: isFlame,
  callGraph: isDrawnGraph,
  refine: () => true,
  labels,
  table: isTable,
  pathCalls: arePathCalls,
  peek: shape({ ...format, blocks: listOf(block), more: isCount }),
  suggest: isTable,
  knows: isFlag,
};

const isQuestion: Check = (question) => isText(question) && Object.hasOwn(answers, question as string);
const reply = shape({ question: isQuestion, profile: isCount, request: isCount });
const failure = shape({ message: isText, field: optional(isText) });
const tabs: readonly unknown[] = ['flame', 'top', 'graph', 'peek'];

const kinds: { readonly [K in HostMessage['kind']]: (message: Fields) => boolean } = {
  state: (message) => state(message.state),
  answer: (message) => reply(message) && answers[message.question as QuestionName](message.answer),
  failed: (message) => reply(message) && failure(message),
  exportSvg: () => true,
  showTab: ({ tab }) => tabs.includes(tab),
};

function isHostMessage(message: unknown): message is HostMessage {
  if (!isObject(message) || typeof message.kind !== 'string' || !Object.hasOwn(kinds, message.kind)) return false;
  return kinds[message.kind as HostMessage['kind']](message);
}
