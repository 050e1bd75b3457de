import { KeyedTree } from './keyedTree';
import { float64Array, uint32Array } from '../common/largeArrays';

/** The source lines of calls. Most calls have only one line, so that no sums are needed to find the hottest. */
export class CallLines {
  /** For each call: the first line seen; 0 if no line is known. */
  readonly first: Uint32Array;
  /** For each call with several lines: its number among these calls, from 1; else 0. */
  readonly slot: Uint32Array;
  /** The calls with several lines; the one with number `n` is at `n - 1`. */
  private readonly several: number[] = [];

  constructor(maxCalls: number) {
    this.first = uint32Array(maxCalls);
    this.slot = uint32Array(maxCalls);
  }

  /** The number of calls with several lines. */
  get differing(): number {
    return this.several.length;
  }

  /** The call with this number among the calls with several lines. */
  callOf(slot: number): number {
    return this.several[slot - 1];
  }

  /** Adds a line to a call. Line 0 (unknown) is ignored. */
  note(call: number, line: number): void {
    const first = this.first[call];
    if (first === line || line === 0) return;
    if (first === 0) this.first[call] = line;
    else if (this.slot[call] === 0) this.slot[call] = this.several.push(call);
  }
}

/** A node of a stack trie and the end of its subtree; see StackTrie. */
interface TrieNode {
  readonly node: number;
  readonly end: number;
}

/** Sums by call and line, for calls with several lines. */
export class LineSums {
  /** The children of a slot are its lines. */
  private readonly tree: KeyedTree;
  private sums: Float64Array<ArrayBuffer>;
  /** For each entry: the end of the subtree of the last node added; see StackTrie. */
  private ends: Uint32Array<ArrayBuffer> | undefined;

  constructor(private readonly lines: CallLines) {
    this.tree = new KeyedTree(lines.differing + 1);
    this.sums = float64Array(2 * lines.differing + 1);
  }

  add(call: number, line: number, value: number): void {
    const slot = this.lines.slot[call];
    if (slot === 0 || line === 0) return;
    const entry = this.tree.child(slot, line);
    if (entry >= this.sums.length) this.grow();
    this.sums[entry] += value;
  }

  /** Adds the samples through a node of a stack trie, unless they were added with a node above it. */
  addOnce(call: number, line: number, value: number, { node, end }: TrieNode): void {
    const slot = this.lines.slot[call];
    if (slot === 0 || line === 0) return;
    const entry = this.tree.child(slot, line);
    if (entry >= this.sums.length) this.grow();
    this.ends ??= uint32Array(this.sums.length);
    if (this.ends[entry] > node) return;
    this.ends[entry] = end;
    this.sums[entry] += value;
  }

  /** For each of `count` calls: the line with the largest |sum|, among equals the smallest; 0 if none is known. */
  hottest(count: number): Uint32Array {
    const { tree, sums, lines } = this;
    const { first, differing } = lines;
    const best = uint32Array(differing + 1);
    const largest = float64Array(differing + 1).fill(-1);
    for (let entry = 1; entry < tree.count; entry++) {
      const at = tree.parent(entry);
      const line = tree.key(entry);
      const sum = Math.abs(sums[entry]);
      if (sum < largest[at] || (sum === largest[at] && line > best[at])) continue;
      largest[at] = sum;
      best[at] = line;
    }
    const hottest = first.slice(0, count);
    for (let slot = 1; slot <= differing; slot++) hottest[lines.callOf(slot)] = best[slot];
    return hottest;
  }

  private grow(): void {
    const sums = float64Array(this.sums.length * 2);
    sums.set(this.sums);
    this.sums = sums;
    if (this.ends === undefined) return;
    const ends = uint32Array(sums.length);
    ends.set(this.ends);
    this.ends = ends;
  }
}
