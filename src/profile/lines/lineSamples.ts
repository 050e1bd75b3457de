import type { FileSamples } from '../answers/lines';
import type { Steps } from '../common/guard';
import type { Profile } from '../model';
import { effectiveSumsInSteps } from '../noise/effectiveSums';
import type { KeySums } from '../sums/keySums';
import { framesOf } from './frames';
import { LineCosts, lineKeys } from './lineCosts';

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
