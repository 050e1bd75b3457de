import type { TableView } from '../profile/answers/table';
import type { HostMessage, PageMessage, QuestionName } from './messages';
import { areSavedRefinements, isRefinement } from './refineState';

/**
 * The one channel between the host and the page. Neither end trusts the other: a message of another shape is dropped
 * before it is looked at. The page's end is in pageChannel.ts.
 */

/** One end of `postMessage`: a `Webview` on the host's side, the window with `acquireVsCodeApi()` on the page's. */
export interface Port {
  postMessage(message: unknown): unknown;
  onMessage(listener: (message: unknown) => void): { dispose(): void };
}

export interface Channel<Out> {
  send(message: Out): void;
  dispose(): void;
}

/** More frames than this are never asked for: d3-flame-graph draws several DOM nodes a frame. */
export const MAX_FRAMES = 2000;

/** Of each key, no more values of labels are ever asked for at once. */
export const MAX_LABELS = 5000;

/** No more rows of a table, calls of a function and calls one after the other are asked for at once. */
const MAX_ROWS = 10_000;
const MAX_CALLS = 100_000;
const MAX_PATH = 10_000;

/** A picture of more frames than are ever drawn is shorter than this. */
const MOST_SVG_LENGTH = 8 * 1024 ** 2;

/** The host's end: sends HostMessages, hands every well-formed PageMessage to `receive`. */
export function hostChannel(port: Port, receive: (message: PageMessage) => void): Channel<HostMessage> {
  return open(port, isPageMessage, receive);
}

/** The default of a `switch` over a message's kind: does not compile while a kind is forgotten. */
export function unexpected(message: never): never {
  throw new Error(`A message of an unknown kind: ${JSON.stringify(message)}`);
}

/** One end of the channel: what has another shape than expected is dropped. */
export function open<In, Out>(
  port: Port,
  isExpected: (message: unknown) => message is In,
  receive: (message: In) => void,
): Channel<Out> {
  const listening = port.onMessage((message) => {
    if (isExpected(message)) receive(message);
  });
  return {
    send: (message) => void port.postMessage(message),
    dispose: () => listening.dispose(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const questions: { readonly [N in QuestionName]: (params: unknown) => boolean } = {
  flame: isFlameView,
  callGraph: isAskedGraph,
  refine: isRefinement,
  labels: isLabelView,
  table: isTableView,
  pathCalls: isPathView,
  peek: isPeekView,
  suggest: isTableView,
  knows: (params) => isObject(params) && typeof params.name === 'string',
};

const pageKinds: { readonly [K in PageMessage['kind']]: (message: Fields) => boolean } = {
  ready: () => true,
  ask: ({ question, profile, request, params }) => isCount(profile) && isCount(request) && isQuestion(question, params),
  setSampleType: ({ profile, sampleType }) => isCount(profile) && isCount(sampleType),
  keepStart: ({ of, start }) => typeof of === 'string' && (start === 'measured' || start === 'everything'),
  setNormalize: ({ normalize }) => typeof normalize === 'boolean',
  openSource: (message) => isCount(message.profile) && isCount(message.frame) && isFlameTree(message),
  openFunction: ({ profile, function: name, file, line = 0 }) =>
    isCount(profile) && typeof name === 'string' && isTextOrNothing(file) && isCount(line),
  copy: ({ text }) => typeof text === 'string',
  saveSvg: ({ name, svg }) => typeof name === 'string' && isSvg(svg),
  copyTable: ({ profile, view }) => isCount(profile) && isTableView(view),
  saveRefinements: ({ saved }) => areSavedRefinements(saved),
  noticeAction: () => true,
};

function isPageMessage(message: unknown): message is PageMessage {
  if (!isObject(message) || typeof message.kind !== 'string' || !Object.hasOwn(pageKinds, message.kind)) return false;
  return pageKinds[message.kind as PageMessage['kind']](message);
}

function isQuestion(question: unknown, params: unknown): boolean {
  return typeof question === 'string' && Object.hasOwn(questions, question) && questions[question as QuestionName](params);
}

function isFlameTree({ from, callers, collapseRecursion, hideHarness }: Fields): boolean {
  return isTextOrNothing(from) && [callers, collapseRecursion, hideHarness].every(isFlagOrNothing);
}

function isFlameView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { root, restFrom, width, minWidth, maxFrames, search, foldWrappers } = view;
  return (
    isFlameTree(view) &&
    isFlagOrNothing(foldWrappers) &&
    isCount(root) &&
    isCount(restFrom) &&
    isPositive(width) &&
    isPositive(minWidth) &&
    isCount(maxFrames) &&
    maxFrames <= MAX_FRAMES &&
    typeof search === 'string'
  );
}

function isAskedGraph(params: unknown): boolean {
  if (!isObject(params)) return false;
  const { nodeCount, callTree, trim } = params;
  return isCount(nodeCount) && typeof callTree === 'boolean' && typeof trim === 'boolean';
}

function isLabelView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { search, limit, key } = view;
  return typeof search === 'string' && isCount(limit) && limit <= MAX_LABELS && isTextOrNothing(key);
}

const SORTS: readonly unknown[] = ['flat', 'sum', 'cum', 'name'] satisfies TableView['sort'][];
const DIRECTIONS: readonly unknown[] = ['size', 'descending', 'ascending'] satisfies TableView['direction'][];

function isTableView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { sort, direction, search, find } = view;
  const isOrdered = SORTS.includes(sort) && DIRECTIONS.includes(direction);
  return isOrdered && isStretch(view) && typeof search === 'string' && typeof find === 'string';
}

function isPathView(view: unknown): boolean {
  if (!isObject(view) || !isStretch(view)) return false;
  const { direction, path } = view;
  if (direction !== 'callers' && direction !== 'callees') return false;
  return Array.isArray(path) && path.length > 0 && path.length <= MAX_PATH && path.every(isCount);
}

function isPeekView(view: unknown): boolean {
  return isObject(view) && typeof view.name === 'string' && isCount(view.limit) && view.limit <= MAX_CALLS;
}

function isStretch({ from, limit }: Fields): boolean {
  return isCount(from) && isCount(limit) && limit <= MAX_ROWS;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isFlagOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function isSvg(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MOST_SVG_LENGTH && value.startsWith('<?xml ');
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
