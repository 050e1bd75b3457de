import { claim } from '../common/guard';
import type { KeyedTree } from './keyedTree';
import { NONE } from '../model';
import type { CallIndex, IndexColumn, MergedFunctionIndex } from '../indexes';

/**
 * The path from the root of a growing tree to the current call, with each function at most once: a step to a function
 * that is on the path returns to its call.
 */
export class CallPath {
  private readonly depthOf: IndexColumn<CallIndex, number>;
  /** The call at each depth, valid up to the current depth. */
  private path: Uint32Array = new Uint32Array(256);
  private depth = 0;
  /** The last depth on the path; 0: none. */
  private readonly lastDepth: IndexColumn<MergedFunctionIndex, number>;
  private calls: Uint32Array = new Uint32Array(1024);
  /** The index in `calls` of the current node's innermost frame. */
  private nodeAt = 0;
  private used = 0;

  /** @param isRoot for each function: 1 if the root represents it */
  constructor(
    private readonly tree: KeyedTree,
    maxCalls: number,
    private readonly isRoot: Uint8Array,
  ) {
    claim(4 * (maxCalls + isRoot.length));
    this.depthOf = new Uint32Array(maxCalls);
    this.lastDepth = new Uint32Array(isRoot.length);
  }

  /** See CallShape.frameCalls. */
  get frameCalls(): Uint32Array {
    return this.calls.subarray(0, this.used);
  }

  /** Makes `call` the current call. */
  moveTo(call: CallIndex): void {
    const { tree, path, depthOf, lastDepth } = this;
    const depth = depthOf[call];
    let at = depth;
    // Entries beyond the current depth may belong to another path.
    for (let above = call; at > this.depth || path[at] !== above; above = tree.parent(above)) {
      lastDepth[tree.key(above)] = at;
      path[at--] = above;
    }
    this.depth = depth;
  }

  /** Steps from the current call to function `id`; returns the new current call. */
  step(id: MergedFunctionIndex): CallIndex {
    const { tree } = this;
    if (this.isRoot[id] === 1) return this.path[(this.depth = 0)];
    const knownDepth = this.lastDepth[id];
    const isOnPath = knownDepth !== 0 && knownDepth <= this.depth && tree.key(this.path[knownDepth]) === id;
    if (isOnPath) return this.path[(this.depth = knownDepth)];
    const call = tree.child(this.path[this.depth], id);
    const depth = ++this.depth;
    if (depth === this.path.length) this.path = longer(this.path);
    this.path[depth] = call;
    this.depthOf[call] = depth;
    this.lastDepth[id] = depth;
    return call;
  }

  /** Makes room for the calls of the next node's frames, and sets them to NONE. */
  beginNode(frameCount: number): void {
    this.nodeAt = this.used;
    this.used += frameCount;
    while (this.used > this.calls.length) this.calls = longer(this.calls);
    this.calls.fill(NONE, this.nodeAt, this.used);
  }

  /** Sets the call of a frame. @param frame its index, from the node's innermost frame */
  noteFrame(frame: number, call: CallIndex): void {
    this.calls[this.nodeAt + frame] = call;
  }
}

function longer(column: Uint32Array): Uint32Array {
  claim(column.length * 8);
  const grown = new Uint32Array(column.length * 2);
  grown.set(column);
  return grown;
}
