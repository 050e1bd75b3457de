import { CallPath } from './collapsedRecursion';
import { claim, type Steps } from '../common/guard';
import { framesOf, type MergedFunctions, type ProfileFrames } from '../lines/frames';
import { isTestingFrame, runnerLocations, setupLocations, testingKinds } from './testingFrames';
import { KeyedTree } from './keyedTree';
import { NONE, type Profile } from '../model';
import { ModuleStarts } from './moduleStarts';
import { uint32Array, uint8Array } from '../common/largeArrays';
import { MODULE_CODE, type StackStart, type StackView } from '../answers/flame';
import { type StackTrie, stackTrieInSteps } from './stackTrie';
import type { CallIndex, IndexColumn, MergedFunctionIndex, TrieIndex } from '../indexes';

/**
 * The calls of a call tree without their figures, shared by sample types with the same non-zero samples. Columns by
 * call; call 0 is the root, callers have smaller numbers than their callees.
 */
export interface CallShape {
  /** The name of a root that is not a function. */
  readonly rootName: string;
  readonly trie: StackTrie;
  /** The call of a node's innermost frame; NONE if it is not in the tree. */
  readonly innermost: IndexColumn<TrieIndex, CallIndex>;
  /**
   * Set if recursion is collapsed: for each node with an `innermost` call, the calls of its frames, innermost first;
   * NONE for frames outside of the tree. If unset, the call of a frame is the parent of its inlined callee's call.
   */
  readonly frameCalls: IndexColumn<number, CallIndex> | undefined;
  readonly count: number;
  readonly parent: IndexColumn<CallIndex, CallIndex>;
  /** NONE for a root that is not a function. */
  readonly function: IndexColumn<CallIndex, MergedFunctionIndex>;
  /** 0: none. */
  readonly firstChild: IndexColumn<CallIndex, CallIndex>;
  readonly nextSibling: IndexColumn<CallIndex, CallIndex>;
  /** 1 if every call was inlined into the caller. */
  readonly inlined: Uint8Array;
  /** Where a stack starts again: samples through these nodes are not part of the calls above. */
  readonly restarts: readonly TrieIndex[];
}

/** The number of nodes in one step, which takes a few milliseconds. */
const STEP_NODES = 1 << 16;

/** The calls in the stacks of samples whose value under a sample type is not 0. */
export function* callShapeInSteps(profile: Profile, sampleType: number, view: StackView = {}): Steps<CallShape> {
  const trie = yield* stackTrieInSteps(profile);
  const builder = new ShapeBuilder(trie, framesOf(profile), nonZeroNodes(trie, profile.values[sampleType]), view);
  yield* builder.addStacks();
  return builder.shape(profile.values[sampleType]);
}

/** For each node of the trie: 1 if a sample with a non-zero value passes through. */
function nonZeroNodes({ count, parent, sampleNode }: StackTrie, values: Float64Array): Uint8Array {
  const hasValue = uint8Array(count);
  for (let sample = 0; sample < values.length; sample++) if (values[sample] !== 0) hasValue[sampleNode[sample]] = 1;
  for (let node = count - 1; node > 0; node--) if (hasValue[node] === 1) hasValue[parent[node]] = 1;
  return hasValue;
}

