import type { Certainty } from '../answers/lines';
import { relativeReach } from './interval';

/** An interval is wide if its half-width exceeds this part of the figure. */
const WIDE = 0.25;
/** The half-widths to aim at, as parts of the figure; the best first. */
const AIMS = [0.1, WIDE] as const;
/** Run times that read easily, in seconds. */
const ROUND_SECONDS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60] as const;

/** A run time that narrows the interval to ± `within`, a part of the figure; `tooRare` if a minute is not enough. */
export type ProposedTime = { readonly seconds: number; readonly within: number } | 'tooRare';

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
    const roundSeconds = ROUND_SECONDS.find((candidate) => candidate >= needed);
    if (roundSeconds !== undefined) return { seconds: roundSeconds, within };
  }
  return 'tooRare';
}
