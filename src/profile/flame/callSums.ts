import type { CallShape } from './callShape';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { NONE } from '../model';
import { float64Array } from '../common/largeArrays';
import type { IndexColumn, NodeIndex } from '../indexes';

interface CallSums {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/** The sums of a column of values by call. */
export function callSums(shape: CallShape, values: Float64Array): CallSums {
  const flat = leafSums(shape, values);
  return { flat, cum: addToCallers(flat.slice(), shape.parent) };
}

/** The sums of samples by the call of their leaf. */
export function leafSums({ trie, innermost, count }: CallShape, values: Float64Array): Float64Array {
  const sums = float64Array(count);
  for (let sample = 0; sample < values.length; sample++) {
    if (values[sample] === 0) continue;
    const call = innermost[trie.sampleNode[sample]];
    if (call !== NONE) sums[call] += values[sample];
  }
  return sums;
}

/** Adds every call's sum to its caller's, in place; returns the sums. */
export function addToCallers(sums: Float64Array, parent: IndexColumn<NodeIndex, NodeIndex>): Float64Array {
  for (let call = sums.length - 1; call > 0; call--) {
    sums[parent[call]] += sums[call];
    if ((call & CHECK_MASK) === 0) checkpoint();
  }
  return sums;
}
