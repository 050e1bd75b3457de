import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import type { CallTree } from './callTree';
import { onlyCalls } from './wrappers';

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
