import { CHECK_MASK, checkpoint, claim, type Steps } from '../common/guard';
import { KeyedTree } from './keyedTree';
import type { Profile, StackColumns } from '../model';
import { lengthened, uint32Array } from '../common/largeArrays';
import type { IndexColumn, LocationIndex, SampleIndex, TrieIndex } from '../indexes';

/**
 * All stacks of a profile as one tree of locations, outermost first. Stacks share common prefixes, so that a report
 * visits about a tenth of the locations. The samples `main;a;b 1`, `main;a 2` and `main;c 3` give
 *
 *     node      0 (root)  1 main  2 a  3 b  4 c
 *     end       5         5       4    4    5
 *     sampleNode          3  2  4
 *
 * Nodes are numbered in preorder, so that the nodes below `i` are `[i + 1 … end[i])`. This makes it cheap to count each
 * sample once despite recursion: adding a node to a sum adds the samples of its whole subtree, and the sum stores the
 * node's `end`. A later node with `node < end` is in the same subtree, so that its samples have been added already.
 */
export interface StackTrie {
  readonly count: number;
  readonly parent: IndexColumn<TrieIndex, TrieIndex>;
  /** Meaningless for the root. */
  readonly location: IndexColumn<TrieIndex, LocationIndex>;
  readonly end: IndexColumn<TrieIndex, TrieIndex>;
  /** The node where a sample's stack ends (its leaf); 0 for a sample without a stack. */
  readonly sampleNode: IndexColumn<SampleIndex, TrieIndex>;
}

const tries = new WeakMap<Profile, StackTrie>();

/** The profile's stack trie if it has been built. */
export function builtStackTrie(profile: Profile): StackTrie | undefined {
  return tries.get(profile);
}

export function forgetStackTrie(profile: Profile): void {
  tries.delete(profile);
}

/** The profile's stack trie, built at the first call. */
export function* stackTrieInSteps(profile: Profile): Steps<StackTrie> {
  const cached = tries.get(profile);
  if (cached) return cached;
  const builder = new TrieBuilder(profile.stacks, profile.sampleCount);
  for (let from = 0; from < profile.sampleCount; yield) from = builder.addSamples(from);
  yield;
  const trie = inPreorder(builder);
  tries.set(profile, trie);
  return trie;
}

/** The limits of one step, which takes a few milliseconds. */
const STEP_SAMPLES = 1 << 16;
const STEP_LOCATIONS = 1 << 19;

/** Room for this many nodes is reserved at once: unused pages cost no memory, but growing does. */
const NODES_PER_SAMPLE = 4;

class TrieBuilder {
  readonly tree: KeyedTree;
  readonly sampleNode: Uint32Array;
  /** The nodes of the last stack added. */
  private path: Uint32Array = new Uint32Array(256);
  private previousEnd = 0;
  private previousDepth = 0;

  constructor(private readonly stacks: StackColumns, sampleCount: number) {
    this.tree = new KeyedTree(Math.min(NODES_PER_SAMPLE * sampleCount, stacks.locations.length) + 1);
    this.sampleNode = uint32Array(sampleCount);
  }

  /** Adds samples from `from` on; returns the first sample of the next step. */
  addSamples(from: number): number {
    const { offsets } = this.stacks;
    const stop = Math.min(this.sampleNode.length, from + STEP_SAMPLES);
    const farthest = offsets[from] + STEP_LOCATIONS;
    let sample = from;
    for (; sample < stop && offsets[sample] <= farthest; sample++) {
      this.sampleNode[sample] = this.addStack(offsets[sample], offsets[sample + 1]);
    }
    return sample;
  }

  private addStack(start: number, end: number): number {
    const { tree } = this;
    const { locations } = this.stacks;
    const depth = end - start;
    if (depth >= this.path.length) this.path = lengthened(this.path, 2 * depth);
    const { path } = this;
    let shared = sharedDepth(locations, end, depth, this.previousEnd, this.previousDepth);
    let node = shared === 0 ? 0 : path[shared - 1];
    for (; shared < depth; shared++) {
      if ((shared & CHECK_MASK) === CHECK_MASK) checkpoint();
      node = tree.child(node, locations[end - 1 - shared]);
      path[shared] = node;
    }
    this.previousEnd = end;
    this.previousDepth = depth;
    return node;
  }
}

/** The number of outermost locations that two stacks share. A stack is the `depth` locations before its `end`. */
function sharedDepth(locations: Uint32Array, end: number, depth: number, otherEnd: number, otherDepth: number): number {
  const stop = Math.min(depth, otherDepth);
  let shared = 0;
  while (shared < stop && locations[end - 1 - shared] === locations[otherEnd - 1 - shared]) shared++;
  return shared;
}

/** Renumbers the nodes of the builder, whose tree and samples' nodes are used up. */
function inPreorder({ tree, sampleNode }: TrieBuilder): StackTrie {
  const { count } = tree;
  claim(count * 12);
  // The memory of the lists of children is used again, because a new page of memory takes two microseconds.
  const { parent: treeParent, key, firstChild: size, nextSibling: next } = tree.columns();
  size.fill(1);
  for (let node = count - 1; node > 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    size[treeParent[node]] += size[node];
  }
  const number = size;
  const parent = uint32Array(count);
  const location = uint32Array(count);
  const end = uint32Array(count);
  end[0] = count;
  number[0] = 0;
  next[0] = 1;
  for (let node = 1; node < count; node++) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    const above = treeParent[node];
    const index = next[above];
    next[node] = index + 1;
    parent[index] = number[above];
    location[index] = key[node];
    next[above] = end[index] = index + size[node];
    number[node] = index;
  }
  for (let sample = 0; sample < sampleNode.length; sample++) sampleNode[sample] = number[sampleNode[sample]];
  return { count, parent, location, end, sampleNode };
}
