import type { CallTree } from './callTree';
import { CHECK_MASK, checkpoint, interruptible } from './checkpoint';
import { oncePer } from './memo';
import { NONE } from './model';

/** More children than this are sorted once and kept. */
const MANY_CHILDREN = 200;

const sortedChildren = oncePer((_tree: CallTree) => new Map<number, Uint32Array>());

/** A node's children by |cum| descending; of equal ones by function name. */
export function childrenOf(tree: CallTree, node: number): Uint32Array {
  const kept = sortedChildren(tree).get(node);
  if (kept !== undefined) return kept;
  const children: number[] = [];
  for (let child = tree.firstChild[node]!; child !== 0; child = tree.nextSibling[child]!) children.push(child);
  const { cum } = tree;
  children.sort(interruptible((a, b) => Math.abs(cum[b]!) - Math.abs(cum[a]!) || byName(tree, a, b)));
  const sorted = Uint32Array.from(children);
  if (sorted.length > MANY_CHILDREN) sortedChildren(tree).set(node, sorted);
  return sorted;
}

function byName({ functions, function: functionOf }: CallTree, a: number, b: number): number {
  const left = functions.names[functionOf[a]!]!;
  const right = functions.names[functionOf[b]!]!;
  return left === right ? a - b : left < right ? -1 : 1;
}

/** How many frames a node stands for: itself and all below. */
export const frameCounts: (tree: CallTree) => Uint32Array = oncePer(({ count, parent }) => {
  const counts = new Uint32Array(count).fill(1);
  for (let node = count - 1; node > 0; node--) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    counts[parent[node]!]! += counts[node]!;
  }
  return counts;
});

/** What a node is called. */
export function frameName({ functions, function: functionOf, rootName }: CallTree, node: number): string {
  return functionOf[node] === NONE ? rootName : functions.names[functionOf[node]!]!;
}

/** A node's file in the profile; "" where unknown. */
export function frameFile({ functions, function: functionOf }: CallTree, node: number): string {
  return functionOf[node] === NONE ? '' : functions.files[functions.file[functionOf[node]!]!]!;
}
