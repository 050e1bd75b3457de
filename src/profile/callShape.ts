import { CallLines } from './callLines';
import { claim } from './checkpoint';
import { framesOf } from './frames';
import type { MergedFunctions, ProfileFrames } from './frames';
import { KeyedTree } from './keyedTree';
import { NONE } from './model';
import type { Profile } from './model';
import type { StackStart } from './reports';
import { stackTrieInSteps } from './stackTrie';
import type { StackTrie } from './stackTrie';
import type { Steps } from './steps';

/**
 * The calls of a call tree without their figures: two sample types in which the same samples count share it. Columns by
 * call; call 0 is the root, callers have smaller numbers than what they call.
 */
export interface CallShape {
  /** What the root is called where it is no function. */
  readonly rootName: string;
  readonly trie: StackTrie;
  /** By node of the trie: the call of its innermost frame; NONE outside of the tree. */
  readonly innermost: Uint32Array;
  readonly count: number;
  readonly parent: Uint32Array;
  /** Index into the merged functions; NONE for a root that is no function. */
  readonly function: Uint32Array;
  /** 0: none. */
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  /** 1 where every call was inlined into the caller. */
  readonly inlined: Uint8Array;
  readonly lines: CallLines;
}

/** What one step goes past: some milliseconds. */
const STEP_NODES = 1 << 16;

/** The calls in the stacks of samples whose value under a sample type is not 0; see StackStart for `from`. */
export function* callShapeInSteps(profile: Profile, sampleType: number, from?: StackStart): Steps<CallShape> {
  const trie = yield* stackTrieInSteps(profile);
  const builder = new ShapeBuilder(trie, framesOf(profile), nodesThatCount(trie, profile.values[sampleType]!));
  yield* builder.addStacks(from);
  return builder.shape(typeof from === 'object' ? from.name : 'all');
}

/** By node of the trie: 1 where a sample that counts passes through. */
function nodesThatCount({ count, parent, sampleNode }: StackTrie, values: Float64Array): Uint8Array {
  const counts = new Uint8Array(count);
  for (let sample = 0; sample < values.length; sample++) if (values[sample] !== 0) counts[sampleNode[sample]!] = 1;
  for (let node = count - 1; node > 0; node--) if (counts[node] === 1) counts[parent[node]!] = 1;
  return counts;
}

/** Turns the trie of locations into a tree of functions, in one walk over it. */
class ShapeBuilder {
  private readonly tree: KeyedTree;
  /** By call: 1 where it was not inlined. */
  private readonly called: Uint8Array;
  private readonly innermost: Uint32Array;
  private readonly lines: CallLines;
  private rootFunction = NONE;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    private readonly counts: Uint8Array,
  ) {
    claim(4 * trie.count);
    this.innermost = new Uint32Array(trie.count).fill(NONE);
    // Pages never written cost no memory, growing does.
    const mostCalls = 1 + framesIn(trie, frames);
    this.tree = new KeyedTree(mostCalls);
    claim(9 * mostCalls);
    this.called = new Uint8Array(mostCalls);
    this.lines = new CallLines(mostCalls);
  }

  *addStacks(from: StackStart | undefined): Steps<void> {
    const isStart = startFunctions(this.frames.functions, from);
    if (from === undefined) this.innermost[0] = 0;
    for (let node = 1; node < this.trie.count; yield) node = this.addNodes(node, isStart);
    if (typeof from !== 'string') this.rootFunction = NONE;
  }

  /** Adds some nodes of the trie from one on. Gives the first that was left. */
  private addNodes(from: number, isStart: Uint8Array): number {
    const { trie, innermost, counts } = this;
    const { end, parent } = trie;
    const most = Math.min(trie.count, from + STEP_NODES);
    let node = from;
    for (; node < most; node++) {
      const above = innermost[parent[node]!]!;
      if (counts[node] === 0) node = end[node]! - 1;
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
      this.lines.note(0, line[frame]!);
      return this.descend(node, 0, frame - 1);
    }
    return NONE;
  }

  /** From the call `above` down the frames of a location, from `frame` to the innermost one. */
  private descend(node: number, above: number, frame: number): number {
    const { tree, called, lines } = this;
    const { offsets, function: functionOf, line } = this.frames;
    const at = this.trie.location[node]!;
    const outermost = offsets[at + 1]! - 1;
    let call = above;
    for (let inner = frame; inner >= offsets[at]!; inner--) {
      call = tree.child(call, functionOf[inner]!);
      if (inner === outermost) called[call] = 1;
      lines.note(call, line[inner]!);
    }
    return call;
  }

  shape(rootName: string): CallShape {
    const { trie, innermost, lines } = this;
    const { count } = this.tree;
    const { parent, key, firstChild, nextSibling } = this.tree.columns();
    key[0] = this.rootFunction;
    const inlined = new Uint8Array(count);
    for (let call = 1; call < count; call++) inlined[call] = this.called[call] === 1 ? 0 : 1;
    return { rootName, trie, innermost, count, parent, function: key, firstChild, nextSibling, inlined, lines };
  }
}

/** How many frames the trie's locations have: more calls than these there cannot be. */
function framesIn(trie: StackTrie, { offsets }: ProfileFrames): number {
  let frames = 0;
  for (let node = 1; node < trie.count; node++) {
    const at = trie.location[node]!;
    frames += offsets[at + 1]! - offsets[at]!;
  }
  return frames;
}

/** 1 for each function that stacks start at, or below. */
function startFunctions(functions: MergedFunctions, from: StackStart | undefined): Uint8Array {
  const names = new Set(typeof from === 'object' ? from.below : [from]);
  return Uint8Array.from(functions.names, (name) => (names.has(name) ? 1 : 0));
}
