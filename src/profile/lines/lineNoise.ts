import type { Certainty, FileSamples, LineNoise } from '../answers/lines';
import type { Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import { countInterval, type Interval, isFew, shareInterval } from '../noise/interval';
import { effectiveSumsInSteps, samplesBehind, varianceOf } from '../noise/effectiveSums';
import { countingType, type Sampling, samplingOf } from '../noise/sampling';
import type { Steps } from '../common/guard';
import { isWallTime } from '../text/wallText';
import type { KeySums } from '../sums/keySums';
import { framesOf } from './frames';
import { LineCosts, lineKeys } from './lineCosts';

/** Sums the flat or cum of a line or block under one sample type, with its variance. */
class FigureSum {
  value = 0;
  count = 0;
  variance = 0;

  add(sampling: Sampling, i: number, value: number): void {
    const count = sampling.count(i);
    if (count === 0) return;
    this.value += value;
    this.count += count;
    this.variance += varianceOf(value, sampling, i);
  }
}

/** Collects the samples of a line or block and estimates how reliable its figures are under one sample type. */
export class NoiseSum {
  private readonly flat = new FigureSum();
  private readonly cum = new FigureSum();

  private constructor(
    private readonly sampling: Sampling,
    /** The number of samples in the profile; undefined if no sample type counts them. */
    private readonly sampleCount: number | undefined,
    /** Whether samples follow from one another: a goroutine that waits is in one after the other. */
    private readonly areDependent: boolean,
  ) {}

  /** Returns undefined if the sampling of the sample type is unknown: see `samplingOf`. */
  static of(profile: Profile, sampleType: number): NoiseSum | undefined {
    const sampling = samplingOf(profile, sampleType);
    const counting = countingType(profile);
    const sampleCount = counting === undefined ? undefined : profileTotal(profile, counting);
    return sampling && new NoiseSum(sampling, sampleCount, profile.sampleTypes.some(isWallTime));
  }

  /** @param isLeaf whether the line or block contains the leaf of sample `i`, so that the value is flat too */
  add(i: number, value: number, isLeaf: boolean): void {
    this.cum.add(this.sampling, i, value);
    if (isLeaf) this.flat.add(this.sampling, i, value);
  }

  noise(): LineNoise {
    return { basis: this.sampling.basis, flat: this.certainty(this.flat), cum: this.certainty(this.cum) };
  }

  private certainty(sum: FigureSum): Certainty {
    const { count, value } = sum;
    if (this.sampling.basis !== 'samples') return { count, isFew: false };
    if (value === 0) return { count, isFew: false };
    const effective = samplesBehind(this.sampling, sum);
    if (this.sampling.isDifference || this.areDependent) return { count, isFew: isFew(effective) };
    return { count, interval: this.interval(sum, effective), isFew: isFew(effective) };
  }

  private interval({ count, value }: FigureSum, effective: number): Interval {
    if (effective === Infinity) return [value, value];
    const { sampleCount } = this;
    const [from, to] = sampleCount === undefined ? countInterval(effective) : shareInterval(count, sampleCount);
    const scale = sampleCount === undefined ? value / effective : (value / count) * sampleCount;
    return [from * scale, to * scale];
  }
}

/** The number of samples behind each line's flat and cum; undefined if it is not known: see effectiveSumsInSteps. */
export function* lineSamplesInSteps(profile: Profile, sampleType: number): Steps<LineSamples | undefined> {
  const counts = yield* effectiveSumsInSteps(profile, sampleType, lineKeys(framesOf(profile)));
  return counts && new LineSamples(profile, sampleType, counts);
}

/** See lineSamplesInSteps. */
export class LineSamples {
  private readonly columns: LineCosts;

  /** @param counts the numbers of samples, by source line */
  constructor(profile: Profile, sampleType: number, counts: KeySums) {
    const noRanges = framesOf(profile).functions.files.map(() => []);
    this.columns = new LineCosts(profile, sampleType, counts, noRanges);
  }

  /** @param files names in the profile; the answers are in the same order */
  samplesOfFiles(files: readonly string[]): FileSamples[] {
    return this.columns.costsOfFiles(files).map(({ lines, flat, cum }) => ({ lines, flat, cum }));
  }
}
