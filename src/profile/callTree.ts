import { framesOf } from './frames';
import type { MergedFunctions, ProfileFrames } from './frames';
import { KeyedTree } from './keyedTree';
import { NONE } from './model';
import type { Profile } from './model';
import { profileTotal } from './profileTotal';
import type { StackStart } from './reports';
import { stackTrieOf } from './stackTrie';
import type { StackTrie } from './stackTrie';
import { trieWeights } from './trieWeights';
import type { TrieWeights } from './trieWeights';

/**
 * Who called whom, as a tree of functions (merged by name and file), under one sample type. Columns by node; node 0 is
 * the root, parents have smaller numbers than their children. The same profile, sample type and `from` give the same
 * numbers. Only calls in samples with a value are in it. For  main;a;b 1   main;a 2   main;c 3:
 *
 *     node   0 (root)  1 main  2 a  3 b  4 c
 *     cum    6         6       3    1    3
 *     flat   0         0       2    1    3
 */
export interface CallTree {
  /** What the root is called where it is no function. */
  readonly rootName: string;
  readonly total: number;
  readonly unit: string;
  readonly functions: MergedFunctions;
  readonly count: number;
  readonly parent: Uint32Array;
  /** Index into `functions`; NONE for a root that is no function. */
  readonly function: Uint32Array;
  /** 0: none. */
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|; the same as cum where no value is negative. */
  readonly size: Float64Array;
  /** 1-based line with the largest |cum| in the node; 0 where none is known. */
  readonly line: Uint32Array;
  /** 1 where every call was inlined into the caller. */
  readonly inlined: Uint8Array;
}

/**
 * Builds the call tree of one sample type; see StackStart for `from`.
 */
export function buildCallTree(profile: Profile, sampleType: number, from?: StackStart): CallTree {
  const frames = framesOf(profile);
  const trie = stackTrieOf(profile);
  const values = profile.values[sampleType]!;
  const weights = trieWeights(trie, values);
  const builder = new Builder(trie, frames, weights, sizesOf(trie, values, weights));
  const rootFunction = builder.addStacks(from);
  const rootName = typeof from === 'object' ? from.name : 'all';
  const described = { rootName, total: profileTotal(profile, sampleType), unit: profile.sampleTypes[sampleType]!.unit };
  return { ...described, ...builder.columns(rootFunction) };
}

function sizesOf(trie: StackTrie, values: Float64Array, weights: TrieWeights): Float64Array {
  return values.some((value) => value < 0) ? trieWeights(trie, values.map(Math.abs)).total : weights.total;
}

type CallTreeColumns = Omit<CallTree, 'rootName' | 'total' | 'unit'>;

