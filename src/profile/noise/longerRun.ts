import type { Certainty } from '../answers/lines';
import { relativeReach } from './interval';

/** A figure is wide if its interval reaches farther to both sides, as a part of the figure. */
const WIDE = 0.25;
/** The reaches to aim at, the best first. */
const AIMS = [0.1, WIDE] as const;
/** Run times that read easily, in seconds. */
const PLAIN_SECONDS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60] as const;

/** A run that makes a figure sure within a part of it, such as 0.1; `tooRare`: none of up to a minute does. */
export type LongerRun = { readonly seconds: number; readonly within: number } | 'tooRare';

/**
 * The run to propose for a figure. The reach shrinks with the square root of the number of samples, and so of the time:
 * 31 samples in 1 s reach 35 %; for 10 % it takes 12.5 s, so 15.
 * @param value the figure
 * @param seconds the time in which its samples were taken
 * @returns undefined if the figure is not wide
 */
export function longerRun(value: number, { interval }: Certainty, seconds: number): LongerRun | undefined {
  if (interval === undefined || value === 0 || !(seconds > 0)) return undefined;
  const reach = relativeReach(value, interval);
  if (reach <= WIDE) return undefined;
  for (const within of AIMS) {
    const needed = seconds * (reach / within) ** 2;
    const plain = PLAIN_SECONDS.find((each) => each >= needed);
    if (plain !== undefined) return { seconds: plain, within };
  }
  return 'tooRare';
}
