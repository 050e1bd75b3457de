import { claim } from '../work/guard';
import type { KeyedTree } from './keyedTree';
import { NONE } from '../model';

/**
 * The calls from the root of a growing tree to the one that a walk stands at, with no function on it twice: a step to a
 * function that is on the path already leads back to where it stands.
 */
export class CallPath {
  /** By call. */
  private readonly depthOf: Uint32Array;
  /** By depth, up to the depth stood at. */
  private path: Uint32Array = new Uint32Array(256);
  private depth = 0;
  /** By function: the depth at which it was put on the path last; 0: never. */
  private readonly lastDepth: Uint32Array;
  private calls: Uint32Array = new Uint32Array(1024);
  private nodeAt = 0;
  private used = 0;

  /** @param isRoot 1 for each function that the root stands for */
  constructor(
    private readonly tree: KeyedTree,
    mostCalls: number,
    private readonly isRoot: Uint8Array,
  ) {
    claim(4 * (mostCalls + isRoot.length));
    this.depthOf = new Uint32Array(mostCalls);
    this.lastDepth = new Uint32Array(isRoot.length);
  }

  /** See CallShape.frameCalls. */
  get frameCalls(): Uint32Array {
    return this.calls.subarray(0, this.used);
  }

  standAt(call: number): void {
    const { tree, path, depthOf, lastDepth } = this;
    const depth = depthOf[call];
    let at = depth;
    // What is deeper than the depth stood at may be of another path.
    for (let above = call; at > this.depth || path[at] !== above; above = tree.parent(above)) {
      lastDepth[tree.key(above)] = at;
      path[at--] = above;
    }
    this.depth = depth;
  }

  step(id: number): number {
    const { tree } = this;
    if (this.isRoot[id] === 1) return this.path[(this.depth = 0)];
    const known = this.lastDepth[id];
    const isOnPath = known !== 0 && known <= this.depth && tree.key(this.path[known]) === id;
    if (isOnPath) return this.path[(this.depth = known)];
    const call = tree.child(this.path[this.depth], id);
    const depth = ++this.depth;
    if (depth === this.path.length) this.path = longer(this.path);
    this.path[depth] = call;
    this.depthOf[call] = depth;
    this.lastDepth[id] = depth;
    return call;
  }

  /** The calls of a node's frames are noted next. */
  beginNode(frameCount: number): void {
    this.nodeAt = this.used;
    this.used += frameCount;
    while (this.used > this.calls.length) this.calls = longer(this.calls);
    this.calls.fill(NONE, this.nodeAt, this.used);
  }

  /** @param frame counted from the node's innermost one */
  noteFrame(frame: number, call: number): void {
    this.calls[this.nodeAt + frame] = call;
  }
}

function longer(column: Uint32Array): Uint32Array {
  claim(column.length * 8);
  const grown = new Uint32Array(column.length * 2);
  grown.set(column);
  return grown;
}
