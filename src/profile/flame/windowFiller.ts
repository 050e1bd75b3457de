import type { FlameRows } from './flameRows';
import type { FlameSide } from './foldedSide';
import type { FlameView } from '../answers/flame';
import type { CallIndex } from '../indexes';

/** The maximum part of the rows that ancestors of the zoomed frame take: the outermost one and the nearest. */
const ANCESTORS_SHARE = 0.5;

/** The number of rows that the first side leaves to the second: a frame and a "smaller frames" row. */
const RESERVED_ROWS = 2;

/** Chooses the frames of a window; see flameWindow. */
export class WindowFiller {
  /** Rows whose children have not been added. Each has a reserved row, at least for its "smaller frames". */
  private readonly waiting = new WidestFirst();
  private readonly nodeOfRow: number[] = [];
  private readonly sideOfRow: FlameSide[] = [];
  private readonly callees: FlameSide;
  /** The sides whose frames are shown: both, or the side of the zoomed frame. */
  private readonly open: readonly FlameSide[];
  private readonly root: number;
  private readonly firstRank: number;
  private readonly pixelsPerUnit: number;
  private reserved = 0;

  constructor(
    [callees, callers]: readonly [FlameSide, FlameSide?],
    private readonly view: FlameView,
    private readonly rows: FlameRows,
  ) {
    this.callees = callees;
    const isCaller = callers !== undefined && view.root >= callers.options.firstId;
    const root = view.root - (isCaller ? callers.options.firstId : 0);
    const side = isCaller && root < callers.tree.count ? callers : callees;
    this.root = root < side.tree.count ? side.frameOf(root) : 0;
    const children = side.childrenOf(this.root);
    this.firstRank = view.restFrom < children.length ? view.restFrom : 0;
    const showsBoth = callers !== undefined && this.root === 0 && this.firstRank === 0;
    this.open = showsBoth ? [callees, callers] : [side];
    const zoomedSize = this.firstRank > 0 ? sizeOf(side, children, this.firstRank) : side.tree.size[this.root];
    this.pixelsPerUnit = zoomedSize === 0 ? 0 : view.width / zoomedSize;
  }

  /** Fills the window; returns the zoomed row. */
  fill(): number {
    const [side] = this.open as [FlameSide];
    const parent = this.addAncestors(side);
    let zoomed = this.addFrame(side, this.root, parent);
    if (this.firstRank > 0) zoomed = this.rows.addRest(side, this.root, this.firstRank, zoomed);
    for (const [index, openSide] of this.open.entries()) {
      this.reserved = index + 1 < this.open.length && this.open[index + 1].childrenOf(0).length > 0 ? RESERVED_ROWS : 0;
      this.expandZoomed(openSide, zoomed);
    }
    for (let row = this.waiting.take(); row !== undefined; row = this.waiting.take()) {
      const [node, rowSide] = [this.nodeOfRow[row], this.sideOfRow[row]];
      const rank = this.addWideChildren(rowSide, row, node, 0);
      if (this.pixelsPerUnit * sizeOf(rowSide, rowSide.childrenOf(node), rank) >= this.view.minWidth) {
        this.addRest(rowSide, row, node, rank);
      }
    }
    return zoomed;
  }

  /** Adds the row of a frame. The roots of callers and callees are the same frame. */
  private addFrame(side: FlameSide, frame: number, parent: number): number {
    return this.rows.addFrame(frame === 0 ? this.callees : side, frame, parent);
  }

  /** Adds the outermost ancestor and as many of the nearest as fit; returns the row of the zoomed frame's parent. */
  private addAncestors(side: FlameSide): number {
    const room = Math.floor((this.view.maxFrames - 2) * ANCESTORS_SHARE);
    const nearest: number[] = [];
    let node = this.root;
    while (node !== 0 && nearest.length < room) nearest.push((node = side.parentOf(node)));
    if (node !== 0 && room > 0) nearest[room - 1] = 0;
    let row = 0;
    for (const ancestor of nearest.reverse()) row = this.addFrame(side, ancestor, row);
    return row;
  }

  /**
   * Adds the children of the zoomed row. If even the widest is too narrow, adds some of them all the same, so that
   * repeated zooming into "smaller frames" reaches every child.
   */
  private expandZoomed(side: FlameSide, row: number): void {
    const children = side.childrenOf(this.root);
    let rank = this.addWideChildren(side, row, this.root, this.firstRank);
    if (rank === this.firstRank) {
      const stop = Math.min(children.length, rank + Math.max(1, this.free() >> 1));
      while (rank < stop && this.free() > 1) this.addFrame(side, side.frameOf(children[rank++]), row);
    }
    this.addRest(side, row, this.root, rank);
  }

  /** Adds children from a rank on while they are wide enough and fit; returns the rank of the first one left out. */
  private addWideChildren(side: FlameSide, row: number, node: CallIndex, fromRank: number): number {
    const { tree } = side;
    const children = side.childrenOf(node);
    let rank = fromRank;
    for (; rank < children.length; rank++) {
      const child = side.frameOf(children[rank]);
      const wide = this.pixelsPerUnit * tree.size[child] >= this.view.minWidth;
      const hasChildren = tree.firstChild[child] !== 0;
      if (!wide || !this.fits(hasChildren, children.length - rank - 1)) break;
      const childRow = this.addFrame(side, child, row);
      this.nodeOfRow[childRow] = child;
      this.sideOfRow[childRow] = side;
      if (hasChildren) this.waiting.put(childRow, tree.size[child]);
    }
    return rank;
  }

  /** A frame needs a row, a reserved row if it has children, and a row for its smaller siblings if any are left. */
  private fits(hasChildren: boolean, left: number): boolean {
    return 1 + (hasChildren ? 1 : 0) + (left === 0 ? 0 : 1) <= this.free();
  }

  private free(): number {
    return this.view.maxFrames - this.rows.length - this.waiting.length - this.reserved;
  }

  private addRest(side: FlameSide, row: number, node: CallIndex, rank: number): void {
    if (rank < side.childrenOf(node).length && this.free() > 0) this.rows.addRest(side, node, rank, row);
  }
}

function sizeOf(side: FlameSide, children: Uint32Array, fromRank: number): number {
  let size = 0;
  for (let rank = fromRank; rank < children.length; rank++) size += side.tree.size[children[rank]];
  return size;
}

/** A priority queue of rows: the widest first; of rows with the same width, the one with the smallest number. */
class WidestFirst {
  private readonly heap: { readonly row: number; readonly width: number }[] = [];

  get length(): number {
    return this.heap.length;
  }

  /** Adds a row. */
  put(row: number, width: number): void {
    const { heap } = this;
    let at = heap.push({ row, width }) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.before(at, up)) break;
      this.swap(at, up);
      at = up;
    }
  }

  /** Removes and returns the first row; undefined if there is none. */
  take(): number | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.row;
    heap[0] = last;
    let at = 0;
    for (;;) {
      let best = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length && this.before(below, best)) best = below;
      if (best === at) return first.row;
      this.swap(at, best);
      at = best;
    }
  }

  private before(a: number, b: number): boolean {
    const [left, right] = [this.heap[a], this.heap[b]];
    return left.width > right.width || (left.width === right.width && left.row < right.row);
  }

  private swap(a: number, b: number): void {
    [this.heap[a], this.heap[b]] = [this.heap[b], this.heap[a]];
  }
}
