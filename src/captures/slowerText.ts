import { figureText } from '../profile/text/screen/figure';
import type { StoredProfile } from './disk/captureStore';
import { factorText } from '../profile/text/screen/change';

/**
 * What it means that a benchmark took more than twice as long while it was profiled: `An operation took 3.1× as long
 * in the cpu run (1.50 µs) as when timed (490 ns): …`. undefined if it did not.
 */
export function slowerText(
  { label, slower, byDuration }: Pick<StoredProfile, 'label' | 'slower' | 'byDuration'>,
): string | undefined {
  if (!slower) return undefined;
  const { profiled, timed } = slower;
  const times = `took ${factorText(profiled / timed)} as long in the ${label} run (${timeText(profiled)}) as when timed (${timeText(timed)})`;
  const otherCause = byDuration ? '' : ', or the speed depends on earlier rounds, such as on caches that they filled';
  return `An operation ${times}: the machine was busy${otherCause}. The costs are those of the slower run.`;
}

function timeText(nanoseconds: number): string {
  return figureText(nanoseconds, 'nanoseconds');
}
