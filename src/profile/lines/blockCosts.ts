import type { BlockCost } from '../answers/lines';
import type { Profile } from '../model';
import { NoiseSum } from './lineNoise';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { CumSums, figureOf, type FigureRefinement, isNegative } from './figures';
import { framesOf, type ProfileFrames } from './frames';
import type { SampleIndex } from '../indexes';

export interface BlockQuestion {
  readonly sampleType: number;
  /** The names that one file has in the profile. */
  readonly files: readonly string[];
  /** First and last line of each block, 1-based. Blocks may overlap. */
  readonly blocks: readonly (readonly [first: number, last: number])[];
}

/**
 * The cost of each block of lines, in the order of the question. A sample counts once in a block's cum, even if several
 * of its frames are in the block. The cum of the block's lines may therefore sum to more.
 * @param figures the options of the refinement that made the profile
 */
export function blockCosts(profile: Profile, question: BlockQuestion, figures: FigureRefinement = {}): BlockCost[] {
  const { mean: isMean = false, drop_negative: dropNegative = false, divide_by: divideBy = 1 } = figures;
  const column = profile.values[question.sampleType];
  const cum = new CumSums(question.blocks.length, isMean);
  const flat = new CumSums(question.blocks.length, isMean);
  const isSum = !isMean && divideBy === 1;
  const noise = question.blocks.map(() => (isSum ? NoiseSum.of(profile, question.sampleType) : undefined));
  eachSampleInBlocks(profile, question, (sample, block, isLeaf) => {
    const value = column[sample];
    const divisor = isMean ? profile.values[0][sample] : 0;
    if (value === 0 && divisor === 0) return;
    cum.add(block, sample, value, divisor);
    if (isLeaf) flat.add(block, sample, value, divisor);
    noise[block]?.add(sample, value, isLeaf);
  });
  return question.blocks.map((_, block) => {
    if (dropNegative && isNegative(flat.sums[block], cum.sums[block])) return { flat: 0, cum: 0 };
    const figure = ({ sums, divisors }: CumSums) => figureOf(sums[block], divisors?.[block], divideBy);
    const certainty = noise[block]?.noise();
    const few = certainty && { flat: certainty.flat.isFew, cum: certainty.cum.isFew };
    return { flat: figure(flat), cum: figure(cum), ...(few && { few }) };
  });
}

/**
 * Visits each sample once per block that contains a frame of its stack.
 * @param visit also told whether the block contains the leaf
 */
export function eachSampleInBlocks(
  profile: Profile,
  question: BlockQuestion,
  visit: (sample: SampleIndex, block: number, isLeaf: boolean) => void,
): void {
  const { stacks: { offsets, locations } } = profile;
  const frames = framesOf(profile);
  const blocksOf = blocksOfLines(frames, question);
  const hasBlock = locationsWithBlocks(frames, blocksOf);
  const sampleBlocks: number[] = [];
  for (let sample = 0; sample + 1 < offsets.length; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    sampleBlocks.length = 0;
    for (let at = offsets[sample]; at < offsets[sample + 1]; at++) {
      const location = locations[at];
      if (hasBlock[location] === 0) continue;
      for (let frame = frames.offsets[location]; frame < frames.offsets[location + 1]; frame++) {
        for (const block of blocksOf.get(frames.sourceLine[frame]) ?? []) {
          if (!sampleBlocks.includes(block)) sampleBlocks.push(block);
        }
      }
    }
    if (sampleBlocks.length === 0) continue;
    const leafBlocks = blocksOf.get(frames.sourceLine[frames.offsets[locations[offsets[sample]]]]) ?? [];
    for (const block of sampleBlocks) visit(sample, block, leafBlocks.includes(block));
  }
}

/** For each source line in a block: its blocks. */
function blocksOfLines(
  { functions, sourceLines }: ProfileFrames,
  { files, blocks }: BlockQuestion,
): ReadonlyMap<number, readonly number[]> {
  const blocksByRow = new Map<number, readonly number[]>();
  for (const name of files) {
    const file = functions.files.indexOf(name);
    if (file < 0) continue;
    for (let row = sourceLines.offsets[file]; row < sourceLines.offsets[file + 1]; row++) {
      const line = sourceLines.line[row];
      const lineBlocks = blocks.flatMap(([first, last], block) => (first <= line && line <= last ? [block] : []));
      if (lineBlocks.length > 0) blocksByRow.set(row, lineBlocks);
    }
  }
  return blocksByRow;
}

/** For each location: 1 if a frame of it is in a block. */
function locationsWithBlocks(
  { offsets, sourceLine }: ProfileFrames,
  blocksOf: ReadonlyMap<number, readonly number[]>,
): Uint8Array {
  const hasBlock = new Uint8Array(offsets.length - 1);
  for (let location = 0; location < hasBlock.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      if (blocksOf.has(sourceLine[frame])) hasBlock[location] = 1;
    }
  }
  return hasBlock;
}
