import type { CallShape } from './callShape';
import { addToCallers } from './callSums';
import { CHECK_MASK, checkpoint, claim } from '../common/guard';
import { float64Array, lengthened, uint32Array } from '../common/largeArrays';
import type { ProfileFrames } from '../lines/frames';
import { NONE } from '../model';
import { KeyedTree } from './keyedTree';
import type { CallIndex } from '../indexes';

/** Finds the lines of a tree's calls when they are asked for, because a window shows few calls of a large tree. */
export interface HottestLines {
  /** For each of these calls: the 1-based line with the largest |sum| of samples, 0 if none is known. */
  of(calls: readonly number[]): Uint32Array;
}

/** The caller of a wanted call, if it is not wanted itself. */
const ABOVE = NONE;

/** The hottest lines of the calls of a shape. */
export class CallLines implements HottestLines {
  /** For each node of the trie: the sum of the samples through it that belong to the calls above. */
  readonly through: Float64Array;

  /** @param values a column of values by sample */
  constructor(
    private readonly frames: ProfileFrames,
    private readonly shape: CallShape,
    values: Float64Array,
  ) {
    this.through = samplesThrough(shape, values);
  }

  of(calls: readonly number[]): Uint32Array {
    const { count, function: functionOf, frameCalls } = this.shape;
    claim(4 * count);
    // For each call: its number among `calls`, from 1; ABOVE; or 0.
    const slots = uint32Array(count);
    calls.forEach((call, index) => {
      slots[call] = index + 1;
    });
    if (functionOf[0] === NONE) slots[0] = ABOVE;
    for (const call of calls) this.markAbove(call, slots);
    const sums = new LineSums(calls.length + 1);
    if (frameCalls === undefined) this.addLines(sums, slots);
    else this.addLinesOfCalls(sums, slots, frameCalls);
    const hottest = sums.hottest();
    return Uint32Array.from(calls, (call) => (slots[call] === ABOVE ? 0 : hottest[slots[call]]));
  }

  private markAbove(call: CallIndex, slots: Uint32Array): void {
    const { parent } = this.shape;
    for (let above = call; above !== 0; ) {
      above = parent[above];
      if (slots[above] !== 0) return;
      slots[above] = ABOVE;
    }
  }

  /** Adds the frames of each node, from the innermost one outwards, to the call of `innermost` and its callers. */
  private addLines(sums: LineSums, slots: Uint32Array): void {
    const { frames: { offsets, line }, shape: { trie, innermost, parent, restarts }, through } = this;
    const { end, location, count } = trie;
    for (let node = 1; node < count; node++) {
      if ((node & CHECK_MASK) === 0) checkpoint();
      const inner = innermost[node];
      if (inner === NONE) continue;
      const stop = offsets[location[node] + 1];
      let call = inner;
      for (let frame = offsets[location[node]]; frame < stop; frame++) {
        const slot = slots[call];
        if (slot !== 0 && slot !== ABOVE) sums.add(slot, line[frame], through[node]);
        if (call === 0) break;
        call = parent[call];
      }
      // All nodes below are of calls below, which are not wanted either, unless a stack starts again there.
      if (slots[inner] === 0 && restarts.length === 0) node = end[node] - 1;
    }
  }

  /** Adds each frame to its call, each sample once per line. */
  private addLinesOfCalls(sums: LineSums, slots: Uint32Array, frameCalls: Uint32Array): void {
    const { frames: { offsets, line }, shape: { trie, innermost }, through } = this;
    const { end, location, count } = trie;
    let at = 0;
    for (let node = 1; node < count; node++) {
      if ((node & CHECK_MASK) === 0) checkpoint();
      if (innermost[node] === NONE) continue;
      const samples = { node, end: end[node] };
      const stop = offsets[location[node] + 1];
      for (let frame = offsets[location[node]]; frame < stop; frame++) {
        const call = frameCalls[at++];
        const slot = call === NONE ? 0 : slots[call];
        if (slot !== 0 && slot !== ABOVE) sums.addOnce(slot, line[frame], through[node], samples);
      }
    }
  }
}

/** For each node of the trie: the sum of the samples through it that belong to the calls above. */
export function samplesThrough(shape: CallShape, values: Float64Array): Float64Array {
  const { trie } = shape;
  claim(8 * trie.count);
  const through = float64Array(trie.count);
  for (let sample = 0; sample < values.length; sample++) through[trie.sampleNode[sample]] += values[sample];
  addToCallers(through, trie.parent);
  subtractRestarts(through, shape);
  return through;
}

/** Where a stack starts again at a node, subtracts its samples from all nodes above, to which they do not belong. */
function subtractRestarts(through: Float64Array, { trie, restarts }: CallShape): void {
  for (const node of restarts) {
    for (let above = trie.parent[node]; above !== 0; above = trie.parent[above]) through[above] -= through[node];
  }
}

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
