import type { TableView } from '../../profile/answers/table';
import { type Check, type Fields, isCount, isFlag, isObject, isText } from './shapes';
import { MAX_FRAMES, MAX_LABELS, MAX_ROWS, MAX_CALLS, MAX_PATH } from './messageLimits';

/** Checks of the parameters in a page's messages, for questions.ts and channel.ts. */

export const isTextOrUnset: Check = (value) => value === undefined || isText(value);
const isFlagOrUnset: Check = (value) => value === undefined || isFlag(value);

export function isFlameTree({ from, callers, collapseRecursion, hideTestingFrames }: Fields): boolean {
  return isTextOrUnset(from) && [callers, collapseRecursion, hideTestingFrames].every(isFlagOrUnset);
}

export function isFlameView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { root, restFrom, width, minWidth, maxFrames, search, foldWrappers, awaitSamples } = view;
  return (
    isFlameTree(view) &&
    isFlagOrUnset(foldWrappers) &&
    isFlagOrUnset(awaitSamples) &&
    isCount(root) &&
    isCount(restFrom) &&
    isPositive(width) &&
    isPositive(minWidth) &&
    isCount(maxFrames) &&
    maxFrames <= MAX_FRAMES &&
    isText(search)
  );
}

export function isCallGraphOptions(params: unknown): boolean {
  if (!isObject(params)) return false;
  const { nodeCount, callTree, trim } = params;
  return isCount(nodeCount) && isFlag(callTree) && isFlag(trim);
}

export function isLabelView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { search, limit, key } = view;
  return isText(search) && isCount(limit) && limit <= MAX_LABELS && isTextOrUnset(key);
}

const SORTS: readonly unknown[] = ['flat', 'sum', 'cum', 'name'] satisfies TableView['sort'][];
const DIRECTIONS: readonly unknown[] = ['size', 'descending', 'ascending'] satisfies TableView['direction'][];

export function isTableView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { sort, direction, search, find } = view;
  const isOrdered = SORTS.includes(sort) && DIRECTIONS.includes(direction);
  return isOrdered && isRange(view) && isText(search) && isText(find);
}

export function isPathView(view: unknown): boolean {
  if (!isObject(view) || !isRange(view)) return false;
  const { direction, path } = view;
  if (direction !== 'callers' && direction !== 'callees') return false;
  return Array.isArray(path) && path.length > 0 && path.length <= MAX_PATH && path.every(isCount);
}

/** Callers and callees of each of 20 blocks in Peek. */
const MAX_VIEWS = 40;

export function areNodes(params: unknown): boolean {
  if (!isObject(params) || !Array.isArray(params.nodes)) return false;
  return params.nodes.length <= MAX_VIEWS && params.nodes.every(isCount);
}

export function arePathViews(params: unknown): boolean {
  if (!isObject(params) || !Array.isArray(params.views)) return false;
  return params.views.length <= MAX_VIEWS && params.views.every(isPathView);
}

export function isPeekView(view: unknown): boolean {
  return isObject(view) && isText(view.name) && isCount(view.limit) && view.limit <= MAX_CALLS;
}

function isRange({ from, limit }: Fields): boolean {
  return isCount(from) && isCount(limit) && limit <= MAX_ROWS;
}

export function isFunctionName(params: unknown): boolean {
  return isObject(params) && isText(params.name);
}

function isPositive(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0;
}
