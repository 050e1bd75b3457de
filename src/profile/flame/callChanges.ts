import type { Changes } from '../changes';
import { changeSums, type ChangeSums, type FlatAndCum } from '../changes/changeSums';
import { type NodeChanges, nodeChangesInSteps } from '../changes/nodeChanges';
import type { SampleNodes } from '../changes/sampleNodes';
import { NONE, type Profile } from '../model';
import type { DifferenceColumns, PartColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
import type { CallShape } from './callShape';
import { callSums } from './callSums';

/** Verdicts on the cum of the calls in a difference of costs per operation. */
export function* callChangesInSteps(
  profile: Profile,
  shape: CallShape,
  changes: Changes,
): Steps<NodeChanges> {
  const sums = sumsOf(shape, changes.columns);
  yield;
  return (yield* nodeChangesInSteps(profile, changes, { sums, nodes: callNodes(shape) })).cum;
}

function sumsOf(shape: CallShape, { now, before }: DifferenceColumns): FlatAndCum<ChangeSums> {
  const part = ({ value, variance, events }: PartColumns) =>
    [value, variance, events].map((column) => callSums(shape, column));
  return changeSums(part(now), part(before));
}

function callNodes({ trie, innermost, parent }: CallShape): SampleNodes {
  const leafOf = (sample: number) => innermost[trie.sampleNode[sample]];
  return {
    leafOf,
    forEach(sample, visit) {
      let call = leafOf(sample);
      if (call === NONE) return;
      for (; call !== 0; call = parent[call]) visit(call);
      visit(0);
    },
  };
}
