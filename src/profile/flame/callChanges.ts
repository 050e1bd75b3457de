import type { Changes } from '../changes';
import { decideCallsByTurns } from '../changes/benchmarkTurns';
import { changeSums, type ChangeSums, type FlatAndCum } from '../changes/changeSums';
import { type NodeChanges, nodeChangesInSteps } from '../changes/nodeChanges';
import type { SampleNodes } from '../changes/sampleNodes';
import { framesOf } from '../lines/frames';
import { NONE, type Profile } from '../model';
import type { DifferenceColumns, PartColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
import type { CallShape } from './callShape';
import { callSums } from './callSums';

/** Verdicts on the cum of the calls in a difference of costs per operation. */
export function* callChangesInSteps(
  profile: Profile,
  shape: CallShape,
  { columns, functions, turns }: Changes,
): Steps<NodeChanges> {
  const sums = sumsOf(shape, columns);
  yield;
  const { cum } = yield* nodeChangesInSteps(profile, columns, { sums, nodes: callNodes(shape) }, functions);
  const { names } = framesOf(profile).functions;
  const nameOf = (call: number) => (shape.function[call] === NONE ? '' : names[shape.function[call]]);
  decideCallsByTurns(cum, turns, { count: shape.count, nameOf, parent: shape.parent });
  return cum;
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
