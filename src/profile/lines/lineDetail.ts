import { CHECK_MASK, checkpoint } from '../common/guard';
import { findSourceLine, framesOf } from './frames';
import type { ProfileFrames } from './frames';
import { figureOf, type FigureRefinement, isNegative } from './figures';
import { LineNeighbors } from './neighbors';
import { NONE } from '../model';
import type { Profile } from '../model';
import { NoiseSum } from './lineNoise';
import { profileTotal } from '../sums/profileTotal';
import { sampleWeight } from '../sums/sampleWeight';
import type { LineDetail } from '../answers/lines';
import type { LineNumber, SampleIndex, SourceLineIndex } from '../indexes';

export interface LineQuestion {
  readonly sampleType: number;
  /** As named in the profile. */
  readonly file: string;
  readonly line: LineNumber;
  /** The maximum number of callers, and of callees. */
  readonly limit: number;
}

/**
 * The details of one line: its costs under every sample type, its callers and its callees. For a.go:1 in
 *
 *     main@main.go:5    main@main.go:6    main@main.go:5
 *     a@a.go:1          a@a.go:1          a@a.go:1
 *     b@b.go:2          a@a.go:1          3
 *     1                 b@b.go:2[inlined]
 *                       2
 *
 * the callers are main@main.go:5 (4), main@main.go:6 (2) and a@a.go:1 (2: it calls itself in the second stack), the
 * callees b (3, inlined in some but not in all) and a (2). A caller is a call site; a callee is a function, with its
 * heaviest line.
 *
 * Under recursion, a sample counts once for each caller and callee, and once for the line itself. The figures of
 * callers and callees equal those of edges in `pprof -dot` (`-peek` does not divide them for a mean). As in pprof,
 * callers and callees are ordered by their sums, even if the figures are means.
 * @param figures the options of the refinement that made the profile
 * @returns undefined if no stack contains the line, or `drop_negative` drops it
 */
export function lineDetail(
  profile: Profile,
  { sampleType, file, line, limit }: LineQuestion,
  figures: FigureRefinement = {},
): LineDetail | undefined {
  const frames = framesOf(profile);
  const fileIndex = frames.functions.files.indexOf(file);
  const sourceLine = fileIndex < 0 || line <= 0 ? NONE : findSourceLine(frames.sourceLines, fileIndex, line);
  if (sourceLine === NONE) return undefined;
  const neighbors = new LineNeighbors(frames, sourceLine, figures);
  const walk = new DetailWalk(profile, sampleType, frames, sourceLine, neighbors, figures);
  if (!walk.addSamples() || (figures.drop_negative && walk.isNegative(sampleType))) return undefined;
  const { flatSamples, cumSamples } = walk;
  const values = walk.values(figures);
  return { file, line, values, sums: walk.sums(figures), flatSamples, cumSamples, ...neighbors.report(limit) };
}

class DetailWalk {
  flatSamples = 0;
  cumSamples = 0;
  /** For each sample type: the line's flat. */
  private readonly flat: number[];
  private readonly cum: number[];
  /** For each location: INNERMOST if its innermost frame is the line, SOMEWHERE if another frame is, else 0. */
  private readonly hasLine: Uint8Array;
  /** For each sample type: the noise of the line's figures; empty if they are means, or divided by `divide_by`. */
  private readonly noise: readonly (NoiseSum | undefined)[];
  private readonly isMean: boolean;

  constructor(
    private readonly profile: Profile,
    private readonly sampleType: number,
    frames: ProfileFrames,
    sourceLine: SourceLineIndex,
    private readonly neighbors: LineNeighbors,
    { mean: isMean = false, divide_by = 1 }: FigureRefinement,
  ) {
    this.isMean = isMean;
    const isSum = !isMean && divide_by === 1;
    this.noise = isSum ? profile.sampleTypes.map((_, type) => NoiseSum.of(profile, type)) : [];
    this.flat = profile.sampleTypes.map(() => 0);
    this.cum = profile.sampleTypes.map(() => 0);
    this.hasLine = locationsWith(frames, sourceLine);
  }

  /** Adds all samples whose stack contains the line; returns whether there are any. */
  addSamples(): boolean {
    const { offsets, locations } = this.profile.stacks;
    const { hasLine } = this;
    let isFound = false;
    for (let sample = 0; sample + 1 < offsets.length; sample++) {
      if ((sample & CHECK_MASK) === 0) checkpoint();
      const leaf = offsets[sample];
      const end = offsets[sample + 1];
      let at = leaf;
      while (at < end && hasLine[locations[at]] === 0) at++;
      if (at === end) continue;
      isFound = true;
      this.addSample(sample, at);
    }
    return isFound;
  }

  /** @param first position in the stack of the innermost location with the line */
  private addSample(sample: SampleIndex, first: number): void {
    const { stacks, values } = this.profile;
    const leaf = stacks.offsets[sample];
    const end = stacks.offsets[sample + 1];
    const isLeaf = this.hasLine[stacks.locations[leaf]] === INNERMOST;
    values.forEach((column, sampleType) => {
      this.cum[sampleType] += column[sample];
      if (isLeaf) this.flat[sampleType] += column[sample];
      this.noise[sampleType]?.add(sample, column[sample], isLeaf);
    });
    const value = values[this.sampleType][sample];
    const divisor = values[0][sample];
    if (value !== 0) this.cumSamples++;
    if (value !== 0 && isLeaf) this.flatSamples++;
    if (value === 0 && (divisor === 0 || !this.isMean)) return;
    const stack = { sample, value, divisor, locations: stacks.locations, leaf, end };
    for (let at = first; at < end; at++) {
      if ((at & CHECK_MASK) === 0) checkpoint();
      if (this.hasLine[stacks.locations[at]] !== 0) this.neighbors.addOccurrences(stack, at);
    }
  }

  isNegative(sampleType: number): boolean {
    return isNegative(this.flat[sampleType], this.cum[sampleType]);
  }

  values({ mean, drop_negative, divide_by = 1 }: FigureRefinement): LineDetail['values'] {
    const { profile } = this;
    return profile.sampleTypes.map((sampleType, index) => {
      const figure = (sums: readonly number[]): number =>
        drop_negative && this.isNegative(index) ? 0 : figureOf(sums[index], mean ? sums[0] : undefined, divide_by);
      const total = profileTotal(profile, index, mean ? profile.values[0] : undefined);
      const noise = this.noise[index]?.noise();
      const weight = mean || divide_by !== 1 ? undefined : sampleWeight(profile, index);
      const figures = { flat: figure(this.flat), cum: figure(this.cum), total };
      return { sampleType, ...figures, ...(weight !== undefined && { weight }), ...(noise && { noise }) };
    });
  }

  sums({ divide_by = 1 }: FigureRefinement): readonly number[] {
    return this.cum.map((sum) => (divide_by === 1 ? sum : Math.round(sum * divide_by)));
  }
}

const SOMEWHERE = 1;
const INNERMOST = 2;

function locationsWith({ offsets, sourceLine: lines }: ProfileFrames, sourceLine: number): Uint8Array {
  const hasLine = new Uint8Array(offsets.length - 1);
  for (let at = 0; at < hasLine.length; at++) {
    for (let frame = offsets[at + 1] - 1; frame >= offsets[at]; frame--) {
      if (lines[frame] === sourceLine) hasLine[at] = frame === offsets[at] ? INNERMOST : SOMEWHERE;
    }
  }
  return hasLine;
}
