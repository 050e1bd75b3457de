import type { CallTree } from './callTree';
import { childrenOf, foldedCounts, frameCounts, onlyCalls } from './childOrder';
import type { TreeMatches } from './search';
import { MATCHES } from './search';

interface SideOptions {
  /** What the frames' ids begin with. */
  readonly firstId: number;
  /** 1 for the callers of the function that the graph turns around. */
  readonly caller: 0 | 1;
  readonly foldWrappers: boolean;
}

/** A call tree as one side of a flame graph: frames with their ids, wrappers folded where that is asked for. */
export class FlameSide {
  /** By node: what a wrapper comes down to, else 0; unset where wrappers stay. */
  private readonly only: Uint32Array | undefined;
  private counts: Uint32Array | undefined;

  constructor(
    readonly tree: CallTree,
    private readonly matches: TreeMatches,
    readonly options: SideOptions,
  ) {
    if (options.foldWrappers) this.only = onlyCalls(tree);
  }

  /** Nodes below a frame, by size descending; each may be a wrapper. */
  childrenOf(frame: number): Uint32Array {
    return childrenOf(this.tree, frame);
  }

  /** The frame that a node is part of: of a chain of wrappers, what they come down to. */
  frameOf(node: number): number {
    let frame = node;
    while (this.isFolded(frame)) frame = this.only![frame];
    return frame;
  }

  parentOf(frame: number): number {
    let parent = this.tree.parent[frame];
    while (this.isFolded(parent)) parent = this.tree.parent[parent];
    return parent;
  }

  /** The nodes folded into a frame, the nearest first. */
  foldedInto(frame: number): number[] {
    const folded: number[] = [];
    if (frame === 0) return folded;
    for (let node = this.tree.parent[frame]; this.isFolded(node); node = this.tree.parent[node]) folded.push(node);
    return folded;
  }

  isMatched(frame: number): boolean {
    return [frame, ...this.foldedInto(frame)].some((node) => (this.matches.marks[node] & MATCHES) !== 0);
  }

  /** Whether a node or one below it matches. */
  holdsMatch(node: number): boolean {
    return this.matches.marks[node] !== 0;
  }

  /** How many frames there are from a node on. */
  framesFrom(node: number): number {
    this.counts ??= this.only !== undefined ? foldedCounts(this.tree) : frameCounts(this.tree);
    return this.counts[node];
  }

  private isFolded(node: number): boolean {
    return this.only !== undefined && this.only[node] !== 0;
  }
}
