import type { CallTree } from './callTree';
import { interruptible } from '../common/guard';
import { oncePer } from '../memo';
import { NONE } from '../model';

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

export function frameName({ functions, function: functionOf, rootName }: CallTree, node: number): string {
  return functionOf[node] === NONE ? rootName : functions.names[functionOf[node]];
}

/** A node's file as named in the profile; "" if unknown. */
export function frameFile({ functions, function: functionOf }: CallTree, node: number): string {
  return functionOf[node] === NONE ? '' : functions.files[functions.file[functionOf[node]]];
}
