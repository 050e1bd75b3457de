import type { CallTree } from './callTree';
import { CHECK_MASK, checkpoint, interruptible } from '../common/guard';
import { oncePer } from '../memo';
import { NONE } from '../model';
import { uint32Array } from '../common/largeArrays';

/** The sorted children of nodes with more children than this are cached. */
const MANY_CHILDREN = 200;

const sortedChildren = oncePer((_tree: CallTree) => new Map<number, Uint32Array>());

/**
 * A node's children whose size is not 0, by size descending, then by function name.
 * Source: google/pprof internal/driver/html/stacks.js, partitionPlaces.
 */
export function childrenOf(tree: CallTree, node: number): Uint32Array {
  const cached = sortedChildren(tree).get(node);
  if (cached !== undefined) return cached;
  const { size } = tree;
  const children: number[] = [];
  for (let child = tree.firstChild[node]; child !== 0; child = tree.nextSibling[child]) {
    // If recursion is collapsed, a call has size 0 if all samples through it belong to a call further up.
    if (size[child] !== 0) children.push(child);
  }
  children.sort(interruptible((a, b) => size[b] - size[a] || byName(tree, a, b)));
  const sorted = Uint32Array.from(children);
  if (sorted.length > MANY_CHILDREN) sortedChildren(tree).set(node, sorted);
  return sorted;
}

function byName({ functions, function: functionOf }: CallTree, a: number, b: number): number {
  const left = functions.names[functionOf[a]];
  const right = functions.names[functionOf[b]];
  return left === right ? a - b : left < right ? -1 : 1;
}

/**
 * For each node: if it is a wrapper, its only callee, through which all its samples pass; 0 if it is not a wrapper.
 */
export const onlyCalls: (tree: CallTree) => Uint32Array = oncePer(({ count, parent, size }) => {
  const only = uint32Array(count);
  for (let node = count - 1; node > 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    const above = parent[node];
    if (above !== 0 && size[node] === size[above] && size[node] !== 0) only[above] = node;
  }
  return only;
});

/** For each node: the number of frames in its subtree, itself included; frames of size 0 are not counted. */
export const frameCounts: (tree: CallTree) => Uint32Array = oncePer((tree) => countFrames(tree));

/** Like frameCounts, without wrappers. */
export const foldedCounts: (tree: CallTree) => Uint32Array = oncePer((tree) => countFrames(tree, onlyCalls(tree)));

function countFrames({ count, parent, size }: CallTree, only?: Uint32Array): Uint32Array {
  const counts = new Uint32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    if (size[node] !== 0 && (only === undefined || only[node] === 0)) counts[node]++;
    if (node > 0) counts[parent[node]] += counts[node];
  }
  return counts;
}

export function frameName({ functions, function: functionOf, rootName }: CallTree, node: number): string {
  return functionOf[node] === NONE ? rootName : functions.names[functionOf[node]];
}

/** A node's file as named in the profile; "" if unknown. */
export function frameFile({ functions, function: functionOf }: CallTree, node: number): string {
  return functionOf[node] === NONE ? '' : functions.files[functions.file[functionOf[node]]];
}
