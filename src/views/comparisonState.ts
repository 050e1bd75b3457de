import type { ComparisonState } from '../protocol/messages';
import type { Active } from '../session';
import { baselineName } from '../workbench/baselineName';

/** Which total is whose, as both were captured. `now` in milliseconds since the epoch. */
export function comparisonState(active: Active, now: number): ComparisonState | undefined {
  const { run, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  return {
    now: { name: baselineName(run, run.title, now), total: profile.summary.totals[sampleType] },
    before: {
      name: baselineName(baseline.run, run.title, now),
      total: baseline.profile.summary.totals[sampleType],
    },
    normalize: baseline.normalize,
  };
}
