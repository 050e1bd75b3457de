import { FIRM, varianceOfRuns } from './firmChange';
import type { Certainty } from '../answers/lines';
import { relativeReach } from './interval';

/** A cost, and the number of samples that it rests on. */
export interface SampledCost {
  readonly value: number;
  readonly samples: number;
}

/** Run times that read easily, in seconds. */
const ROUND_SECONDS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600] as const;

/** Seconds for each profile; `never` if costs vary too much from run to run; `tooLong` if more than ten minutes. */
export type FirmChangeTime = number | 'never' | 'tooLong';

/**
 * How long each of two profiles must run for a change of this size to be firm. The variance due to sampling shrinks
 * with the time; the variation from run to run does not.
 *
 *     60 and 50 samples in 2 s each, 20 % more; sampling 13 and 14 %, and 2 % from run to run: firm after 30 s each
 *
 * @param varies the standard deviation from run to run, as a part of the cost: see ChangeRule
 * @param seconds the time that each of the two profiles ran
 * @returns undefined if there is no change, if a number of samples is 0 or Infinity, or if `seconds` is 0
 */
export function firmChangeTime(
  now: SampledCost,
  before: SampledCost,
  varies: number,
  seconds: number,
): FirmChangeTime | undefined {
  const size = Math.abs(now.value - before.value);
  const isKnown = [now, before].every(({ samples }) => samples > 0 && Number.isFinite(samples));
  if (size === 0 || !isKnown || !(seconds > 0)) return undefined;
  const sampling = now.value ** 2 / now.samples + before.value ** 2 / before.samples;
  const allowed = (size / FIRM) ** 2 - varianceOfRuns(now.value, before.value, varies);
  if (allowed <= 0) return 'never';
  const needed = (seconds * sampling) / allowed;
  return ROUND_SECONDS.find((candidate) => candidate >= needed) ?? 'tooLong';
}

/** An interval is wide if its half-width exceeds this part of the figure. */
const WIDE = 0.25;
/** The half-widths to aim at, as parts of the figure; the best first. */
const AIMS = [0.1, WIDE] as const;
/** In seconds. */
const LONGEST_PROPOSED = 60;

/** A run time that narrows the interval to ± `within`, a part of the figure; `tooRare` if a minute is not enough. */
type ProposedTime = { readonly seconds: number; readonly within: number } | 'tooRare';

/**
 * The run time to propose for a figure. The half-width shrinks with the square root of the number of samples, and so of
 * the time: 31 samples in 1 s give about ± 35 %; ± 10 % takes about 12.5 s, so 15 are proposed.
 * @param value the figure
 * @param seconds the time in which its samples were taken
 * @returns undefined if the interval is unknown or not wide, or if `value` or `seconds` is 0
 */
export function proposedTime(value: number, { interval }: Certainty, seconds: number): ProposedTime | undefined {
  if (interval === undefined || value === 0 || !(seconds > 0)) return undefined;
  const reach = relativeReach(value, interval);
  if (reach <= WIDE) return undefined;
  for (const within of AIMS) {
    const needed = seconds * (reach / within) ** 2;
    const roundSeconds = ROUND_SECONDS.find((candidate) => needed <= candidate && candidate <= LONGEST_PROPOSED);
    if (roundSeconds !== undefined) return { seconds: roundSeconds, within };
  }
  return 'tooRare';
}
