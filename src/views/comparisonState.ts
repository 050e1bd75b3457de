import type { ComparisonState } from '../protocol/messages';
import { isPerOperation } from '../profile/text/measurement';
import { sameTypeIn } from '../profile/sampleType';
import { type Active, shownUnit } from '../session';
import { baselineName } from '../workbench/baselineName';
import { resultChange } from '../workbench/resultChange';

/** Which total is whose, as both were captured or per operation. `now` in milliseconds since the epoch. */
export function comparisonState(active: Active, now: number): ComparisonState | undefined {
  const { run, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  const unit = shownUnit(active);
  const earlier = baseline.profile.summary;
  // Profiles of one kind may have their sample types in different orders.
  const column = sameTypeIn(earlier.sampleTypes, profile.summary.sampleTypes, sampleType);
  const operations = isPerOperation(unit) ? baseline.operations : undefined;
  const { now: countNow, before: countBefore } = operations ?? { now: 1, before: 1 };
  return {
    now: { name: baselineName(run, run.title, now), total: profile.summary.totals[sampleType] / countNow },
    before: { name: baselineName(baseline.run, run.title, now), total: (earlier.totals[column] ?? 0) / countBefore },
    unit,
    // The first figure, as a rule ns/op: the lens has all of them.
    result: resultChange(active)?.split('  ')[0],
    normalize: baseline.normalize,
  };
}
