import { CHECK_MASK, checkpoint } from '../common/guard';
import { uint32Array } from '../common/largeArrays';
import { oncePer } from '../memo';
import type { CallTree } from './callTree';

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