/** Converts the trie of locations to a tree of functions, in one pass. */
class ShapeBuilder {
  private readonly tree: KeyedTree;
  /** For each call: 1 if it was always inlined. */
  private readonly inlined: Uint8Array;
  private readonly innermost: Uint32Array;
  private readonly isStart: Uint8Array;
  private readonly testing: Uint8Array | undefined;
  private readonly setup: Uint8Array | undefined;
  private readonly path: CallPath | undefined;
  private readonly module: ModuleStarts | undefined;
  private readonly runners: Uint8Array | undefined;
  private rootFunction = NONE;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    private readonly hasValue: Uint8Array,
    private readonly view: StackView,
  ) {
    const { from, hideTestingFrames, setup, collapseRecursion } = view;
    claim(4 * trie.count);
    this.innermost = uint32Array(trie.count).fill(NONE);
    // Reserve the maximum capacity at once: unused pages cost no memory, but growing does.
    const maxCalls = 1 + framesIn(trie, frames);
    this.tree = new KeyedTree(maxCalls);
    claim(maxCalls);
    this.inlined = uint8Array(maxCalls).fill(1);
    this.isStart = startFunctions(frames.functions, from);
    if (hideTestingFrames && from === undefined) this.testing = testingKinds(frames.functions);
    if (hideTestingFrames && setup !== undefined) this.setup = setupLocations(frames, setup, trie);
    if (typeof from === 'object' && from.module) this.module = new ModuleStarts(trie, frames, from.module);
    if (typeof from === 'object') this.runners = runnerLocations(frames);
    if (!collapseRecursion) return;
    const isRoot = typeof from === 'string' ? this.isStart : new Uint8Array(frames.functions.count);
    this.path = new CallPath(this.tree, maxCalls, isRoot);
  }

  *addStacks(): Steps<void> {
    const { from } = this.view;
    const { testing, setup, path, module, runners } = this;
    const isPlain = [testing, setup, path, module, runners].every((part) => part === undefined);
    if (from === undefined) this.innermost[0] = 0;
    for (let node = 1; node < this.trie.count; yield) node = isPlain ? this.addNodes(node) : this.addSomeNodes(node);
    if (typeof from !== 'string') this.rootFunction = NONE;
  }

  /** Adds nodes of the trie from `from` on; returns the first node of the next step. */
  private addNodes(from: number): number {
    const { trie, innermost, hasValue } = this;
    const { end, parent } = trie;
    const stop = Math.min(trie.count, from + STEP_NODES);
    let node = from;
    for (; node < stop; node++) {
      const above = innermost[parent[node]];
      if (hasValue[node] === 0) node = end[node] - 1;
      else if (above === NONE) innermost[node] = this.start(node);
      else innermost[node] = this.descend(node, above, this.frames.offsets[trie.location[node] + 1] - 1);
    }
    return node;
  }

  /** Like addNodes, with parts of stacks left out. A separate method, to keep addNodes fast. */
  private addSomeNodes(from: number): number {
    const { trie, innermost, hasValue, testing, setup, module, runners } = this;
    const { end, parent } = trie;
    const stop = Math.min(trie.count, from + STEP_NODES);
    let node = from;
    for (; node < stop; node++) {
      const above = innermost[parent[node]];
      if (hasValue[node] === 0) node = end[node] - 1;
      else if (runners !== undefined && runners[trie.location[node]] === 1) node = end[node] - 1;
      else if (setup !== undefined && setup[trie.location[node]] === 1) node = this.leaveOut(node, above);
      else if (module !== undefined) innermost[node] = this.addOfModule(node, above, module);
      else if (above === NONE) innermost[node] = this.start(node);
      else {
        const isBelowTesting = testing !== undefined && above === 0;
        const outermost = this.frames.offsets[trie.location[node] + 1] - 1;
        const frame = isBelowTesting ? this.belowTestingFrames(node, testing) : outermost;
        innermost[node] = this.descendBy(node, above, frame);
      }
    }
    return node;
  }

  /** Adds all samples through a node to the root's flat if `above` is a call; returns the last node of the subtree. */
  private leaveOut(node: TrieIndex, above: CallIndex): CallIndex {
    const { trie, innermost, path, frames } = this;
    const last = trie.end[node] - 1;
    if (above === NONE) return last;
    innermost.fill(0, node, last + 1);
    for (let inner = node; path !== undefined && inner <= last; inner++) {
      const at = trie.location[inner];
      path.beginNode(frames.offsets[at + 1] - frames.offsets[at]);
    }
    return last;
  }

  /** Starts a stack if the location contains a frame at which stacks start; returns its innermost call, or NONE. */
  private start(node: TrieIndex): number {
    const { offsets, function: functionOf } = this.frames;
    const at = this.trie.location[node];
    const outermost = offsets[at + 1] - 1;
    for (let frame = outermost; frame >= offsets[at]; frame--) {
      if (this.isStart[functionOf[frame]] === 0) continue;
      if (this.rootFunction === NONE) this.rootFunction = functionOf[frame];
      if (frame === outermost) this.inlined[0] = 0;
      if (this.path === undefined) return this.descend(node, 0, frame - 1);
      const call = this.descendOnce(this.path, node, 0, frame - 1);
      this.path.noteFrame(frame - offsets[at], 0);
      return call;
    }
    return NONE;
  }

  /** Adds a location at or below a testing frame, or else at or below a frame of the module. */
  private addOfModule(node: TrieIndex, above: CallIndex, module: ModuleStarts): CallIndex {
    const isWithin = module.isBelow(node);
    if (above === NONE || isWithin) {
      const call = this.start(node);
      if (call !== NONE && isWithin) module.restarts.push(node);
      if (call !== NONE) return call;
    }
    const { offsets } = this.frames;
    const frame = above === NONE ? module.outermostFrame(node) : offsets[this.trie.location[node] + 1] - 1;
    if (frame === NONE) return NONE;
    if (above === NONE || isWithin) module.enter(node);
    return this.descendBy(node, above === NONE ? 0 : above, frame);
  }

  /**
   * The outermost frame that is not a testing frame, in a location whose callers are all testing frames; the index
   * before the innermost frame if all its frames are testing frames.
   */
  private belowTestingFrames(node: TrieIndex, kinds: Uint8Array): number {
    const { trie, frames } = this;
    const { offsets, function: functionOf } = frames;
    const caller = trie.parent[node];
    const at = trie.location[node];
    let callerKind = caller === 0 ? 0 : kinds[functionOf[offsets[trie.location[caller]]]];
    let frame = offsets[at + 1] - 1;
    for (; frame >= offsets[at]; frame--) {
      const kind = kinds[functionOf[frame]];
      if (!isTestingFrame(kind, callerKind)) break;
      callerKind = kind;
    }
    return frame;
  }

  private descendBy(node: TrieIndex, above: CallIndex, frame: number): CallIndex {
    return this.path ? this.descendOnce(this.path, node, above, frame) : this.descend(node, above, frame);
  }

  /** Adds the calls of a location's frames below the call `above`, from `frame` to the innermost one. */
  private descend(node: TrieIndex, above: CallIndex, frame: number): CallIndex {
    const { tree, inlined } = this;
    const { offsets, function: functionOf } = this.frames;
    const at = this.trie.location[node];
    const outermost = offsets[at + 1] - 1;
    let call = above;
    for (let inner = frame; inner >= offsets[at]; inner--) {
      call = tree.child(call, functionOf[inner]);
      if (inner === outermost) inlined[call] = 0;
    }
    return call;
  }

  /** Like descend, but collapses recursion. */
  private descendOnce(path: CallPath, node: TrieIndex, above: CallIndex, frame: number): CallIndex {
    const { inlined } = this;
    const { offsets, function: functionOf } = this.frames;
    const at = this.trie.location[node];
    const outermost = offsets[at + 1] - 1;
    path.moveTo(above);
    path.beginNode(outermost + 1 - offsets[at]);
    let call = above;
    for (let inner = frame; inner >= offsets[at]; inner--) {
      call = path.step(functionOf[inner]);
      if (inner === outermost) inlined[call] = 0;
      path.noteFrame(inner - offsets[at], call);
    }
    return call;
  }

  shape(values: Float64Array): CallShape {
    const { trie, innermost, path } = this;
    const { from } = this.view;
    const { count } = this.tree;
    const { parent, key, firstChild, nextSibling } = this.tree.columns();
    key[0] = this.rootFunction;
    const inlined = this.inlined.slice(0, count);
    if (this.rootFunction === NONE) inlined[0] = 0;
    return {
      rootName: rootName(from, this.module?.haveSamples(values)),
      trie,
      innermost,
      frameCalls: path?.frameCalls,
      count,
      parent,
      function: key,
      firstChild,
      nextSibling,
      inlined,
      restarts: this.module?.restarts ?? [],
    };
  }
}

/** @param isModule whether stacks of goroutines that the module started are in the tree */
function rootName(from: StackStart | undefined, isModule = false): string {
  if (typeof from !== 'object') return 'all';
  return isModule ? MODULE_CODE : from.name;
}

/** The number of frames in the trie, the maximum number of calls. */
function framesIn(trie: StackTrie, { offsets }: ProfileFrames): number {
  let frames = 0;
  for (let node = 1; node < trie.count; node++) {
    const at = trie.location[node];
    frames += offsets[at + 1] - offsets[at];
  }
  return frames;
}

/** For each function: 1 if stacks start at or below it. */
function startFunctions(functions: MergedFunctions, from: StackStart | undefined): Uint8Array {
  const names = new Set(typeof from === 'object' ? from.below : [from]);
  return Uint8Array.from(functions.names, (name) => (names.has(name) ? 1 : 0));
}
