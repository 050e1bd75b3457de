import { FIRM, varianceOfRuns } from './firmChange';

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
