import type { ChangeRemark } from '../answers/graph';
import { CHECK_MASK, checkpoint, finish } from '../common/guard';
import type { SelectionInStacks } from './stackNodes';
import { NONE, type Profile } from '../model';
import { verdictSign, verdictText } from '../text/changeWords';
import type { Changes } from '../changes';
import { ChangeRows } from '../changes/changeRows';
import { changeSums } from '../changes/changeSums';
import { type NodeChanges, nodeChangesInSteps } from '../changes/nodeChanges';
import { NodeSamples } from '../changes/nodeSamples';

/** The verdicts on the figures of the nodes of a call graph, in a difference of costs per operation. */
export function graphRemarks(
  profile: Profile,
  changes: Changes,
  nodes: SelectionInStacks,
  count: number,
): { readonly flat: ChangeRemark; readonly cum: ChangeRemark }[] {
  const samples = new NodeSamples();
  const all = Array.from({ length: count }, (_, node) => samples.numberOf(node));
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    nodes.forEach(sample, (node) => samples.add(node, sample));
    const leaf = nodes.leaf(sample);
    if (leaf !== NONE) samples.addFlat(leaf, sample);
  }
  const { now, before } = changes.columns;
  const sums = changeSums(samples.sums(now), samples.sums(before));
  const { flat, cum } = finish(nodeChangesInSteps(profile, changes, { sums, nodes: samples }));
  const remarksOf = (columns: NodeChanges): ChangeRemark[] => {
    const rows = new ChangeRows();
    const verdicts = rows.verdicts(all.map((node) => [columns, node] as const));
    return all.map((node) => {
      const change = columns.changeOf(node);
      const text = verdictText({ ...verdicts, moves: rows.moves }, node, change.now.value - change.before.value);
      return { sign: text === '' ? '' : verdictSign(verdicts, node), text };
    });
  };
  const [ofFlat, ofCum] = [remarksOf(flat), remarksOf(cum)];
  return all.map((node) => ({ flat: ofFlat[node], cum: ofCum[node] }));
}
