import { float64Array, lengthened, uint32Array } from '../common/largeArrays';
import { KeyedTree } from './keyedTree';

/** A node of a stack trie and the end of its subtree; see StackTrie. */
interface TrieNode {
  readonly node: number;
  readonly end: number;
}

/** Sums by slot and line. A slot stands for a call. */
export class LineSums {
  /** The children of a slot are its lines. */
  private readonly tree: KeyedTree;
  private sums: Float64Array<ArrayBuffer>;
  /** For each entry: the end of the subtree of the last node added; see StackTrie. */
  private ends: Uint32Array<ArrayBuffer> | undefined;

  /** @param slots the number of slots */
  constructor(private readonly slots: number) {
    this.tree = new KeyedTree(slots);
    this.sums = float64Array(2 * slots);
  }

  /** Adds to a line of a slot. Line 0 (unknown) is ignored. */
  add(slot: number, line: number, value: number): void {
    if (line === 0) return;
    const entry = this.tree.child(slot, line);
    if (entry >= this.sums.length) this.grow();
    this.sums[entry] += value;
  }

  /** Adds the samples through a node of a stack trie, unless they were added with a node above it. */
  addOnce(slot: number, line: number, value: number, { node, end }: TrieNode): void {
    if (line === 0) return;
    const entry = this.tree.child(slot, line);
    if (entry >= this.sums.length) this.grow();
    this.ends ??= uint32Array(this.sums.length);
    if (this.ends[entry] > node) return;
    this.ends[entry] = end;
    this.sums[entry] += value;
  }

  /** For each slot: the line with the largest |sum|, among equals the smallest; 0 if none was added. */
  hottest(): Uint32Array {
    const { tree, sums, slots } = this;
    const best = uint32Array(slots);
    const largest = float64Array(slots).fill(-1);
    for (let entry = 1; entry < tree.count; entry++) {
      const slot = tree.parent(entry);
      const line = tree.key(entry);
      const sum = Math.abs(sums[entry]);
      if (sum < largest[slot] || (sum === largest[slot] && line > best[slot])) continue;
      largest[slot] = sum;
      best[slot] = line;
    }
    return best;
  }

  private grow(): void {
    const sums = float64Array(this.sums.length * 2);
    sums.set(this.sums);
    this.sums = sums;
    if (this.ends !== undefined) this.ends = lengthened(this.ends, sums.length);
  }
}
