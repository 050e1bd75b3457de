import type { CallTree } from './callTree';
import { childrenOf, frameFile, frameName } from './flameOrder';
import { FlameRows } from './flameRows';
import { searchTree } from './flameSearch';
import type { FlameMatches } from './flameSearch';
import { oncePer } from './memo';
import { NONE } from './model';
import type { FlameView, FlameWindow, FrameSource } from './reports';
import { WidestFirst } from './widestFirst';

/** Of the rows that the zoomed frame leaves, so many may be its ancestors: the outermost and the nearest. */
const ANCESTORS_SHARE = 0.5;

/**
 * The part of a call tree that a flame graph shows: see FlameView and FlameWindow. Frames are taken widest first until
 * `maxFrames` rows are full, children always with the wider ones of their level; what is left of a level becomes one
 * "smaller frames" row. Such a row is left out where it would be narrower than `minWidth` itself, but never under the
 * zoomed frame, so that zooming reaches every frame.
 *
 * With `restFrom`, the zoomed row is the "smaller frames" row itself, under the frame `root`.
 */
export function flameWindow(tree: CallTree, view: FlameView): FlameWindow {
  const matches = matchesOf(tree, view.search);
  const rows = new FlameRows(tree, matches);
  const zoomed = new WindowFiller(tree, view, rows).fill();
  return {
    ...rows.columns(),
    total: tree.total,
    unit: tree.unit,
    zoomed,
    matchedValue: matches.value,
    matchedFrames: matches.frames,
    ...(matches.error === undefined ? {} : { searchError: matches.error }),
  };
}

/** Where a frame stands in the source; undefined for a root that is no function, and for numbers of no frame. */
export function frameSource(tree: CallTree, id: number): FrameSource | undefined {
  if (!(id >= 0 && id < tree.count) || tree.function[id] === NONE) return undefined;
  return { function: frameName(tree, id), file: frameFile(tree, id), line: tree.line[id]! };
}

const lastSearch = oncePer((_tree: CallTree): { pattern?: string; matches?: FlameMatches } => ({}));

/** A search goes over the whole tree: zooming must not repeat it. */
function matchesOf(tree: CallTree, pattern: string): FlameMatches {
  const last = lastSearch(tree);
  if (last.matches === undefined || last.pattern !== pattern) {
    last.matches = searchTree(tree, pattern);
    last.pattern = pattern;
  }
  return last.matches;
}

class WindowFiller {
  /** Rows whose children are not in yet; each has a row of the window to itself, at worst for "smaller frames". */
  private readonly waiting = new WidestFirst();
  private readonly nodeOfRow: number[] = [];
  private readonly root: number;
  private readonly firstRank: number;
  private readonly pixelsPerUnit: number;

  constructor(
    private readonly tree: CallTree,
    private readonly view: FlameView,
    private readonly rows: FlameRows,
  ) {
    this.root = view.root < tree.count ? view.root : 0;
    const children = childrenOf(tree, this.root);
    this.firstRank = view.restFrom < children.length ? view.restFrom : 0;
    // Children of mixed sign can be wider than their parent.
    const below = this.widthOf(children, this.firstRank);
    const zoomedSize = this.firstRank > 0 ? below : Math.max(below, Math.abs(tree.cum[this.root]!));
    this.pixelsPerUnit = zoomedSize === 0 ? 0 : view.width / zoomedSize;
  }

  /** Gives the row zoomed to. */
  fill(): number {
    const parent = this.addAncestors();
    let zoomed = this.rows.addFrame(this.root, parent);
    if (this.firstRank > 0) zoomed = this.rows.addRest(this.root, this.firstRank, zoomed);
    this.expandZoomed(zoomed);
    for (let row = this.waiting.take(); row !== undefined; row = this.waiting.take()) {
      const node = this.nodeOfRow[row]!;
      const rank = this.addWideChildren(row, node, 0);
      if (this.pixelsPerUnit * this.widthOf(childrenOf(this.tree, node), rank) >= this.view.minWidth) {
        this.addRest(row, node, rank);
      }
    }
    return zoomed;
  }

  /** The outermost ancestor and as many of the nearest as there is room for. Gives the zoomed frame's parent row. */
  private addAncestors(): number {
    const room = Math.floor((this.view.maxFrames - 2) * ANCESTORS_SHARE);
    const nearest: number[] = [];
    let node = this.root;
    while (node !== 0 && nearest.length < room) nearest.push((node = this.tree.parent[node]!));
    if (node !== 0 && room > 0) nearest[room - 1] = 0;
    let row = 0;
    for (const ancestor of nearest.reverse()) row = this.rows.addFrame(ancestor, row);
    return row;
  }

  /** Always shows some children, however narrow, so that zooming from rest to rest comes to an end. */
  private expandZoomed(row: number): void {
    const children = childrenOf(this.tree, this.root);
    let rank = this.addWideChildren(row, this.root, this.firstRank);
    if (rank === this.firstRank) {
      const most = Math.min(children.length, rank + Math.max(1, this.free() >> 1));
      while (rank < most && this.free() > 1) this.rows.addFrame(children[rank++]!, row);
    }
    this.addRest(row, this.root, rank);
  }

  /** Adds children from a rank on while they are wide enough and fit. Gives the rank of the first that was left. */
  private addWideChildren(row: number, node: number, fromRank: number): number {
    const { tree, view } = this;
    const children = childrenOf(tree, node);
    let rank = fromRank;
    for (; rank < children.length; rank++) {
      const child = children[rank]!;
      const wide = this.pixelsPerUnit * Math.abs(tree.cum[child]!) >= view.minWidth;
      if (!wide || !this.fits(child, children.length - rank - 1)) break;
      const childRow = this.rows.addFrame(child, row);
      this.nodeOfRow[childRow] = child;
      if (tree.firstChild[child] !== 0) this.waiting.put(childRow, Math.abs(tree.cum[child]!));
    }
    return rank;
  }

  /** A frame needs a row, one in reserve where it has children, and one for what would be left of its level. */
  private fits(child: number, left: number): boolean {
    const needed = 1 + (this.tree.firstChild[child] === 0 ? 0 : 1) + (left === 0 ? 0 : 1);
    return needed <= this.free();
  }

  private free(): number {
    return this.view.maxFrames - this.rows.length - this.waiting.length;
  }

  private addRest(row: number, node: number, rank: number): void {
    if (rank < childrenOf(this.tree, node).length && this.free() > 0) this.rows.addRest(node, rank, row);
  }

  private widthOf(children: Uint32Array, fromRank: number): number {
    let width = 0;
    for (let rank = fromRank; rank < children.length; rank++) width += Math.abs(this.tree.cum[children[rank]!]!);
    return width;
  }
}
