import { warn } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';

/** Set for the rest of the session: the kernel's timer does not change. */
let isTimerTooSlow = false;

/** The setting's samples a second, unless the kernel's timer was too slow for them; undefined for Go's default. */
export function possibleRate(wanted: number | undefined): number | undefined {
  return isTimerTooSlow ? undefined : wanted;
}

/** Says once that the kernel's timer is too slow for the rate of the setting, which is not asked for again. */
export function onSlowTimer(wanted: number | undefined, output: Output): void {
  if (isTimerTooSlow) return;
  isTimerTooSlow = true;
  warn(`The kernel's timer is too slow for ${wanted} samples a second, so 100 are taken.`, output);
}
