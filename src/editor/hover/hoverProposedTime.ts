import { groupByName } from '../../bench/resultsByCase';
import { isBenchmark } from '../../captures/loadedCapture';
import type { LineDetail } from '../../profile/answers/lines';
import { firmChangeTime, proposedTime } from '../../profile/noise/neededTime';
import type { Active } from '../../captures/session';
import { commandLink } from '../../ui/commandLink';
import { NOISE } from '../../profile/answers/changes';
import { TIME_VARIES, timeVaries } from '../../profile/noise/firmChange';
import type { LineJudgements } from '../columns/lineJudgements';
import type { ComparedLine } from './hoverComparison';
import { percentText } from '../../profile/text/screen/share';

/** Digits of the size of a change that may be noise. */
const SIZE_DIGITS = 2;

/** Profiles a benchmark for longer; its arguments are those of LongerClick. */
export const MEASURE_LONGER_COMMAND = 'linecost.measureLonger';

/** Arguments of the command: the benchmark's file and name, the kind of profile, and the benchtime. */
type LongerClick = readonly [file: string, name: string, kind: string, benchtime: string];

/** A link that runs the benchmark for longer, if that would make the line's figures precise; empty otherwise. */
export function longerText(active: Active, detail: LineDetail): string {
  const { click, run, of: ofFigure } = proposal(active, detail) ?? {};
  if (!click || run === undefined || run === 'tooRare') return '';
  const args: LongerClick = [...click, benchtimeOf(run.seconds, active)];
  const link = commandLink(MEASURE_LONGER_COMMAND, args);
  return `[Measure ${run.seconds}&nbsp;s](${link}) to be sure${ofFigure} within ${percentText(run.within * 100)}`;
}

/** A sentence if no run of acceptable length would make the figures precise; empty otherwise. */
export function tooRareText(active: Active, detail: LineDetail): string {
  const { run, of: ofFigure = '' } = proposal(active, detail) ?? {};
  return run === 'tooRare' ? `_Too rare to be sure${ofFigure} within ${percentText(25)}: a minute is not enough._\n\n` : '';
}

/** A sentence instead of a proposal for setup that runs once per round, which a longer run does not repeat. */
export function onceText(active: Active, detail: LineDetail): string {
  const { run } = proposal(active, detail) ?? {};
  return run === undefined ? '' : '_A longer run adds no samples here, but a higher count does._\n\n';
}

/** A run for cum if its interval is too wide, else for flat. */
function proposal(active: Active, { values }: LineDetail) {
  const { noise, flat, cum } = values[active.sampleType];
  const click = benchmarkOf(active);
  if (!noise || !click) return undefined;
  const seconds = secondsOf(active);
  const ofCum = proposedTime(cum, noise.cum, seconds);
  if (ofCum !== undefined) return { click, run: ofCum, of: '' };
  return { click, run: proposedTime(flat, noise.flat, seconds), of: ' of flat' };
}

/** The benchmark or case that was measured, and the kind of profile. */
function benchmarkOf({ capture, profile }: Active): readonly [file: string, name: string, kind: string] | undefined {
  if (!isBenchmark(capture)) return undefined;
  const { target, subject = '' } = capture;
  const prefix = `${target.file}#`;
  return [target.file, subject.startsWith(prefix) ? subject.slice(prefix.length) : target.name, profile.label];
}

/**
 * The time for which each case was measured, in seconds: the duration of the profile divided by the number of cases.
 * For a heap profile, which has no duration, the time in the results counts.
 */
function secondsOf(active: Active): number {
  const { profile, capture: { results } } = active;
  const cases = groupByName(results).length;
  return (profile.summary.durationNanos / 1e9 || timedSeconds(active)) / Math.max(1, cases);
}

/** The time in the results, in seconds. */
function timedSeconds({ capture: { results } }: Active): number {
  return results.reduce((sum, { iterations, values }) => {
    return sum + (iterations * (values.find(({ unit }) => unit === 'ns/op')?.value ?? 0)) / 1e9;
  }, 0);
}

/**
 * The value of -benchtime for a run of so many seconds. A benchmark that stops its timer for set-up runs longer than
 * its benchtime, which counts only what is timed.
 */
function benchtimeOf(seconds: number, active: Active): string {
  const timedPart = timedSeconds(active) / (active.profile.summary.durationNanos / 1e9);
  const isMostlyTimed = !(timedPart > 0 && timedPart < 0.5);
  return isMostlyTimed ? `${seconds}s` : `${Math.ceil(seconds * timedPart * 1000)}ms`;
}

/**
 * How long each CPU profile must be for a change of this size to be firm, if the change of the line's cum is noise;
 * otherwise empty.
 * @param profiles the duration of the longer profile, and how much the time of the benchmark's runs in turns varied
 */
export function firmChangeTimeText(
  { delta, before }: ComparedLine,
  sampleType: number,
  { judgements, capturedLine }: { readonly judgements: LineJudgements; readonly capturedLine: number },
  profiles: { readonly seconds: number; readonly varied?: number | undefined },
): string {
  const { cum: change, sampleType: { type } } = delta.values[sampleType];
  const cumBefore = before?.values[sampleType].cum ?? 0;
  const judgement = judgements.cum.get(capturedLine);
  if (type !== 'cpu' || !judgement || judgement.judgement !== NOISE || cumBefore <= 0) return '';
  const varies = timeVaries(profiles.varied);
  const now = { value: cumBefore + change, samples: judgement.now };
  const time = firmChangeTime(now, { value: cumBefore, samples: judgement.before }, varies, profiles.seconds);
  if (time === undefined) return '';
  const percent = (share: number) => percentText(100 * share, SIZE_DIGITS);
  const sizeText = percent(Math.abs(change / cumBefore));
  const condition = varies > TIME_VARIES
    ? `because the runs in turns varied by ${percent(varies)}`
    : `if time varies by ${percent(varies)} from run to run`;
  switch (time) {
    case 'never':
      return `_Two profiles of the same code can differ by ${sizeText} or more, ${condition}._\n\n`;
    case 'tooLong':
      return `_To confirm a change of ${sizeText}, each profile would need more than ten minutes._\n\n`;
    default:
      return `_To confirm a change of ${sizeText}, each profile needs about ${time}&nbsp;s, ${condition}._\n\n`;
  }
}
