import { directionText } from './changeWords';
import { detectable } from './detectableDifference';
import { MIN_RUNS } from './neededRuns';
import { samplesOf } from './pairedSamples';
import { groupByName } from './resultsByCase';
import { compareSamples } from './statistics/compareSamples';
import { caseVerdicts, countsText, mainOf, type PairedResults } from './verdict';

/**
 * The verdict so far, during the measurement: `about 12.1 % faster so far`, with `, not firm yet` until it is
 * significant; `not clear yet` if the noise may be larger than the change; or `3 faster so far, of 5 cases`; empty
 * while there are too few rounds to tell.
 */
export function formingText(results: Omit<PairedResults, 'wanted'>): string {
  const rounds = roundsOf(results);
  if (groupByName(results.now).length > 1) return formingCounts(results, rounds);
  const samples = samplesOf(results.before, results.now);
  const main = mainOf(samples);
  if (rounds < 2 || !main) return '';
  const { delta = 0, isChanged } = compareSamples(main.before, main.now);
  const isFirm = isChanged && rounds >= MIN_RUNS;
  // A change below half of what this many rounds can show may be noise. As factors, because nothing is 150 % faster.
  const isClear = Math.abs(Math.log(1 + delta)) >= Math.log(1 + (detectable(main, rounds) ?? 0) / 2);
  if (delta === 0 || !(isFirm || isClear)) return 'not clear yet';
  return `about ${directionText(delta, main.unit)} so far${isFirm ? '' : ', not firm yet'}`;
}

/** Like `formingText`, for several cases: `3 faster, 1 slower so far, of 5 cases`; empty with too few rounds. */
function formingCounts(results: Omit<PairedResults, 'wanted'>, rounds: number): string {
  if (rounds < MIN_RUNS) return '';
  const cases = caseVerdicts({ ...results, wanted: rounds });
  const counts = countsText(cases);
  return `${counts === '' ? 'none clear yet' : `${counts} so far`}, of ${cases.length} cases`;
}

/** The largest number of rounds of a case. */
function roundsOf({ now }: Pick<PairedResults, 'now'>): number {
  return Math.max(0, ...groupByName(now).map(({ results }) => results.length));
}
