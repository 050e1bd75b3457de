import { areIndexes, type Check, columns, isCount, isFlag, isNumber, isObject, isText, listOf, optional, shape } from './shapes';

/**
 * Checks of the host's answers, for questions.ts. Each shape is built inside its function, because a call at the top
 * level would stay in the host's bundle, which checks no answers.
 */

const WINDOW_COLUMNS = [
  'id', 'parent', 'name', 'file', 'line', 'flat', 'cum', 'size', 'inlined', 'caller', 'rest', 'restFrom', 'matched',
];

/** Checks that there is a verdict for each row of an answer; see RowVerdicts. */
function areVerdicts(rows: unknown): Check {
  const { length } = (rows ?? []) as { readonly length?: number };
  return (value) => isObject(value) && columns(value, ['verdict', 'move']) &&
    (value.verdict as { readonly length: number }).length === length;
}

function areMoves(value: unknown): boolean {
  return listOf(shape({ how: isText, function: isText }))(value);
}

function areTableVerdicts(rows: unknown): Check {
  return optional(shape({ flat: areVerdicts(rows), cum: areVerdicts(rows), moves: areMoves }));
}

/** Also checks that the parent, name and file of each row exist, since the row could not be drawn otherwise. */
export function isFlame(answer: unknown): boolean {
  const isShaped = shape({
    total: isNumber,
    unit: isText,
    covered: isNumber,
    folded: listOf(shape({ row: isCount, count: isCount, names: listOf(isCount) })),
    zoomed: isCount,
    signed: isFlag,
    increases: optional(isFlag),
    compared: isFlag,
    names: listOf(isText),
    files: listOf(isText),
    matchedValue: isNumber,
    matchedFrames: isCount,
    searchError: optional(isText),
  });
  if (!isObject(answer) || !isShaped(answer) || !columns(answer, WINDOW_COLUMNS)) return false;
  const rows = answer.id as { readonly length: number };
  const { changes, fewSamples } = answer;
  if (fewSamples !== undefined && !isEmpty(fewSamples) && !columns(answer, ['id', 'fewSamples'])) return false;
  if (changes !== undefined && !(areVerdicts(rows)(changes) && shape({ moves: areMoves })(changes))) return false;
  const names = answer.names as readonly string[];
  return (
    (answer.zoomed as number) < rows.length &&
    areIndexes(answer.parent, rows) &&
    areIndexes(answer.name, names) &&
    areIndexes(answer.file, answer.files as readonly string[])
  );
}

function isEmpty(column: unknown): boolean {
  return ArrayBuffer.isView(column) && column.byteLength === 0;
}

/** A function with its place and figures. */
const FUNCTION_FIGURES = {
  name: isText, function: isText, file: isText, line: isCount, flat: isNumber, cum: isNumber,
} as const;

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

export function isDrawnGraph(answer: unknown): boolean {
  if (!shape({ report: isGraphReport, picture: isPicture })(answer)) return false;
  const { report: { nodes, calls }, picture: { boxes, arrows } } = answer as Graph;
  return (
    areIndexes(calls.flatMap(({ caller, callee }) => [caller, callee]), nodes) &&
    areIndexes(arrows.flatMap(({ from, to }) => [from, to]), boxes) &&
    areIndexes(boxes.filter(({ kind }) => kind === 'function').map((box) => box.node), nodes)
  );
}

function isGraphReport(report: unknown): boolean {
  const remark = shape({ sign: isText, text: isText });
  return shape({
    total: isNumber,
    unit: isText,
    nodes: listOf(
      shape({
        ...FUNCTION_FIGURES,
        few: optional(shape({ flat: isFlag, cum: isFlag })),
        remarks: optional(shape({ flat: remark, cum: remark })),
      }),
    ),
    calls: listOf(
      shape({ caller: isCount, callee: isCount, weight: isNumber, residual: isFlag, inlined: isFlag }),
    ),
    nodeCount: isCount,
    droppedNodes: isCount,
    leastCum: isNumber,
  })(report);
}

function isPicture(picture: unknown): boolean {
  const stroke = shape({
    kind: (kind) => kind === 'polygon' || kind === 'line' || kind === 'curve',
    points: listOf(isNumber),
    pen: isText,
    fill: isText,
    width: isNumber,
    dotted: isFlag,
  });
  const textShape = shape({
    text: isText,
    x: isNumber,
    y: isNumber,
    size: isNumber,
    anchor: (anchor) => anchor === 'start' || anchor === 'middle' || anchor === 'end',
    width: isNumber,
  });
  const drawn = { strokes: listOf(stroke), texts: listOf(textShape), tooltip: isText };
  return shape({
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
  })(picture);
}

export function areLabels(answer: unknown): boolean {
  const value = shape({ name: isText, value: isNumber, isText: isFlag, range: optional(isText) });
  const key = shape({ key: isText, total: isNumber, matching: isCount, count: isCount, values: listOf(value) });
  return shape({ total: isNumber, unit: isText, keys: listOf(key) })(answer);
}

const FORMAT = {
  total: isNumber,
  unit: isText,
  outputUnit: isText,
  divideBy: isNumber,
  granularity: isText,
  isUnitChosen: isFlag,
};
const NODE_NUMBERS = ['node', 'line'];
const NODE_TEXTS = ['name', 'function', 'file'];

export function isTable(answer: unknown): boolean {
  const isShaped = shape({
    ...FORMAT,
    count: isCount,
    allCount: isCount,
    hasNegative: isFlag,
    maxFlat: isNumber,
    maxCum: isNumber,
    from: isCount,
    found: isNumber,
    searchError: optional(isText),
  });
  if (!isObject(answer) || !isShaped(answer)) return false;
  if (!columns(answer, [...NODE_NUMBERS, 'flat', 'sum', 'cum'], NODE_TEXTS)) return false;
  return areTableVerdicts(answer.node)(answer.changes);
}

export function areFewSamples(answer: unknown): boolean {
  return answer === undefined || (isObject(answer) && columns(answer, ['flat', 'cum']));
}

export function areFewCallSamples(answer: unknown): boolean {
  if (answer === undefined) return true;
  return Array.isArray(answer) && answer.every((few) => few !== undefined && areFewSamples(few));
}

export function arePathCalls(answer: unknown): boolean {
  if (!isObject(answer) || !isCount(answer.count) || !isCount(answer.from)) return false;
  return (
    columns(answer, [...NODE_NUMBERS, 'value', 'flat', 'inlined', 'hasMore'], NODE_TEXTS) &&
    areTableVerdicts(answer.value)(answer.changes)
  );
}

export function isPeek(answer: unknown): boolean {
  const block = shape({ ...FUNCTION_FIGURES, node: isCount, callers: arePathCalls, callees: arePathCalls });
  if (!isObject(answer) || !shape({ ...FORMAT, blocks: listOf(block), moreBlocks: isCount })(answer)) return false;
  return areTableVerdicts(answer.blocks)(answer.changes);
}
