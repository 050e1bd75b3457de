import type { HottestCertainty, HotLineView } from '../answers/lines';
import type { Steps } from '../common/guard';
import type { Profile } from '../model';
import { countsOf, variancesOf } from '../noise/effectiveSums';
import { countInterval, effectiveSamples, relativeReach, shareInterval } from '../noise/interval';
import { countingType, samplingOf } from '../noise/sampling';
import { profileTotal } from '../sums/profileTotal';
import { isWallTime } from '../text/wallText';
import { chargedColumnInSteps, includedFiles } from './chargedLines';
import { framesOf } from './frames';
import { loopRows } from './hotLines';

/** How many of the hottest lines count. */
const HOTTEST = 5;
/** Lines with a smaller part of the total do not count: to be sure of them would take minutes. */
const LEAST_SHARE = 0.02;

/**
 * How sure the costs charged to the five hottest lines are: those that Hot Lines lists first.
 *
 *     71 of 100 samples at one line, 20 at the next, 9 at a third: within ± 13, 39 and 63 %, so 63 %
 *
 * @returns undefined if the figures do not rest on samples whose number is known
 */
export function* hottestCertaintyInSteps(
  profile: Profile,
  sampleType: number,
  { files, loops }: Pick<HotLineView, 'files' | 'loops'>,
): Steps<HottestCertainty | undefined> {
  // A goroutine that waits is in one sample after the other: they are not independent.
  if (profile.sampleTypes.some(isWallTime)) return undefined;
  const sampling = samplingOf(profile, sampleType);
  const total = profileTotal(profile, sampleType);
  if (sampling?.basis !== 'samples' || sampling.isDifference || total === 0) return undefined;
  const isIncluded = includedFiles(profile, files);
  const charged = (column: Float64Array) => chargedColumnInSteps(profile, column, isIncluded);
  const column = profile.values[sampleType];
  const { values, samples: rows } = yield* charged(column);
  const isCounted = countingType(profile) !== undefined;
  const counts = countsOf(profile, sampling);
  const samples = counts.reduce((sum, count) => sum + count, 0);
  const behind = yield* charged(isCounted ? counts : variancesOf(column, sampling));
  const leftOut = loops && loopRows(framesOf(profile), loops, rows);
  const lines = hottestOf(values, leftOut, LEAST_SHARE * total).map((line) => {
    const effective = isCounted ? behind.values[line] : effectiveSamples(values[line], behind.values[line]);
    return { cost: values[line], effective };
  });
  const reaches = lines.map(({ effective: k }) => {
    if (k === Infinity) return 0;
    const [from, to] = isCounted ? shareInterval(k, samples).map((share) => share * samples) : countInterval(k);
    return relativeReach(k, [from, to]);
  });
  const [first] = lines;
  const within = lines.length === 0 ? Infinity : Math.max(...reaches);
  return { samples, share: first ? first.cost / total : 0, hottest: first?.effective ?? 0, within };
}

/** The lines with the largest costs, the hottest first. */
function hottestOf(costs: Float64Array, leftOut: Uint8Array | undefined, least: number): number[] {
  const lines: number[] = [];
  costs.forEach((cost, line) => {
    if (cost >= least && leftOut?.[line] !== 1) lines.push(line);
  });
  return lines.sort((a, b) => costs[b] - costs[a] || a - b).slice(0, HOTTEST);
}
