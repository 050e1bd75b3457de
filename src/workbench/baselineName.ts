import type { Active, Run } from '../session';
import { whenText } from './whenText';

/**
 * What a baseline is called beside what it is compared with: `14:05` for an earlier run of the same title, else
 * `BenchmarkJoin 14:05`; `cpu.pprof` where its time is not known. `now` in milliseconds since the epoch.
 */
export function baselineName({ title, capturedAt }: Run, comparedTitle: string | undefined, now: number): string {
  if (capturedAt <= 0) return title;
  const when = whenText(capturedAt, now);
  return title === comparedTitle ? when : `${title} ${when}`;
}

/** What is shown: `BenchmarkJoin`, or what it is compared with as well: `BenchmarkJoin vs 14:05`. */
export function shownTitle({ run, baseline }: Pick<Active, 'run' | 'baseline'>, now: number): string {
  return baseline ? `${run.title} vs ${baselineName(baseline.run, run.title, now)}` : run.title;
}
