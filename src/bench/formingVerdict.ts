import { detectable } from './detectableDifference';
import { MIN_RUNS } from './neededRuns';
import { samplesOf } from './pairedSamples';
import { groupByName } from './resultsByCase';
import { compareSamples } from './statistics/compareSamples';
import { caseVerdicts, countsText, mainOf, type PairedResults } from './verdict';
import { directionText, pairText, roughText } from './verdictWords';

/**
 * The verdict so far, during the measurement: `4+4: about 12 % faster`, with `, not firm yet` until it is significant;
 * or `4+4: 3 faster so far, of 5 cases`; only the number of rounds, `1+1`, while there are too few to tell.
 */
export function formingText(results: Omit<PairedResults, 'wanted'>): string {
  const rounds = roundsOf(results);
  if (groupByName(results.now).length > 1) return formingCounts(results, rounds);
  const samples = samplesOf(results.before, results.now);
  const main = mainOf(samples);
  if (rounds < 2 || !main) return pairText(rounds);
  const { delta = 0, isChanged } = compareSamples(main.before, main.now);
  // A change below half of what this many rounds can show counts as noise.
  const isNoise = Math.abs(delta) < (detectable(main, rounds) ?? 0) / 2 || delta === 0;
  if (isNoise) return `${pairText(rounds)}: about the same`;
  const doubt = isChanged && rounds >= MIN_RUNS ? '' : ', not firm yet';
  return `${pairText(rounds)}: about ${directionText(delta, main.unit, roughText)}${doubt}`;
}

/**
 * Like `formingText`, for several cases: `4+4: 3 faster, 1 slower so far, of 5 cases`. With fewer rounds than a verdict
 * needs, only their number: `3+3`.
 */
function formingCounts(results: Omit<PairedResults, 'wanted'>, rounds: number): string {
  if (rounds < MIN_RUNS) return pairText(rounds);
  const cases = caseVerdicts({ ...results, wanted: rounds });
  return `${pairText(rounds)}: ${countsText(cases) || 'no difference'} so far, of ${cases.length} cases`;
}

/** The largest number of rounds of a case. */
function roundsOf({ now }: Pick<PairedResults, 'now'>): number {
  return Math.max(0, ...groupByName(now).map(({ results }) => results.length));
}
