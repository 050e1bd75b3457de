import type { FlameWindow, FoldedFrames } from '../../src/profile/answers/flame';
import { symbolName } from '../text/drawnNames';

/**
 * The tree of a flat window. Example: rows all ─ main ─ work, with `main` zoomed, give path [0, 1] and levels
 * [[0], [1], [2]]; `all` is drawn at full width above `main`. Rows beside the path are not drawn.
 *
 * If the window has callers, row 0 is the function that they call. Callers are drawn above it, callees below.
 */
export interface Frames {
  readonly window: FlameWindow;
  /** Rows from row 0 to the zoomed frame. */
  readonly path: readonly number[];
  /** For each row: its children in drawing order; empty if not drawn. The children of a caller are its callers. */
  readonly children: readonly (readonly number[])[];
  /** The drawn direct callers of row 0. */
  readonly callers: readonly number[];
  /** Drawn rows from top to bottom, each level from left to right. */
  readonly levels: readonly (readonly number[])[];
  /** The level of each row. */
  readonly depth: Uint32Array;
  /** The level of row 0; its callers are above. */
  readonly rootLevel: number;
  /** By row, its size, or more if the frame would be too narrow. The width of a frame is proportional to its weight. */
  readonly weight: Float64Array;
}

/** The direction from row 0. */
export type Side = 'callees' | 'callers';

/** A node for d3-flame-graph, which writes to `fade` and `hide`. */
export interface FrameNode {
  readonly row: number;
  readonly value: number;
  readonly children: FrameNode[];
  fade: boolean;
  hide: boolean;
}

/** Minimum width of a frame in CSS pixels. A narrower frame would consist only of the gap between frames. */
export const MIN_FRAME_WIDTH = 2.5;

/** Maximum number of frames. Far below the host's limit, because the time to draw grows with the number. */
export const MAX_FRAMES = 1200;

/**
 * Minimum width in pixels of the zoomed frame's callees together, of its callers together, and of a row of smaller
 * frames, so that they can be clicked.
 */
const MIN_CLICK_WIDTH = 4;

/**
 * Reads a window as a tree.
 * @param width width of the drawing in CSS pixels
 */
export function readFrames(window: FlameWindow, width: number): Frames {
  const path = pathTo(window, window.zoomed);
  const { children, callers } = drawnRows(window, path);
  const callerLevels = levelsFrom(callers, children).reverse();
  const levels = [...callerLevels, ...levelsFrom([0], children)];
  const depth = new Uint32Array(window.id.length);
  for (const [level, rows] of levels.entries()) for (const row of rows) depth[row] = level;
  const tree = { window, path, children, callers };
  const weight = computeWeights(tree, MIN_CLICK_WIDTH / width);
  return { ...tree, levels, depth, rootLevel: callerLevels.length, weight };
}

/** The drawn children of a row on one side. Only row 0 has children on both sides. */
export function childRows({ children, callers }: Frames, row: number, side: Side): readonly number[] {
  return (row === 0 && side === 'callers' ? callers : children[row]) ?? [];
}

/** The drawn rows of one side as nested nodes for d3-flame-graph; ancestors of the zoomed frame fade. */
export function nestRows(frames: Frames, side: Side = 'callees'): FrameNode {
  const ancestors = new Set(frames.path.slice(0, -1));
  const makeNode = (row: number): FrameNode => ({
    row,
    value: frames.weight[row] ?? 0,
    children: [],
    fade: ancestors.has(row),
    hide: false,
  });
  const root = makeNode(0);
  for (let level = [root]; level.length > 0; level = level.flatMap(({ children }) => children)) {
    for (const node of level) node.children.push(...childRows(frames, node.row, side).map(makeNode));
  }
  return root;
}

/** Whether two windows draw the same frames in the same places. Their search matches may differ. */
export function hasSameLayout(a: FlameWindow, b: FlameWindow): boolean {
  return (
    a.zoomed === b.zoomed &&
    a.signed === b.signed &&
    (['id', 'parent', 'name', 'cum', 'size', 'rest', 'inlined'] as const).every((column) => equalArrays(a[column], b[column])) &&
    equalArrays(a.names, b.names) &&
    equalArrays(a.changes?.judgement ?? [], b.changes?.judgement ?? [])
  );
}

