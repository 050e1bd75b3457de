import type { CallTree } from './callTree';
import type { MergedFunctions, ProfileFrames } from './frames';
import { KeyedTree } from './keyedTree';
import { NodeLines } from './nodeLines';
import { NONE } from './model';
import type { StackStart } from './reports';
import type { StackTrie } from './stackTrie';
import type { Steps } from './steps';
import type { TrieWeights } from './trieWeights';

/** What one step goes past: some milliseconds. */
const STEP_NODES = 1 << 16;

type CallTreeColumns = Omit<CallTree, 'rootName' | 'total' | 'unit' | 'functions'>;

/** Turns the trie of locations into a tree of functions, in one walk over it. */
export class CallTreeBuilder {
  private readonly tree = new KeyedTree();
  private readonly lines = new NodeLines();
  /** By call: 1 where it was not inlined. */
  private called = new Uint8Array(1024);
  /** By trie node: the call of its innermost frame; NONE outside of `from`. */
  private readonly innermost: Uint32Array;
  private rootFunction = NONE;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    private readonly weights: TrieWeights,
  ) {
    this.innermost = new Uint32Array(trie.count);
  }

  *addStacks(from: StackStart | undefined): Steps<void> {
    const isStart = startFunctions(this.frames.functions, from);
    this.innermost[0] = from === undefined ? 0 : NONE;
    for (let node = 1; node < this.trie.count; yield) node = this.addNodes(node, isStart);
    if (typeof from !== 'string') this.rootFunction = NONE;
  }

  /** Adds some nodes of the trie from one on. Gives the first that was left. */
  private addNodes(from: number, isStart: Uint8Array): number {
    const { trie, innermost } = this;
    const { end, parent } = trie;
    const { samples } = this.weights;
    const most = Math.min(trie.count, from + STEP_NODES);
    let node = from;
    for (; node < most; node++) {
      const above = innermost[parent[node]!]!;
      if (samples[node] === 0) node = end[node]! - 1;
      else if (above === NONE) innermost[node] = this.start(node, isStart);
      else innermost[node] = this.descend(node, above, this.frames.offsets[trie.location[node]! + 1]! - 1);
    }
    return node;
  }

  /** A location outside of `from`: it may hold the frame that stacks start at. */
  private start(node: number, isStart: Uint8Array): number {
    const { offsets, function: functionOf, line } = this.frames;
    const at = this.trie.location[node]!;
    for (let frame = offsets[at + 1]! - 1; frame >= offsets[at]!; frame--) {
      if (isStart[functionOf[frame]!] === 0) continue;
      if (this.rootFunction === NONE) this.rootFunction = functionOf[frame]!;
      this.lines.add(0, line[frame]!, this.weights.total[node]!);
      return this.descend(node, 0, frame - 1);
    }
    return NONE;
  }

  /** From the call `above` down the frames of a location, from `frame` to the innermost one. */
  private descend(node: number, above: number, frame: number): number {
    const { tree, lines } = this;
    const { offsets, function: functionOf, line } = this.frames;
    const at = this.trie.location[node]!;
    const total = this.weights.total[node]!;
    const outermost = offsets[at + 1]! - 1;
    let call = above;
    for (let inner = frame; inner >= offsets[at]!; inner--) {
      call = tree.child(call, functionOf[inner]!);
      if (inner === outermost) this.markCalled(call);
      lines.add(call, line[inner]!, total);
    }
    return call;
  }

  private markCalled(call: number): void {
    if (call >= this.called.length) {
      const called = new Uint8Array(call * 2);
      called.set(this.called);
      this.called = called;
    }
    this.called[call] = 1;
  }

  /** @param sizes by trie node: sum of |value| over the samples that end there; undefined: no value is negative */
  columns(sizes: Float64Array | undefined): CallTreeColumns {
    const { tree } = this;
    const { count } = tree;
    const flat = this.byCall(this.weights.self);
    const { parent, key, firstChild, nextSibling } = tree.columns();
    key[0] = this.rootFunction;
    const cum = summedUp(flat.slice(), parent);
    const inlined = new Uint8Array(count);
    for (let call = 1; call < count; call++) inlined[call] = this.called[call] === 1 ? 0 : 1;
    const size = sizes === undefined ? cum : summedUp(this.byCall(sizes), parent);
    const line = this.lines.hottest(count);
    return { count, parent, function: key, firstChild, nextSibling, flat, cum, size, line, inlined };
  }

  /** Sums of trie nodes to sums of the calls where they end. */
  private byCall(sums: Float64Array): Float64Array {
    const { innermost, weights } = this;
    const byCall = new Float64Array(this.tree.count);
    for (let node = 0; node < sums.length; node++) {
      if (weights.samples[node] !== 0 && innermost[node] !== NONE) byCall[innermost[node]!]! += sums[node]!;
    }
    return byCall;
  }
}

/** Adds every node's sum to its parent's, in place. */
function summedUp(sums: Float64Array, parent: Uint32Array): Float64Array {
  for (let node = sums.length - 1; node > 0; node--) sums[parent[node]!]! += sums[node]!;
  return sums;
}

/** 1 for each function that stacks start at, or below. */
function startFunctions(functions: MergedFunctions, from: StackStart | undefined): Uint8Array {
  const names = new Set(typeof from === 'object' ? from.below : [from]);
  return Uint8Array.from(functions.names, (name) => (names.has(name) ? 1 : 0));
}