class Builder {
  private readonly tree = new KeyedTree();
  /** The lines of each node; `lineSums` by number in `lines`. */
  private readonly lines = new KeyedTree();
  private lineSums = new Float64Array(1024);
  private flat = new Float64Array(1024);
  private cum = new Float64Array(1024);
  private size = new Float64Array(1024);
  /** 1 where a call was not inlined. */
  private called = new Uint8Array(1024);
  /** By trie node: the call tree's node of its innermost frame; NONE outside of `from`. */
  private readonly innermost: Uint32Array;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    private readonly weights: TrieWeights,
    private readonly sizes: Float64Array,
  ) {
    this.innermost = new Uint32Array(trie.count);
  }

  /** Gives the function of the root: the first of that name that was met. */
  addStacks(from: StackStart | undefined): number {
    const { trie, innermost, weights } = this;
    innermost[0] = from === undefined ? 0 : NONE;
    if (from === undefined) this.addAt(0, 0);
    const isRoot = rootFunctions(this.frames.functions, from);
    let rootFunction = NONE;
    for (let node = 1; node < trie.count; node++) {
      if (weights.samples[node] === 0) {
        node = trie.end[node]! - 1;
        continue;
      }
      const above = innermost[trie.parent[node]!]!;
      const rootFrame = above === NONE ? this.outermost(node, isRoot) : NONE;
      if (rootFrame !== NONE && rootFunction === NONE) rootFunction = this.frames.function[rootFrame]!;
      innermost[node] = above !== NONE || rootFrame !== NONE ? this.descend(node, above, rootFrame) : NONE;
      if (innermost[node] !== NONE) this.flat[innermost[node]!]! += weights.self[node]!;
    }
    if (from === undefined) this.flat[0]! += weights.self[0]!;
    return typeof from === 'string' ? rootFunction : NONE;
  }

  /** The outermost frame of a trie node's location that is one of the root's functions, or NONE. */
  private outermost(node: number, isRoot: Uint8Array): number {
    const { offsets, function: functionOf } = this.frames;
    const at = this.trie.location[node]!;
    for (let frame = offsets[at + 1]! - 1; frame >= offsets[at]!; frame--) {
      if (isRoot[functionOf[frame]!] === 1) return frame;
    }
    return NONE;
  }

  /** From `above`, or from the root which is `rootFrame`, down to the location's innermost frame. */
  private descend(node: number, above: number, rootFrame: number): number {
    const { offsets, function: functionOf, line } = this.frames;
    const at = this.trie.location[node]!;
    const outer = offsets[at + 1]! - 1;
    let frame = outer;
    let call = above;
    if (above === NONE) {
      call = 0;
      this.addAt(0, node);
      this.addLine(0, line[rootFrame]!, node);
      frame = rootFrame - 1;
    }
    for (; frame >= offsets[at]!; frame--) {
      call = this.tree.child(call, functionOf[frame]!);
      if (call >= this.cum.length) this.growTo(call);
      this.addAt(call, node);
      if (frame === outer) this.called[call] = 1;
      this.addLine(call, line[frame]!, node);
    }
    return call;
  }

  private addAt(call: number, node: number): void {
    this.cum[call]! += this.weights.total[node]!;
    this.size[call]! += this.sizes[node]!;
  }

  private addLine(call: number, line: number, node: number): void {
    if (line === 0) return;
    const entry = this.lines.child(call, line);
    if (entry >= this.lineSums.length) this.lineSums = doubled(this.lineSums);
    this.lineSums[entry]! += this.weights.total[node]!;
  }

  private growTo(call: number): void {
    while (call >= this.cum.length) {
      this.flat = doubled(this.flat);
      this.cum = doubled(this.cum);
      this.size = doubled(this.size);
      const called = new Uint8Array(this.cum.length);
      called.set(this.called);
      this.called = called;
    }
  }

  columns(rootFunction: number): CallTreeColumns {
    const { tree } = this;
    const { count } = tree;
    const functionOf = tree.key.slice(0, count);
    functionOf[0] = rootFunction;
    return {
      functions: this.frames.functions,
      count,
      parent: tree.parent.slice(0, count),
      function: functionOf,
      firstChild: tree.firstChild.slice(0, count),
      nextSibling: tree.nextSibling.slice(0, count),
      flat: this.flat.slice(0, count),
      cum: this.cum.slice(0, count),
      size: this.size.slice(0, count),
      line: this.hottestLines(count),
      inlined: this.called.slice(0, count).map((called, call) => (called === 1 || call === 0 ? 0 : 1)),
    };
  }

  /** Of equal ones the smallest line. */
  private hottestLines(count: number): Uint32Array {
    const hottest = new Uint32Array(count);
    const most = new Float64Array(count).fill(-1);
    for (let entry = 1; entry < this.lines.count; entry++) {
      const call = this.lines.parent[entry]!;
      const line = this.lines.key[entry]!;
      const sum = Math.abs(this.lineSums[entry]!);
      if (sum < most[call]! || (sum === most[call] && line > hottest[call]!)) continue;
      most[call] = sum;
      hottest[call] = line;
    }
    return hottest;
  }
}

/** 1 for each function that is called `from`. */
function rootFunctions(functions: MergedFunctions, from: StackStart | undefined): Uint8Array {
  const names = new Set(typeof from === 'object' ? from.below : [from]);
  return Uint8Array.from(functions.names, (name) => (names.has(name) ? 1 : 0));
}

function doubled(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(column.length * 2);
  grown.set(column);
  return grown;
}
