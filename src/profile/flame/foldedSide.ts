import { type CallTree, childrenOf } from './callTree';
import { MATCHES, type TreeMatches } from './search';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { uint32Array } from '../common/largeArrays';
import { oncePer } from '../memo';
import type { CallIndex, IndexColumn } from '../indexes';

interface SideOptions {
  /** The id of the tree's root; other ids follow. */
  readonly firstId: number;
  /** 1 for the tree of callers. */
  readonly caller: 0 | 1;
  readonly foldWrappers: boolean;
}

/** A call tree as one side of a flame graph, with frame ids and, optionally, folded wrappers. */
export class FlameSide {
  /** For each node: the only callee of a wrapper, else 0; unset if wrappers are not folded. */
  private readonly only: IndexColumn<CallIndex, CallIndex> | undefined;
  private counts: Uint32Array | undefined;

  constructor(
    readonly tree: CallTree,
    private readonly matches: TreeMatches,
    readonly options: SideOptions,
  ) {
    if (options.foldWrappers) this.only = onlyCalls(tree);
  }

  /** The nodes below a frame, by size descending; they may be wrappers. */
  childrenOf(frame: number): Uint32Array {
    return childrenOf(this.tree, frame);
  }

  /** The frame of a node: the node itself or, for a wrapper, the first node below it that is not a wrapper. */
  frameOf(node: CallIndex): number {
    let frame = node;
    while (this.isFolded(frame)) frame = this.only![frame];
    return frame;
  }

  parentOf(frame: number): number {
    let parent = this.tree.parent[frame];
    while (this.isFolded(parent)) parent = this.tree.parent[parent];
    return parent;
  }

  /** The nodes that are folded into a frame, nearest first. */
  foldedInto(frame: number): number[] {
    const folded: number[] = [];
    if (frame === 0) return folded;
    for (let node = this.tree.parent[frame]; this.isFolded(node); node = this.tree.parent[node]) folded.push(node);
    return folded;
  }

  isMatched(frame: number): boolean {
    return [frame, ...this.foldedInto(frame)].some((node) => (this.matches.marks[node] & MATCHES) !== 0);
  }

  /** Whether a node, or a node below it, matches. */
  containsMatch(node: CallIndex): boolean {
    return this.matches.marks[node] !== 0;
  }

  /** The number of frames in the subtree of a node. */
  framesFrom(node: CallIndex): number {
    this.counts ??= this.only !== undefined ? foldedCounts(this.tree) : frameCounts(this.tree);
    return this.counts[node];
  }

  private isFolded(node: CallIndex): boolean {
    return this.only !== undefined && this.only[node] !== 0;
  }
}

/**
 * For each node: if it is a wrapper, its only callee, through which all its samples pass; 0 if it is not a wrapper.
 */
const onlyCalls: (tree: CallTree) => IndexColumn<CallIndex, CallIndex> = oncePer(({ count, parent, size }) => {
  const only = uint32Array(count);
  for (let node = count - 1; node > 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    const above = parent[node];
    if (above !== 0 && size[node] === size[above] && size[node] !== 0) only[above] = node;
  }
  return only;
});

/** For each node: the number of frames in its subtree, itself included; frames of size 0 are not counted. */
export const frameCounts: (tree: CallTree) => Uint32Array = oncePer((tree) => countFrames(tree));

/** Like frameCounts, without wrappers. */
const foldedCounts: (tree: CallTree) => Uint32Array = oncePer((tree) => countFrames(tree, onlyCalls(tree)));

function countFrames({ count, parent, size }: CallTree, only?: IndexColumn<CallIndex, CallIndex>): Uint32Array {
  const counts = new Uint32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    if (size[node] !== 0 && (only === undefined || only[node] === 0)) counts[node]++;
    if (node > 0) counts[parent[node]] += counts[node];
  }
  return counts;
}
