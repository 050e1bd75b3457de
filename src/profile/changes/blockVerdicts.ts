import type { BlockCost } from '../answers/lines';
import { finish } from '../common/guard';
import { type BlockQuestion, blocksOfLines, eachSampleInBlocks } from '../lines/blockCosts';
import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import { functionNamed } from '../text/functionNames';
import type { Changes } from '.';
import { type BenchmarkTurns, decideByTurns } from './benchmarkTurns';
import { changeSums } from './changeSums';
import { nodeChangesInSteps } from './nodeChanges';
import { NodeSamples } from './nodeSamples';

/** The only node in the samples of a block. */
const BLOCK = 0;

/** The verdicts on each block of lines, in a difference of costs per operation. */
export function blockVerdicts(
  profile: Profile,
  question: BlockQuestion,
  { columns, functions, turns }: Changes,
): Required<BlockCost>['verdict'][] {
  // Blocks may overlap, and a sample is in the flat of one node only.
  const all = question.blocks.map(() => new NodeSamples());
  for (const samples of all) samples.numberOf(BLOCK);
  eachSampleInBlocks(profile, question, (sample, block, isLeaf) => {
    all[block].add(BLOCK, sample);
    if (isLeaf) all[block].addFlat(BLOCK, sample);
  });
  const benchmarkIn = turns ? benchmarkBlocks(profile, question, turns) : undefined;
  return all.map((samples, block) => {
    const sums = changeSums(samples.sums(columns.now), samples.sums(columns.before));
    const { flat, cum } = finish(nodeChangesInSteps(profile, columns, { sums, nodes: samples }, functions));
    decideByTurns(cum, turns, { count: 1, nameOf: () => benchmarkIn?.get(block) ?? '' });
    return { flat: flat.verdict[BLOCK], cum: cum.verdict[BLOCK] };
  });
}

/** The blocks that contain code of the benchmark, and the symbol of a function there. */
function benchmarkBlocks(
  profile: Profile,
  question: BlockQuestion,
  turns: BenchmarkTurns,
): ReadonlyMap<number, string> {
  const frames = framesOf(profile);
  const { names } = frames.functions;
  const blocksOf = blocksOfLines(frames, question);
  const found = new Map<number, string>();
  for (const [frame, id] of frames.function.entries()) {
    for (const block of blocksOf.get(frames.sourceLine[frame]) ?? []) {
      if (functionNamed(names[id], turns.function)) found.set(block, names[id]);
    }
  }
  return found;
}
