import type { Capture } from './loadedCapture';
import type { Active } from './session';
import { momentText, whenText } from '../ui/whenText';

/**
 * The name of a baseline beside the profile compared with it: `14:05` if the titles are equal, else
 * `BenchmarkJoin 14:05`; with seconds if it was fetched; `cpu.pprof` if its time is unknown. `now` is in milliseconds
 * since the epoch.
 */
export function baselineName(
  { title, capturedAt, fetched }: Capture,
  comparedTitle: string | undefined,
  now: number,
): string {
  if (capturedAt <= 0) return title;
  const when = fetched ? momentText(capturedAt, now) : whenText(capturedAt, now);
  return title === comparedTitle ? when : `${title} ${when}`;
}

/** The title of the active profile: `BenchmarkJoin`, or in a comparison `BenchmarkJoin vs 14:05`. */
export function shownTitle({ capture, baseline }: Pick<Active, 'capture' | 'baseline'>, now: number): string {
  return baseline ? `${capture.title} vs ${baselineName(baseline.capture, capture.title, now)}` : capture.title;
}
