import { FIRM } from './firmChange';

/** A cost, and the samples that it rests on. */
export interface Counted {
  readonly value: number;
  readonly samples: number;
}

/** Times of a profile that read easily, in seconds. */
const PLAIN_SECONDS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600] as const;

/** A time for the profile of each side; `never` if costs vary that much from run to run; `tooLong` past ten minutes. */
export type FirmTime = number | 'never' | 'tooLong';

/**
 * How long each of two profiles has to be for a change of this size to be firm. The part of the variance that is due to
 * sampling shrinks with the time; what varies from run to run does not.
 *
 *     60 and 50 samples in 2 s each: 20 % more; sampling 18 and 14 %, and 2 % from run to run: firm after 30 s each
 *
 * @param varies the standard deviation from run to run, as a part of the cost: see ChangeRule
 * @param seconds the time of the two profiles
 * @returns undefined if the samples do not say
 */
export function firmTime(now: Counted, before: Counted, varies: number, seconds: number): FirmTime | undefined {
  const size = Math.abs(now.value - before.value);
  const isKnown = [now, before].every(({ samples }) => samples > 0 && Number.isFinite(samples));
  if (size === 0 || !isKnown || !(seconds > 0)) return undefined;
  const sampling = now.value ** 2 / now.samples + before.value ** 2 / before.samples;
  const room = (size / FIRM) ** 2 - varies ** 2 * (now.value ** 2 + before.value ** 2);
  if (room <= 0) return 'never';
  const needed = (seconds * sampling) / room;
  return PLAIN_SECONDS.find((plain) => plain >= needed) ?? 'tooLong';
}
