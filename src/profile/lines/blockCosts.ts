import type { BlockCost } from '../answers/lines';
import type { Profile } from '../model';
import { NoiseSum } from '../noise/lineNoise';
import { CHECK_MASK, checkpoint } from '../work/guard';
import { CumSums } from './cumSums';
import { figureOf, type FigureRefinement, isNegative } from './figures';
import { framesOf, type ProfileFrames } from './frames';

export interface BlockQuestion {
  readonly sampleType: number;
  /** The names of one file in the profile. */
  readonly files: readonly string[];
  /** First and last line of each block, 1-based. Blocks may overlap. */
  readonly blocks: readonly (readonly [first: number, last: number])[];
}

/**
 * What each block of lines costs, in the order asked. A sample counts once in a block's cum, though several of its
 * frames may be in the block, as in recursion: the cum of the lines may sum to more.
 * @param figures of the refinement that made the profile
 */
export function blockCosts(profile: Profile, asked: BlockQuestion, figures: FigureRefinement = {}): BlockCost[] {
  const { mean: isMean = false, drop_negative: dropNegative = false, divide_by: divideBy = 1 } = figures;
  const { stacks: { offsets, locations }, values } = profile;
  const frames = framesOf(profile);
  const blocksOf = blocksOfLines(frames, asked);
  const holds = locationsWithBlocks(frames, blocksOf);
  const cum = new CumSums(asked.blocks.length, isMean);
  const flat = new CumSums(asked.blocks.length, isMean);
  const areSums = !isMean && divideBy === 1;
  const noise = asked.blocks.map(() => (areSums ? NoiseSum.of(profile, asked.sampleType) : undefined));
  const own: number[] = [];
  for (let sample = 0; sample + 1 < offsets.length; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = values[asked.sampleType][sample];
    const divisor = isMean ? values[0][sample] : 0;
    if (value === 0 && divisor === 0) continue;
    const leaf = locations[offsets[sample]];
    own.length = 0;
    for (let at = offsets[sample]; at < offsets[sample + 1]; at++) {
      const location = locations[at];
      if (holds[location] === 0) continue;
      for (let frame = frames.offsets[location]; frame < frames.offsets[location + 1]; frame++) {
        for (const block of blocksOf.get(frames.sourceLine[frame]) ?? []) if (!own.includes(block)) own.push(block);
      }
    }
    if (own.length === 0) continue;
    const leafBlocks = blocksOf.get(frames.sourceLine[frames.offsets[leaf]]) ?? [];
    for (const block of own) {
      const isLeaf = leafBlocks.includes(block);
      cum.add(block, sample, value, divisor);
      if (isLeaf) flat.add(block, sample, value, divisor);
      noise[block]?.add(sample, value, isLeaf);
    }
  }
  return asked.blocks.map((_, block) => {
    if (dropNegative && isNegative(flat.sums[block], cum.sums[block])) return { flat: 0, cum: 0 };
    const figure = ({ sums, divisors }: CumSums) => figureOf(sums[block], divisors?.[block], divideBy);
    const certainty = noise[block]?.noise();
    const few = certainty && { flat: certainty.flat.isFew, cum: certainty.cum.isFew };
    return { flat: figure(flat), cum: figure(cum), ...(few && { few }) };
  });
}

/** The blocks of each source line that is in any. */
function blocksOfLines(
  { functions, sourceLines }: ProfileFrames,
  { files, blocks }: BlockQuestion,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const name of files) {
    const file = functions.files.indexOf(name);
    if (file < 0) continue;
    for (let row = sourceLines.offsets[file]; row < sourceLines.offsets[file + 1]; row++) {
      const line = sourceLines.line[row];
      const around = blocks.flatMap(([first, last], block) => (first <= line && line <= last ? [block] : []));
      if (around.length > 0) found.set(row, around);
    }
  }
  return found;
}

/** For each location: 1 if a frame of it is in a block. */
function locationsWithBlocks(
  { offsets, sourceLine }: ProfileFrames,
  blocksOf: ReadonlyMap<number, readonly number[]>,
): Uint8Array {
  const holds = new Uint8Array(offsets.length - 1);
  for (let location = 0; location < holds.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      if (blocksOf.has(sourceLine[frame])) holds[location] = 1;
    }
  }
  return holds;
}
