import type { BlockCost } from '../answers/lines';
import { finish } from '../common/guard';
import { type BlockQuestion, eachSampleInBlocks } from '../lines/blockCosts';
import type { Profile } from '../model';
import type { Changes } from '.';
import { changeSums } from './changeSums';
import { nodeChangesInSteps } from './nodeChanges';
import { NodeSamples } from './nodeSamples';

/** The only node in the samples of a block. */
const BLOCK = 0;

/** The verdicts on each block of lines, in a difference of costs per operation. */
export function blockVerdicts(
  profile: Profile,
  question: BlockQuestion,
  changes: Changes,
): Required<BlockCost>['verdict'][] {
  const { now, before } = changes.columns;
  // Blocks may overlap, and a sample is in the flat of one node only.
  const all = question.blocks.map(() => new NodeSamples());
  for (const samples of all) samples.numberOf(BLOCK);
  eachSampleInBlocks(profile, question, (sample, block, isLeaf) => {
    all[block].add(BLOCK, sample);
    if (isLeaf) all[block].addFlat(BLOCK, sample);
  });
  return all.map((samples) => {
    const sums = changeSums(samples.sums(now), samples.sums(before));
    const { flat, cum } = finish(nodeChangesInSteps(profile, changes, { sums, nodes: samples }));
    return { flat: flat.verdict[BLOCK], cum: cum.verdict[BLOCK] };
  });
}
