import type { FlameWindow } from '../src/profile/reports';

/**
 * A flat window read as a tree. Example: rows all ─ main ─ work, with `main` zoomed, give path [0, 1], levels
 * [[0], [1], [2]], and `all` is drawn full width above `main`. Rows beside the path are not drawn.
 */
export interface Frames {
  readonly window: FlameWindow;
  /** Rows from the outermost ancestor to the frame zoomed to. */
  readonly path: readonly number[];
  /** Children's rows in the order they are drawn; empty for rows that are not. */
  readonly children: readonly (readonly number[])[];
  /** Drawn rows by depth, from left to right. */
  readonly levels: readonly (readonly number[])[];
  readonly depth: Uint32Array;
  /** What a frame's width stands for: |cum|, or more where children of both signs need more room. */
  readonly weight: Float64Array;
}

/** The node that d3-flame-graph lays out. It writes into `fade` and `hide`. */
export interface FrameNode {
  readonly row: number;
  readonly value: number;
  readonly children: FrameNode[];
  fade: boolean;
  hide: boolean;
}

/** Least width in pixels of what the zoomed frame calls, and of its smaller frames, so that a pointer can hit them. */
const LEAST_WIDTH = 4;

/**
 * Reads a window as a tree.
 * @param width CSS pixels that it will be drawn at
 */
export function readFrames(window: FlameWindow, width: number): Frames {
  const path = pathTo(window, window.zoomed);
  const children = childrenOf(window, path);
  const depth = new Uint32Array(window.id.length);
  const levels = levelsOf(children, depth);
  return { window, path, children, levels, depth, weight: weigh(window, children, path, LEAST_WIDTH / width) };
}

/** The nested form of drawn rows, for d3-flame-graph; ancestors of the zoomed frame are marked to fade. */
export function nest(frames: Frames): FrameNode {
  const ancestors = new Set(frames.path.slice(0, -1));
  const make = (row: number): FrameNode => ({
    row,
    value: frames.weight[row] ?? 0,
    children: [],
    fade: ancestors.has(row),
    hide: false,
  });
  const nodes = new Map<number, FrameNode>();
  for (const row of frames.levels.flat()) nodes.set(row, make(row));
  for (const [row, node] of nodes) {
    for (const child of frames.children[row] ?? []) node.children.push(nodes.get(child) as FrameNode);
  }
  return nodes.get(0) as FrameNode;
}

/** True where two windows are drawn with the same frames at the same places: only what is lit may differ. */
export function areAlike(a: FlameWindow, b: FlameWindow): boolean {
  return (
    a.zoomed === b.zoomed &&
    (['id', 'parent', 'name', 'cum', 'rest', 'inlined'] as const).every((column) => areSame(a[column], b[column])) &&
    areSame(a.names, b.names)
  );
}

function areSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Rows from row 0 down to `row`. */
export function pathTo(window: FlameWindow, row: number): number[] {
  const path = [row];
  for (let at = row; at !== 0; path.push(at)) at = window.parent[at] as number;
  return path.reverse();
}

/** True for a row that stands for the smaller frames of its parent. */
export function isRest(window: FlameWindow, row: number): boolean {
  return (window.rest[row] ?? 0) > 0;
}

/** The frame that calls a row's frame: the row above that does not itself stand for smaller frames. */
export function callerOf(window: FlameWindow, row: number): number {
  let caller = window.parent[row] as number;
  while (isRest(window, caller)) caller = window.parent[caller] as number;
  return caller;
}

export function nameOf(window: FlameWindow, row: number): string {
  return window.names[window.name[row] as number] ?? '';
}

export function fileOf(window: FlameWindow, row: number): string {
  return window.files[window.file[row] as number] ?? '';
}

function childrenOf(window: FlameWindow, path: readonly number[]): number[][] {
  const rows = window.id.length;
  const children: number[][] = Array.from({ length: rows }, () => []);
  const drawn = new Uint8Array(rows);
  for (const [step, row] of path.entries()) {
    drawn[row] = 1;
    const below = path[step + 1];
    if (below !== undefined) children[row] = [below];
  }
  const beside = new Set(path.slice(0, -1));
  for (let row = 1; row < rows; row++) {
    const parent = window.parent[row] as number;
    if (drawn[row] || !drawn[parent] || beside.has(parent)) continue;
    drawn[row] = 1;
    children[parent]?.push(row);
  }
  return children;
}

function levelsOf(children: readonly number[][], depth: Uint32Array): number[][] {
  const levels: number[][] = [];
  for (let level = [0]; level.length > 0; level = level.flatMap((row) => children[row] ?? [])) {
    for (const row of level) depth[row] = levels.length;
    levels.push(level);
  }
  return levels;
}

/** @param leastShare least share of the zoomed frame's width that its callees get, and its smaller frames */
function weigh(window: FlameWindow, children: readonly number[][], path: readonly number[], leastShare: number) {
  const { zoomed } = window;
  const weight = Float64Array.from(window.cum, Math.abs);
  const least = leastShare * (weight[zoomed] as number);
  const below = () => (children[zoomed] ?? []).reduce((sum, child) => sum + (weight[child] as number), 0);
  addUp(weight, children);
  if (below() > 0 && below() < least) {
    const factor = least / below();
    for (let row = zoomed + 1; row < weight.length; row++) weight[row]! *= factor;
  }
  const rest = (children[zoomed] ?? []).find((row) => isRest(window, row));
  if (rest !== undefined) weight[rest] = Math.max(weight[rest] as number, least);
  weight[zoomed] = Math.max(weight[zoomed] as number, below());
  for (const ancestor of path.slice(0, -1)) weight[ancestor] = weight[zoomed] as number;
  return weight;
}

/** Widens rows to what their children need together; children come after their parents. */
function addUp(weight: Float64Array, children: readonly number[][]): void {
  for (let row = weight.length - 1; row >= 0; row--) {
    const below = (children[row] ?? []).reduce((sum, child) => sum + (weight[child] as number), 0);
    weight[row] = Math.max(weight[row] as number, below);
  }
}
