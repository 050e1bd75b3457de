import type { CallLines } from './callLines';
import type { CallShape } from './callShape';
import { addToCallers } from './callSums';
import { KeyedTree } from './keyedTree';
import { claim, type Steps } from '../common/guard';
import { float64Array, uint32Array } from '../common/largeArrays';
import type { ProfileFrames } from '../lines/frames';
import { NONE } from '../model';

/** The number of nodes in one step, which takes a few milliseconds. */
const STEP_NODES = 1 << 17;

/** For each call: the line with the largest |sum| of samples, 0 if unknown. @param values the column of values */
export function* hottestLines(frames: ProfileFrames, shape: CallShape, values: Float64Array): Steps<Uint32Array> {
  const { trie, count } = shape;
  claim(8 * trie.count);
  const through = float64Array(trie.count);
  for (let sample = 0; sample < values.length; sample++) through[trie.sampleNode[sample]] += values[sample];
  addToCallers(through, trie.parent);
  subtractRestarts(through, shape);
  const lines = new LineSums(shape.lines);
  const { frameCalls } = shape;
  let callsAt = 0;
  for (let from = 1; from < trie.count; from += STEP_NODES) {
    yield;
    const range = { from, to: Math.min(trie.count, from + STEP_NODES), through };
    if (frameCalls === undefined) addLines(lines, frames, shape, range);
    else callsAt = addLinesOfCalls(lines, frames, shape, { ...range, frameCalls, callsAt });
  }
  return lines.hottest(count);
}

/** Where a stack starts again at a node, subtracts its samples from all nodes above, to which they do not belong. */
function subtractRestarts(through: Float64Array, { trie, restarts }: CallShape): void {
  for (const node of restarts) {
    for (let above = trie.parent[node]; above !== 0; above = trie.parent[above]) through[above] -= through[node];
  }
}

/** A range of nodes of the trie, and the sums of the samples through each node. */
interface NodeRange {
  readonly from: number;
  readonly to: number;
  readonly through: Float64Array;
}

/** Adds the frames of each node, from the innermost one outwards, to the call of `innermost` and its callers. */
function addLines(lines: LineSums, frames: ProfileFrames, shape: CallShape, { from, to, through }: NodeRange): void {
  const { trie, innermost, parent } = shape;
  const { offsets, line } = frames;
  for (let node = from; node < to; node++) {
    let call = innermost[node];
    if (call === NONE) continue;
    const end = offsets[trie.location[node] + 1];
    for (let frame = offsets[trie.location[node]]; frame < end; frame++) {
      lines.add(call, line[frame], through[node]);
      if (call === 0) break;
      call = parent[call];
    }
  }
}

/** A range of nodes, and the index in `frameCalls` at which the calls of its first node begin. */
interface NodeRangeWithCalls extends NodeRange {
  readonly frameCalls: Uint32Array;
  readonly callsAt: number;
}

/** Adds each frame to its call, each sample once per line; returns where the calls of the next range begin. */
function addLinesOfCalls(lines: LineSums, frames: ProfileFrames, shape: CallShape, range: NodeRangeWithCalls): number {
  const { trie, innermost } = shape;
  const { from, to, through, frameCalls, callsAt } = range;
  let at = callsAt;
  for (let node = from; node < to; node++) {
    if (innermost[node] === NONE) continue;
    const samples = { node, end: trie.end[node] };
    const end = frames.offsets[trie.location[node] + 1];
    for (let frame = frames.offsets[trie.location[node]]; frame < end; frame++) {
      const call = frameCalls[at++];
      if (call !== NONE) lines.addOnce(call, frames.line[frame], through[node], samples);
    }
  }
  return at;
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
