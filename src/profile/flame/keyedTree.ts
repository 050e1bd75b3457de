import { claim } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import { NONE } from '../model';
import { lengthened, uint32Array, uint8Array } from '../common/largeArrays';

/** A search past this many siblings puts the parent's children into a hash table. */
const MANY_SIBLINGS = 64;

const NODE_BYTES = 4 * 4 + 1;

/**
 * A growing tree whose children are found by key. Node 0 is the root; a child's number is greater than its parent's.
 * Children form a list, and the child that was found last moves to its front: similar stacks follow each other, so that
 * the first child is nearly always the right one. This is two to three times faster than a hash table, which only nodes
 * with many children have.
 *
 * The tree can also hold lists of keys under any numbers: a parent need not be a node.
 */
export class KeyedTree {
  count = 1;
  private keys: Uint32Array;
  private parents: Uint32Array;
  private firstChildren: Uint32Array;
  private nextSiblings: Uint32Array;
  /** For each parent: 1 if its children are in the hash table. */
  private isHashed: Uint8Array;
  private readonly hash = new WideNumbers();
  /** For each index of the hash table: the child. */
  private readonly hashedNodes: number[] = [];

  constructor(capacity = 1024) {
    claim(capacity * NODE_BYTES);
    this.keys = uint32Array(capacity);
    this.parents = uint32Array(capacity);
    this.firstChildren = uint32Array(capacity);
    this.nextSiblings = uint32Array(capacity);
    this.isHashed = uint8Array(capacity);
  }

  key(node: number): number {
    return this.keys[node];
  }

  parent(node: number): number {
    return this.parents[node];
  }

  /** 0: none. */
  firstChild(node: number): number {
    return this.firstChildren[node];
  }

  /** 0: none. */
  nextSibling(node: number): number {
    return this.nextSiblings[node];
  }

  /** The columns of all nodes, not copied: the tree must not grow any more. */
  columns(): Record<'key' | 'parent' | 'firstChild' | 'nextSibling', Uint32Array> {
    const { count } = this;
    return {
      key: this.keys.subarray(0, count),
      parent: this.parents.subarray(0, count),
      firstChild: this.firstChildren.subarray(0, count),
      nextSibling: this.nextSiblings.subarray(0, count),
    };
  }

  /** The child of `parent` with this key; a new node if there was none. */
  child(parent: number, key: number): number {
    while (parent >= this.isHashed.length) this.grow();
    const first = this.firstChildren[parent];
    if (first !== 0 && this.keys[first] === key) return first;
    return this.laterChild(parent, key, first);
  }

  private laterChild(parent: number, key: number, first: number): number {
    if (this.isHashed[parent] === 1) return this.hashedChild(parent, key);
    const { keys, firstChildren, nextSiblings } = this;
    let steps = 0;
    for (let before = first; before !== 0; steps++) {
      const child = nextSiblings[before];
      if (child !== 0 && keys[child] === key) {
        nextSiblings[before] = nextSiblings[child];
        nextSiblings[child] = first;
        firstChildren[parent] = child;
        return child;
      }
      before = child;
    }
    const child = this.append(parent, key);
    if (steps >= MANY_SIBLINGS) this.hashChildren(parent);
    return child;
  }

  private append(parent: number, key: number): number {
    if (this.count === this.isHashed.length) this.grow();
    const child = this.count++;
    this.keys[child] = key;
    this.parents[child] = parent;
    this.nextSiblings[child] = this.firstChildren[parent];
    this.firstChildren[parent] = child;
    return child;
  }

  private hashedChild(parent: number, key: number): number {
    const index = this.hash.find(key, parent);
    if (index !== NONE) return this.hashedNodes[index];
    const child = this.append(parent, key);
    this.hashedNodes[this.hash.intern(key, parent)] = child;
    return child;
  }

  private hashChildren(parent: number): void {
    this.isHashed[parent] = 1;
    for (let child = this.firstChild(parent); child !== 0; child = this.nextSibling(child)) {
      this.hashedNodes[this.hash.intern(this.key(child), parent)] = child;
    }
  }

  private grow(): void {
    const capacity = this.isHashed.length * 2;
    claim(capacity * NODE_BYTES);
    this.keys = lengthened(this.keys, capacity);
    this.parents = lengthened(this.parents, capacity);
    this.firstChildren = lengthened(this.firstChildren, capacity);
    this.nextSiblings = lengthened(this.nextSiblings, capacity);
    const isHashed = uint8Array(capacity);
    isHashed.set(this.isHashed);
    this.isHashed = isHashed;
  }
}