function equalArrays(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Rows from row 0 down to `row`. */
export function pathTo(window: FlameWindow, row: number): number[] {
  const path = [row];
  for (let current = row; current !== 0; path.push(current)) current = window.parent[current];
  return path.reverse();
}

/** Whether a row stands for the smaller frames of its parent. */
export function isRest(window: FlameWindow, row: number): boolean {
  return (window.rest[row] ?? 0) > 0;
}

/** The next frame towards row 0, skipping rows of smaller frames: the caller of a callee, the callee of a caller. */
export function nextFrameOf(window: FlameWindow, row: number): number {
  let next = window.parent[row];
  while (isRest(window, next)) next = window.parent[next];
  return next;
}

/** The wrapper frames folded into a row. */
export function foldedInto({ folded }: FlameWindow, row: number): FoldedFrames | undefined {
  return folded.find((entry) => entry.row === row);
}

export function nameOf(window: FlameWindow, row: number): string {
  return window.names[window.name[row]] ?? '';
}

export function fileOf(window: FlameWindow, row: number): string {
  return window.files[window.file[row]] ?? '';
}

function drawnRows(window: FlameWindow, path: readonly number[]): Pick<Frames, 'children' | 'callers'> {
  const rowCount = window.id.length;
  const children: number[][] = Array.from({ length: rowCount }, () => []);
  const callers: number[] = [];
  const isDrawn = new Uint8Array(rowCount);
  const addRow = (parent: number, row: number) => {
    isDrawn[row] = 1;
    const isCaller = parent === 0 && window.caller[row] === 1;
    (isCaller ? callers : children[parent])?.push(row);
  };
  isDrawn[0] = 1;
  for (const [index, row] of path.slice(1).entries()) addRow(path[index], row);
  const ancestors = new Set(path.slice(0, -1));
  for (let row = 1; row < rowCount; row++) {
    const parent = window.parent[row];
    if (!isDrawn[row] && isDrawn[parent] && !ancestors.has(parent)) addRow(parent, row);
  }
  return { children, callers };
}

/** Levels from the rows of one level outwards, away from row 0. */
function levelsFrom(firstLevel: readonly number[], children: Frames['children']): (readonly number[])[] {
  const levels: (readonly number[])[] = [];
  for (let level = [...firstLevel]; level.length > 0; level = level.flatMap((row) => children[row] ?? [])) {
    levels.push(level);
  }
  return levels;
}

/** @param minShare MIN_CLICK_WIDTH as a share of the zoomed frame's width */
function computeWeights(tree: Pick<Frames, 'window' | 'path' | 'children' | 'callers'>, minShare: number): Float64Array {
  const { window, path, children, callers } = tree;
  const { zoomed, caller } = window;
  const weight = window.size.slice();
  const minWeight = minShare * (weight[zoomed]);
  for (const neighbors of zoomed === 0 ? [children[0] ?? [], callers] : [children[zoomed] ?? []]) {
    const sum = () => neighbors.reduce((all, row) => all + (weight[row]), 0);
    const factor = minWeight / sum();
    if (sum() > 0 && factor > 1) {
      const side = caller[neighbors[0]];
      for (let row = zoomed + 1; row < weight.length; row++) if (caller[row] === side) weight[row] *= factor;
    }
    const rest = neighbors.find((row) => isRest(window, row));
    if (rest !== undefined) weight[rest] = Math.max(weight[rest], minWeight);
    weight[zoomed] = Math.max(weight[zoomed], sum());
  }
  for (const ancestor of path.slice(0, -1)) weight[ancestor] = weight[zoomed];
  return weight;
}

/**
 * The window of a benchmark's stacks with one row for the benchmark instead of two, if all its stacks start in its
 * function. Row 0 has the id 0 and everything else of the function's row. From `BenchmarkX ─ p.BenchmarkX ─ p.work` it
 * makes `p.BenchmarkX ─ p.work`. Returns other windows as they are.
 * @param name the name of the benchmark, `BenchmarkX/case`; undefined if stacks do not start at a benchmark
 */
export function withOneBenchmarkRow(window: FlameWindow, name: string | undefined): FlameWindow {
  if (name === undefined || !startsInOneFunction(window, name)) return window;
  const { id, parent, folded, zoomed, changes, fewSamples } = window;
  const toRow = (row: number) => Math.max(0, row - 1);
  return {
    ...window,
    id: Uint32Array.of(id[0], ...id.subarray(2)),
    parent: parent.slice(1).map(toRow),
    name: window.name.slice(1),
    file: window.file.slice(1),
    line: window.line.slice(1),
    flat: window.flat.slice(1),
    cum: window.cum.slice(1),
    size: window.size.slice(1),
    inlined: window.inlined.slice(1),
    caller: window.caller.slice(1),
    rest: window.rest.slice(1),
    restFrom: window.restFrom.slice(1),
    matched: window.matched.slice(1),
    folded: folded.map((entry) => ({ ...entry, row: toRow(entry.row) })),
    ...(fewSamples && { fewSamples: fewSamples.slice(1) }),
    ...(changes && { changes: { ...changes, judgement: changes.judgement.slice(1), move: changes.move.slice(1) } }),
    zoomed: toRow(zoomed),
  };
}

/** Whether row 1 contains the whole of row 0 and is a function of the benchmark, such as `p.BenchmarkX.func1`. */
function startsInOneFunction(window: FlameWindow, name: string): boolean {
  const { id, caller, size, flat } = window;
  if (id.length < 2 || caller[1] === 1 || isRest(window, 1) || size[1] !== size[0] || flat[0] !== 0) return false;
  const [benchmark] = name.split('/');
  const symbol = symbolName(nameOf(window, 1));
  return symbol === benchmark || symbol.startsWith(`${benchmark}.`);
}

/** The rows of a breadcrumb: shown first, hidden behind `…`, and shown last. */
interface CollapsedPath {
  readonly head: readonly number[];
  readonly hidden: readonly number[];
  readonly tail: readonly number[];
}

/**
 * Hides the middle of a path that is too long. The outermost row and the innermost rows stay.
 * @param maxCrumbs the number of crumbs that fit, including the `…`; a number below 3 counts as 3
 */
export function collapsePath(path: readonly number[], maxCrumbs: number): CollapsedPath {
  if (path.length <= maxCrumbs) return { head: path, hidden: [], tail: [] };
  const tailLength = Math.max(maxCrumbs - 2, 1);
  return { head: path.slice(0, 1), hidden: path.slice(1, -tailLength), tail: path.slice(-tailLength) };
}
