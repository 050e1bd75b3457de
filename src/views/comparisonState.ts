import type { ComparisonState } from '../protocol/messages';
import { type Active, shownUnit } from '../session';
import { baselineName } from '../workbench/baselineName';
import { resultChange } from '../workbench/comparedResults';
import { isPerOperation } from '../profile/text/operationUnits';

/**
 * The totals of a comparison, per operation if lines are compared per operation; undefined without a comparison. `now`
 * is in milliseconds since the epoch.
 */
export function comparisonState(active: Active, now: number): ComparisonState | undefined {
  const { capture, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  const unit = shownUnit(active);
  const earlier = baseline.profile.summary;

  const operations = isPerOperation(unit) ? baseline.operations : undefined;
  const { now: countNow, before: countBefore } = operations ?? { now: 1, before: 1 };
  return {
    now: { name: baselineName(capture, capture.title, now), total: profile.summary.totals[sampleType] / countNow },
    before: {
      name: baselineName(baseline.capture, capture.title, now),
      // Profiles of one kind have the same sample types in the same order.
      total: earlier.totals[sampleType] / countBefore,
    },
    unit,
    // Only the first figure, usually ns/op; the lens shows all figures.
    result: resultChange(active)?.split('  ')[0],
    normalize: baseline.normalize,
  };
}
