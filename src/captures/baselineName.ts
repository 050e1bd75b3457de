import type { Capture } from './loadedCapture';
import type { Active } from './session';
import { sidesAgainst } from './sides';
import { momentText } from '../ui/whenText';

/**
 * The name of a baseline beside the capture compared with it: `14:05:09` if the titles are equal, as lists of captures
 * name it, else `BenchmarkJoin 14:05:09`; `cpu.pprof` if its time is unknown. `GOGC=100` if the two are sides of a
 * measurement. `now` is in milliseconds since the epoch.
 */
export function baselineName(
  baseline: Capture,
  compared: Pick<Capture, 'title' | 'turns'> | undefined,
  now: number,
): string {
  const { title, capturedAt } = baseline;
  const sides = compared && sidesAgainst(compared, baseline);
  if (sides) return sides.before;
  if (capturedAt <= 0) return title;
  const when = momentText(capturedAt, now);
  return title === compared?.title ? when : `${title} ${when}`;
}

/** The title of the active profile: `BenchmarkJoin`, or in a comparison `BenchmarkJoin vs 14:05:09`. */
export function shownTitle({ capture, baseline }: Pick<Active, 'capture' | 'baseline'>, now: number): string {
  return baseline ? `${capture.title} vs ${baselineName(baseline.capture, capture, now)}` : capture.title;
}
