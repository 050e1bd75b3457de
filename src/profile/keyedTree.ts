import { WideNumbers } from './ids';
import { NONE } from './model';

/** A search that goes past so many siblings makes its node one that is looked up by hash. */
const MANY_SIBLINGS = 64;

/**
 * A growing tree whose children are found by key. Node 0 is the root; a child's number is greater than its parent's.
 * Children form a list, the last found moved to its front: stacks come in runs, so that the first is nearly always
 * the right one (two to three times faster than a hash). Nodes with many children get a hash all the same.
 *
 * Where the parents are numbers of something else, it is a set of keyed lists.
 */
export class KeyedTree {
  count = 1;
  parent: Uint32Array;
  key: Uint32Array;
  /** 0: none, for the root is nobody's child. */
  firstChild: Uint32Array;
  nextSibling: Uint32Array;
  private many: Uint8Array;
  private readonly hash = new WideNumbers();
  private readonly hashed: number[] = [];

  constructor(capacity = 1024) {
    this.parent = new Uint32Array(capacity);
    this.key = new Uint32Array(capacity);
    this.firstChild = new Uint32Array(capacity);
    this.nextSibling = new Uint32Array(capacity);
    this.many = new Uint8Array(capacity);
  }

  /** The child of `parent` with this key; appended where there is none yet. */
  child(parent: number, key: number): number {
    while (parent >= this.parent.length) this.grow();
    if (this.many[parent] === 1) return this.hashedChild(parent, key);
    const { firstChild, nextSibling } = this;
    const keys = this.key;
    let before = 0;
    let steps = 0;
    for (let child = firstChild[parent]!; child !== 0; child = nextSibling[child]!) {
      if (keys[child] === key) {
        if (before !== 0) {
          nextSibling[before] = nextSibling[child]!;
          nextSibling[child] = firstChild[parent]!;
          firstChild[parent] = child;
        }
        return child;
      }
      before = child;
      steps++;
    }
    const child = this.append(parent, key);
    if (steps >= MANY_SIBLINGS) this.hashChildren(parent);
    return child;
  }

  private append(parent: number, key: number): number {
    if (this.count === this.parent.length) this.grow();
    const child = this.count++;
    this.parent[child] = parent;
    this.key[child] = key;
    this.nextSibling[child] = this.firstChild[parent]!;
    this.firstChild[parent] = child;
    return child;
  }

  private hashedChild(parent: number, key: number): number {
    const place = this.hash.find(key, parent);
    if (place !== NONE) return this.hashed[place]!;
    const child = this.append(parent, key);
    this.hashed[this.hash.intern(key, parent)] = child;
    return child;
  }

  private hashChildren(parent: number): void {
    this.many[parent] = 1;
    for (let child = this.firstChild[parent]!; child !== 0; child = this.nextSibling[child]!) {
      this.hashed[this.hash.intern(this.key[child]!, parent)] = child;
    }
  }

  private grow(): void {
    const capacity = this.parent.length * 2;
    this.parent = copied(this.parent, capacity);
    this.key = copied(this.key, capacity);
    this.firstChild = copied(this.firstChild, capacity);
    this.nextSibling = copied(this.nextSibling, capacity);
    const many = new Uint8Array(capacity);
    many.set(this.many);
    this.many = many;
  }
}

function copied(column: Uint32Array, capacity: number): Uint32Array {
  const grown = new Uint32Array(capacity);
  grown.set(column);
  return grown;
}
