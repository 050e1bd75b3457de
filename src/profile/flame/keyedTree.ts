import { CHECK_MASK, checkpoint, claim } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import { NONE } from '../model';
import { uint32Array, uint8Array } from '../common/largeArrays';

/** A search past this many siblings puts the parent's children into a hash table. */
const MANY_SIBLINGS = 64;

/** The fields of a node are adjacent, in one cache line. */
const STRIDE = 4;
const KEY = 0;
const FIRST_CHILD = 1;
const NEXT_SIBLING = 2;
const PARENT = 3;
const NODE_BYTES = STRIDE * 4 + 1;

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
  private nodes: Uint32Array;
  /** For each parent: 1 if its children are in the hash table. */
  private isHashed: Uint8Array;
  private readonly hash = new WideNumbers();
  /** For each index of the hash table: the child. */
  private readonly hashedNodes: number[] = [];

  constructor(capacity = 1024) {
    claim(capacity * NODE_BYTES);
    this.nodes = uint32Array(capacity * STRIDE);
    this.isHashed = uint8Array(capacity);
  }

  key(node: number): number {
    return this.nodes[node * STRIDE + KEY];
  }

  parent(node: number): number {
    return this.nodes[node * STRIDE + PARENT];
  }

  /** 0: none. */
  firstChild(node: number): number {
    return this.nodes[node * STRIDE + FIRST_CHILD];
  }

  /** 0: none. */
  nextSibling(node: number): number {
    return this.nodes[node * STRIDE + NEXT_SIBLING];
  }

  /** Copies the columns of all nodes. */
  columns(): Record<'key' | 'parent' | 'firstChild' | 'nextSibling', Uint32Array> {
    const { nodes, count } = this;
    claim(count * STRIDE * 4);
    const key = uint32Array(count);
    const parent = uint32Array(count);
    const firstChild = uint32Array(count);
    const nextSibling = uint32Array(count);
    for (let node = 0, at = 0; node < count; node++, at += STRIDE) {
      key[node] = nodes[at + KEY];
      firstChild[node] = nodes[at + FIRST_CHILD];
      nextSibling[node] = nodes[at + NEXT_SIBLING];
      parent[node] = nodes[at + PARENT];
      if ((node & CHECK_MASK) === 0) checkpoint();
    }
    return { key, parent, firstChild, nextSibling };
  }

  /** The child of `parent` with this key; a new node if there was none. */
  child(parent: number, key: number): number {
    while (parent >= this.isHashed.length) this.grow();
    const { nodes } = this;
    const first = nodes[parent * STRIDE + FIRST_CHILD];
    if (first !== 0 && nodes[first * STRIDE + KEY] === key) return first;
    return this.laterChild(parent, key, first);
  }

  private laterChild(parent: number, key: number, first: number): number {
    if (this.isHashed[parent] === 1) return this.hashedChild(parent, key);
    const { nodes } = this;
    let steps = 0;
    for (let before = first; before !== 0; steps++) {
      const child = nodes[before * STRIDE + NEXT_SIBLING];
      if (child !== 0 && nodes[child * STRIDE + KEY] === key) {
        nodes[before * STRIDE + NEXT_SIBLING] = nodes[child * STRIDE + NEXT_SIBLING];
        nodes[child * STRIDE + NEXT_SIBLING] = first;
        nodes[parent * STRIDE + FIRST_CHILD] = child;
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
    const { nodes } = this;
    const child = this.count++;
    nodes[child * STRIDE + KEY] = key;
    nodes[child * STRIDE + PARENT] = parent;
    nodes[child * STRIDE + NEXT_SIBLING] = nodes[parent * STRIDE + FIRST_CHILD];
    nodes[parent * STRIDE + FIRST_CHILD] = child;
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
    const nodes = uint32Array(capacity * STRIDE);
    nodes.set(this.nodes);
    this.nodes = nodes;
    const isHashed = uint8Array(capacity);
    isHashed.set(this.isHashed);
    this.isHashed = isHashed;
  }
}
