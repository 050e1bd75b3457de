import { KeyedTree } from './keyedTree';
import { oncePer } from './memo';
import type { Profile, StackColumns } from './model';

/**
 * All stacks of a profile as one tree of locations, outermost first: stacks share what they have in common, so that a
 * report walks a tenth of what the samples name. Samples  main;a;b 1   main;a 2   main;c 3  give
 *
 *     node      0 (root)  1 main  2 a  3 b  4 c
 *     end       5         5       4    4    5
 *     sampleNode          3  2  4
 *
 * Nodes are numbered in preorder, so that the nodes under `i` are `i + 1 … end[i])`. "Once a sample" is then cheap
 * under recursion: what a node adds to a sum, it adds for all samples of its subtree; whoever keeps the `end` of the
 * node that added last knows, at a later node, whether the same samples were added before (`end > node`).
 */
export interface StackTrie {
  readonly count: number;
  readonly parent: Uint32Array;
  /** Unset for the root. */
  readonly location: Uint32Array;
  readonly end: Uint32Array;
  /** The node where a sample's stack ends (its leaf); 0 for a sample without a stack. */
  readonly sampleNode: Uint32Array;
}

/** The profile's stack trie; built at the first call. */
export const stackTrieOf: (profile: Profile) => StackTrie = oncePer(buildTrie);

function buildTrie(profile: Profile): StackTrie {
  const tree = new KeyedTree(profile.sampleCount + 1024);
  const sampleNode = new Uint32Array(profile.sampleCount);
  addStacks(tree, profile.stacks, sampleNode);
  return inPreorder(tree, sampleNode);
}

function addStacks(tree: KeyedTree, stacks: StackColumns, sampleNode: Uint32Array): void {
  const { offsets, locations } = stacks;
  let path: Uint32Array = new Uint32Array(256);
  let previousEnd = 0;
  let previousDepth = 0;
  for (let sample = 0; sample < sampleNode.length; sample++) {
    const start = offsets[sample]!;
    const end = offsets[sample + 1]!;
    const depth = end - start;
    if (depth >= path.length) path = longer(path, depth);
    let shared = sharedDepth(locations, end, depth, previousEnd, previousDepth);
    let node = shared === 0 ? 0 : path[shared - 1]!;
    for (; shared < depth; shared++) {
      node = tree.child(node, locations[end - 1 - shared]!);
      path[shared] = node;
    }
    sampleNode[sample] = node;
    previousEnd = end;
    previousDepth = depth;
  }
}

/** How many outermost locations two stacks have in common; a stack lies before its `end`, leaf first. */
function sharedDepth(locations: Uint32Array, end: number, depth: number, otherEnd: number, otherDepth: number): number {
  const most = Math.min(depth, otherDepth);
  let shared = 0;
  while (shared < most && locations[end - 1 - shared] === locations[otherEnd - 1 - shared]) shared++;
  return shared;
}

function longer(path: Uint32Array, needed: number): Uint32Array {
  const grown = new Uint32Array(needed * 2);
  grown.set(path);
  return grown;
}

function inPreorder(tree: KeyedTree, sampleNode: Uint32Array): StackTrie {
  const { count } = tree;
  const number = new Uint32Array(count);
  const parent = new Uint32Array(count);
  const location = new Uint32Array(count);
  const end = new Uint32Array(count);
  let next = 1;
  let node = tree.firstChild(0);
  while (node !== 0) {
    const place = next++;
    number[node] = place;
    parent[place] = number[tree.parent(node)]!;
    location[place] = tree.key(node);
    const child = tree.firstChild(node);
    if (child !== 0) {
      node = child;
      continue;
    }
    // Up to the first ancestor with a sibling left; all on the way are complete.
    end[place] = next;
    while (node !== 0 && tree.nextSibling(node) === 0) {
      node = tree.parent(node);
      end[number[node]!] = next;
    }
    node = node === 0 ? 0 : tree.nextSibling(node);
  }
  end[0] = next;
  return { count, parent, location, end, sampleNode: sampleNode.map((old) => number[old]!) };
}
